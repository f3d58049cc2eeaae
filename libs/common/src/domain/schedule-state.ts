/** What the scheduler keeps of a job: how far its slots are recorded, and who holds or awaits its places. */
import type { ConcurrencyPolicy, ScheduleSpec } from '../contracts/job.js';
import type { Engine } from '../contracts/worker.js';
import type { JobId, RunId, SpecHash, TenantId, WorkerId } from './ids.js';
import type { Instant } from './run.js';

/** A job's time rule with its defaults filled in; null where the job is started by hand only. */
export interface ScheduleRule {
  /** One of `cron`, `every`, `at` is set. */
  readonly cron: readonly string[] | null;
  /** Seconds between slots, counted from `anchor`. */
  readonly every: number | null;
  readonly anchor: Instant;
  readonly at: Instant | null;
  readonly timezone: string;
  readonly notBefore: Instant | null;
  readonly notAfter: Instant | null;
  readonly jitterSeconds: number;
  readonly dst: { readonly gap: 'skip' | 'after'; readonly overlap: 'first' | 'second' | 'both' };
  /** `tenant/job id`: what `H` and jitter are hashed from, stable over renames. */
  readonly hashKey: string;
}

export interface MisfireRule {
  readonly policy: 'skip' | 'last' | 'all';
  readonly maxMissed: number;
  readonly startingDeadlineSeconds: number | null;
}

export interface ConcurrencyRule {
  readonly policy: ConcurrencyPolicy;
  readonly maxConcurrency: number;
  readonly maxQueued: number;
  readonly group: string | null;
}

export interface Holder {
  readonly run: RunId;
  readonly since: Instant;
}

/** One document of `schedules`, keyed by the job. Written by the scheduler alone, guarded by `rev`. */
export interface ScheduleState {
  readonly job: JobId;
  readonly tenant: TenantId;
  readonly shard: number;
  readonly rev: number;

  /** The versions that this document carries; an edit is answered only when they are the new ones. */
  readonly jobRev: number;
  readonly jobVersion: number;
  readonly workerVersion: number;
  readonly jobName: string;
  readonly worker: WorkerId;
  readonly engine: Engine;
  readonly spec: SpecHash;
  readonly rule: ScheduleRule | null;
  readonly misfire: MisfireRule;
  readonly concurrency: ConcurrencyRule;
  readonly startDeadlineSeconds: number;
  /** Enabled and not paused and not deleted: new slots become runs. */
  readonly active: boolean;
  readonly inactiveReason: 'disabled' | 'paused' | 'deleted' | null;

  /** Slots later than this belong to this version only. */
  readonly effectiveFrom: Instant;
  /** Every slot up to and including this instant has its outcome. */
  readonly mark: Instant;
  /** The next nominal slot's effective time; null where none is to come. */
  readonly nextSlotAt: Instant | null;

  readonly holders: readonly Holder[];
  readonly queue: readonly RunId[];

  readonly lastSlot: Instant | null;
  readonly lastSuccessStart: Instant | null;
  readonly lastSuccessFinish: Instant | null;
}

export const GAP_OUTCOMES = ['skipped', 'missed', 'paused', 'excluded'] as const;
export type GapOutcome = (typeof GAP_OUTCOMES)[number];

/** Slots of a job that became no runs, as one range; both ends inclusive, nominal instants. */
export interface Gap {
  readonly job: JobId;
  readonly tenant: TenantId;
  readonly from: Instant;
  readonly to: Instant;
  readonly count: number;
  readonly outcome: GapOutcome;
  readonly reason: string;
  readonly recordedAt: Instant;
}

export type ScheduleInput = ScheduleSpec & { readonly cron?: string | string[] | undefined };
