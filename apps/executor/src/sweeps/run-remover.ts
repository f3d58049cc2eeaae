/** Removes expired runs in batches: a tombstone replaces the run, its leftovers are removed, then the tombstone is. */
import type { Remains } from '#common/mongo/run-document.js';
import type { RunLeftoversStore } from '#common/mongo/run-leftovers.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { CountedThrough } from '../usage/counted-through.js';

export interface Leftovers extends Pick<RunLeftoversStore, 'revealArchived'> {
  removeChildren(remains: readonly Remains[]): Promise<void>;
}

export interface RemovalStores {
  readonly runs: Pick<RunsStore, 'removeDue' | 'forget'>;
  readonly reads: Pick<RunReads, 'isAnyToRemove' | 'countToRemove'>;
  readonly leftovers: Leftovers;
}

export class RunRemover {
  /** Shards that may hold more runs to remove, round robin. */
  private round: number[] = [];

  constructor(
    private readonly stores: RemovalStores,
    private readonly owned: () => ReadonlySet<number>,
    private readonly counted: Pick<CountedThrough, 'due' | 'now'>,
  ) {}

  /** Runs of this replica's shards that are to be removed by now. */
  async countDue(): Promise<number> {
    return this.stores.reads.countToRemove([...this.owned()], this.counted.now());
  }

  /** Removes up to `most` runs with everything that belongs to them. Returns how many it has removed. */
  async remove(most: number): Promise<number> {
    const remains = await this.take(most);
    if (remains.length === 0) return 0;
    await this.stores.leftovers.revealArchived(remains);
    await this.stores.leftovers.removeChildren(remains);
    await this.stores.runs.forget(remains, this.counted.now());
    return remains.length;
  }

  /** Turns up to `most` runs into tombstones; round robin over the shards, and a shard without further runs leaves the round. */
  private async take(most: number): Promise<readonly Remains[]> {
    const { runs, reads } = this.stores;
    const owned = this.owned();
    const now = this.counted.now();
    this.round = this.round.filter((shard) => owned.has(shard));
    if (this.round.length === 0) {
      if (owned.size === 0 || !(await reads.isAnyToRemove([...owned], now))) return [];
      this.round = [...owned];
    }
    const due = await this.counted.due();
    const remains: Remains[] = [];
    while (remains.length < most) {
      const shard = this.round.shift();
      if (shard === undefined) break;
      const room = most - remains.length;
      const removed = await runs.removeDue(shard, due, room);
      remains.push(...removed);
      if (removed.length >= room) this.round.push(shard);
    }
    return remains;
  }
}
