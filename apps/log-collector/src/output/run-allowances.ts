import { LRUCache } from 'lru-cache';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { LogsStore } from '#common/mongo/logs.store.js';
import type { RunAllowance } from '../core/attempt-log.js';

/** Cached runs; the size of an evicted run is summed up again. */
const MAX_REMEMBERED = 5_000;

/** Counts by how much the logs of runs may still grow. One replica follows all attempts of a run, so it can count in memory. */
export class RunAllowances {
  private readonly cache = new LRUCache<RunId, Promise<RunAllowance>>({ max: MAX_REMEMBERED });

  constructor(
    private readonly logs: Pick<LogsStore, 'keptBytesOfRun'>,
    private readonly maxBytesPerRun: number,
  ) {}

  /**
   * `ofTenant`: the tenant's own limit, if any. `isNew`: nothing of the attempt is stored yet. For the first attempt of a run the
   * stored logs need not be read.
   */
  async of(attempt: AttemptId, isNew: boolean, ofTenant: number | null): Promise<RunAllowance> {
    const key = parseAttemptId(attempt);
    const maxBytes = Math.min(this.maxBytesPerRun, ofTenant ?? Infinity);
    if (key === null) return { maxBytes, leftBytes: maxBytes };
    const isFirst = isNew && key.generation === 0 && key.index === 0 && key.attempt === 1;
    const allowance = this.cache.get(key.run) ?? this.open(key.run, isFirst, maxBytes);
    this.cache.set(key.run, allowance);
    return allowance;
  }

  private open(run: RunId, isFirst: boolean, maxBytes: number): Promise<RunAllowance> {
    const used = isFirst ? Promise.resolve(0) : this.logs.keptBytesOfRun(run);
    const allowance = used.then((bytes) => ({
      maxBytes,
      leftBytes: Math.max(0, maxBytes - bytes),
    }));
    allowance.catch(() => this.cache.delete(run));
    return allowance;
  }
}
