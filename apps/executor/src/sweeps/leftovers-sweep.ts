/**
 * Finds leftovers of removed runs: documents that were written after the removal. One replica scans all attempts in the course of hours,
 * and continues at once if it finds leftovers.
 */
import type { RunId } from '#common/domain/ids.js';

export interface LeftoversStore {
  runsWithAttempts(run: RunId | null, limit: number): Promise<RunId[]>;
  removeChildren(removed: readonly { readonly run: RunId }[]): Promise<void>;
}

/** Attempts checked in one step. */
const PER_STEP = 500;
/** The most pages with leftovers after which one step continues. */
const MAX_PAGES = 20;
/** The owner of this shard scans for all. */
const WALKERS_SHARD = 0;

export class LeftoversSweep {
  private last: RunId | null = null;

  constructor(
    private readonly book: LeftoversStore,
    private readonly runs: { existing(ids: readonly RunId[]): Promise<ReadonlySet<RunId>> },
    private readonly owned: () => ReadonlySet<number>,
  ) {}

  async step(): Promise<void> {
    for (let page = 0; page < MAX_PAGES && this.owned().has(WALKERS_SHARD); page++) {
      const runs = await this.book.runsWithAttempts(this.last, PER_STEP);
      const there = await this.runs.existing(runs);
      const gone = runs.filter((run) => !there.has(run));
      if (gone.length > 0) await this.book.removeChildren(gone.map((run) => ({ run })));
      this.last = runs.at(-1) ?? null;
      if (gone.length === 0) return;
    }
  }
}
