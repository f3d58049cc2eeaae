/** Opens the output of attempts: the stored part, and the log that continues it. */
import type { AttemptId } from '#common/domain/ids.js';
import { AttemptLog } from '../core/attempt-log.js';
import type { AttemptFacts, AttemptFactsReader } from './attempt-facts.js';
import { AttemptStore, type OutputStores } from './attempt-store.js';
import type { RunAllowances } from './run-allowances.js';

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
