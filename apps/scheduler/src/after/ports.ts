/** The outcomes of decisions about dependencies, and the chain that they belong to. */
import type { JobId, RunId } from '#common/domain/ids.js';
import type { Cause } from '#common/run/cause.js';

export const DEPENDENCY_OUTCOMES = ['started', 'waiting', 'skipped', 'inactive', 'notAllowed', 'late'] as const;
export type DependencyOutcome = Exclude<(typeof DEPENDENCY_OUTCOMES)[number], 'late'>;

/** The outcome for one job that depends on the run. */
export interface DependentOutcome {
  readonly job: JobId;
  readonly outcome: DependencyOutcome;
  /** The job's run of the cause; null if it has none. */
  readonly run: RunId | null;
  /** Positions of the conditions that are not met. */
  readonly unmet: readonly number[];
}

/** A chain of runs; each new run of it has the same cause. */
export interface Chain {
  readonly cause: Cause;
  readonly root: JobId | undefined;
  /** The person who requested that the chain runs again; null without such a request. */
  readonly requestedBy: string | null;
}
