/** When runs became final, as a client that queries the database would have seen it. */
import { setTimeout as delay } from 'node:timers/promises';
import { isFinal, PHASES } from '#common/run/phase.js';
import type { Mongo } from '#common/mongo/mongo.js';
import type { StoredDocument } from '#common/mongo/document.js';

const EVERY_MS = 200;
const MAX_ASKED_AT_ONCE = 500;

export class FinalWatch {
  /** Run → epoch milliseconds at which it was first seen to be final. */
  readonly seen = new Map<string, number>();
  private readonly open = new Map<string, () => void>();
  private readonly ended = new AbortController();
  private readonly loop: Promise<void>;

  constructor(private readonly mongo: Mongo) {
    this.loop = this.watch();
  }

  /** Resolves when the run is final. */
  async final(run: string): Promise<void> {
    if (this.seen.has(run)) return;
    await new Promise<void>((resolve) => this.open.set(run, resolve));
  }

  async stop(): Promise<void> {
    this.ended.abort();
    await this.loop;
  }

  /** Oldest first: runs that were requested first mostly end first. */
  private async watch(): Promise<void> {
    const runs = this.mongo.collection<StoredDocument & { readonly phase: string }>('runs');
    const phase = { $in: PHASES.filter(isFinal) };
    while (!this.ended.signal.aborted) {
      const ids = [...this.open.keys()].slice(0, MAX_ASKED_AT_ONCE);
      const found =
        ids.length === 0
          ? []
          : await runs
              .find({ _id: { $in: ids }, phase }, { projection: { _id: 1 } })
              .toArray()
              .catch(() => []); // The database is frozen: it is asked again.
      const at = Date.now();
      for (const { _id } of found) {
        this.seen.set(_id, at);
        this.open.get(_id)?.();
        this.open.delete(_id);
      }
      // Those that are not final yet give way to the others.
      if (ids.length === MAX_ASKED_AT_ONCE) this.rotate(ids);
      await delay(EVERY_MS);
    }
  }

  private rotate(ids: readonly string[]): void {
    for (const id of ids) {
      const resolve = this.open.get(id);
      if (resolve === undefined) continue;
      this.open.delete(id);
      this.open.set(id, resolve);
    }
  }
}
