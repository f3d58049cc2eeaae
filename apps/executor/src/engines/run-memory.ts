/**
 * Remembers the objects that this process has made for runs, so that they are made once and not for every attempt. Actions for one run
 * happen in order.
 */
import type { ShardSet } from '#common/domain/shards.js';
import { LRUCache } from 'lru-cache';
import type { RunId } from '#common/domain/ids.js';

interface Entry {
  /** The mark of the site that was made last, or is being made. */
  readonly mark: string | null;
  readonly done: Promise<void>;
}

/** If an entry is forgotten, its object is only made once more. */
const MAX_RUNS = 10_000;

export class RunMemory {
  private readonly entries = new LRUCache<RunId, Entry>({ max: MAX_RUNS });

  /** Calls `make` unless exactly this was made last. After a failure the next call makes it again. */
  async once(run: RunId, mark: string, make: () => Promise<void>): Promise<void> {
    const last = this.entries.get(run);
    if (last?.mark === mark) return last.done;
    const done = after(last?.done, make);
    const entry = { mark, done };
    this.entries.set(run, entry);
    try {
      await done;
    } catch (error) {
      if (this.entries.get(run) === entry) this.entries.delete(run);
      throw error;
    }
  }

  /** Calls `unmake` when the action under way has ended. */
  async undo(run: RunId, unmake: () => Promise<void>): Promise<void> {
    const entry = { mark: null, done: after(this.entries.get(run)?.done, unmake) };
    this.entries.set(run, entry);
    try {
      await entry.done;
    } finally {
      if (this.entries.get(run) === entry) this.entries.delete(run);
    }
  }

  /** The next call makes it again, even if nothing has changed. */
  forget(run: RunId): void {
    const last = this.entries.get(run);
    if (last) this.entries.set(run, { ...last, mark: null });
  }

  /** Runs of these shards for which something was made. */
  runs(shards: ShardSet): RunId[] {
    return [...this.entries].filter(([run, { mark }]) => mark !== null && shards.owns(run)).map(([run]) => run);
  }
}

async function after(former: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
  await former?.catch(() => undefined);
  await work();
}
