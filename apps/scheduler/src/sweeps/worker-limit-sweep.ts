import { LRUCache } from 'lru-cache';
import { shardOf } from '#common/domain/shards.js';
import { isAbandoned, type DividedLimit, type Holder } from '#common/limits/limit-parts.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import { termsOf, type LimitedWorkers } from '../limits/worker-limits.js';
import type { Sweep } from './sweeps.js';

export interface WorkerLimitSweepStores {
  readonly limits: {
    inKeyOrder(after: string | null, limit: number): Promise<DividedLimit[]>;
    remove(key: string, rev: number): Promise<void>;
  };
  readonly workers: LimitedWorkers;
  readonly members: { heardSince(service: 'executor', since: 0): Promise<readonly Holder[]> };
}

const PAGE = 200;
/** Limits without a worker that are remembered from one look to the next. */
const MAX_REMEMBERED = 10_000;

/** Removes stored limits of workers that are deleted, or have no limits any more, once no executor holds a part. */
export class WorkerLimitSweep implements Sweep {
  readonly name = 'limits of deleted workers';
  readonly findsLost = 'atLeisure';
  readonly everyMs = 60_000;
  private after: string | null = null;
  private readonly revs = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(
    private readonly stores: WorkerLimitSweepStores,
    private readonly shardCount: number,
  ) {}

  /** Looks at one page; the count is that of limits without a worker. */
  async run(shards: readonly number[]): Promise<number> {
    const owned = new Set(shards);
    const page = await this.stores.limits.inKeyOrder(this.after, PAGE);
    this.after = page.length === PAGE ? (page.at(-1)?.key ?? null) : null;
    const own = page.filter(({ key }) => owned.has(shardOf(key, this.shardCount)));
    const isNeeded = await Promise.all(own.map(({ key }) => this.isNeeded(key)));
    const unneeded = own.filter((_, at) => isNeeded[at] === false);
    if (unneeded.length === 0) return 0;
    // The members are read after the limits: whoever has become one since, and got a part, has changed the limit.
    const members = await this.stores.members.heardSince('executor', 0);
    await forEachContinuing(unneeded, async (limit) => {
      const { key, rev } = limit;
      if (isAbandoned(limit, this.revs.get(key), members)) await this.stores.limits.remove(key, rev);
      else this.revs.set(key, rev);
    });
    return unneeded.length;
  }

  private async isNeeded(key: string): Promise<boolean> {
    const { maxActive, maxPerSecond } = await termsOf(this.stores.workers, key);
    return maxActive !== null || maxPerSecond !== null;
  }
}
