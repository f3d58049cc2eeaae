/** Opens the output of attempts: the stored part, and the log that continues it. */
import { LRUCache } from 'lru-cache';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { LogsStore } from '#common/mongo/logs.store.js';
import { type RunAllowance, AttemptLog } from '../core/attempt-log.js';
import type { AttemptFacts, AttemptFactsReader } from './attempt-facts.js';
import { AttemptStore, type OutputStores } from './attempt-store.js';

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

/** How much output is kept. */
export interface OutputLimits {
  readonly maxBytesPerAttempt: number;
  readonly runs: RunAllowances;
}

export interface OpenLog {
  readonly facts: AttemptFacts;
  readonly log: AttemptLog;
}

export class AttemptOutputs {
  constructor(
    private readonly facts: Pick<AttemptFactsReader, 'read'>,
    private readonly stores: OutputStores,
    private readonly limits: OutputLimits,
  ) {}

  load(attempt: AttemptId): Promise<AttemptStore> {
    return AttemptStore.load(attempt, this.stores);
  }

  /** The log that continues the stored part. Throws AppError NOT_FOUND when the run does not exist. */
  async beginLog({ attempt, isEmpty, tail }: AttemptStore): Promise<OpenLog> {
    const facts = await this.facts.read(attempt);
    const { mask, logLimits } = facts;
    const run = await this.limits.runs.of(attempt, isEmpty, logLimits?.maxBytesPerRun ?? null);
    const maxBytes = Math.min(this.limits.maxBytesPerAttempt, logLimits?.maxBytesPerAttempt ?? Infinity);
    return { facts, log: new AttemptLog(tail, { mask, maxBytes, run }) };
  }
}
