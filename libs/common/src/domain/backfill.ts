/** A range of past slots of a job that are run later, each as its own run, at a bounded rate. */
import type { ConcurrencyPolicy } from '../spec/schedule.js';
import { asRunId, type JobId, type RunId, type TenantId } from './ids.js';
import type { Instant } from '../run/run.js';
import type { ScheduleRule } from '../schedule/schedule-state.js';

export const BACKFILL_STATES = ['Running', 'Completed', 'Cancelled'] as const;
export type BackfillState = (typeof BACKFILL_STATES)[number];

/** One document of `backfills`. Written by the scheduler alone, guarded by `rev`. */
export interface Backfill {
  readonly id: string;
  readonly job: JobId;
  readonly tenant: TenantId;
  readonly shard: number;
  readonly rev: number;
  /** The rule when the backfill was requested: later edits do not change its slots. */
  readonly rule: ScheduleRule;
  /** Both inclusive, nominal instants. */
  readonly from: Instant;
  readonly to: Instant;
  /** Every slot up to and including this instant has its run. */
  readonly mark: Instant;
  /** When the next slots may start; null once nothing is left to do. */
  readonly nextAt: Instant | null;
  readonly maxPerMinute: number;
  /** Overrides the job's own; null: the job's. */
  readonly concurrencyPolicy: ConcurrencyPolicy | null;
  /** Downstream jobs run for these slots, too; false if absent. */
  readonly downstream?: true;
  readonly requestedBy: string;
  readonly createdAt: Instant;
  readonly finishedAt: Instant | null;
  readonly state: BackfillState;
  readonly message: string;
  /** Number of slots of the range, and of those among them that have their run. */
  readonly total: number;
  readonly made: number;
}

/** The backfill that made the run of the job, by the run's id; null for other runs. */
export const backfillOf = (run: string, job: string): string | null =>
  run.startsWith(`${job}-`) ? (/^\d+-b(.+)$/.exec(run.slice(job.length + 1))?.[1] ?? null) : null;

/** The run of a backfilled slot; by this key a repeated step finds the run that it made before. */
export const backfillRunId = ({ id, job }: Pick<Backfill, 'id' | 'job'>, nominal: Instant): RunId =>
  asRunId(`${job}-${Math.floor(nominal / 1000)}-b${id}`);
