/** The scheduler's own document of a job: the watermark of its slots, and the runs that hold or await its permits. */
import type { AfterEnd, OutputTest } from '../spec/after.js';
import type { ConcurrencyPolicy } from '../spec/schedule.js';
import type { KeyBucket, KeyRule } from './key-rule.js';
import type { Engine } from '../spec/worker.js';
import type { JobId, RunId, SpecHash, TenantId, WorkerId } from '../domain/ids.js';
import type { Waits } from '../domain/priority.js';
import type { Instant } from '../run/run.js';
import type { RunWindow } from './run-windows.js';

/** A job's time rule with its defaults filled in; null where the job is started by hand only. */
export interface ScheduleRule {
  /** One of `cron`, `every`, `at`, `fixedDelay` and `rrule` is set. */
  readonly cron: readonly string[] | null;
  /** Seconds between slots, counted from `anchor`. */
  readonly every: number | null;
  readonly anchor: Instant;
  readonly at: Instant | null;
  /** Seconds from the end of a slot's run to the next slot. */
  readonly fixedDelay?: number;
  readonly rrule?: RecurrenceRule;
  readonly timezone: string;
  readonly notBefore: Instant | null;
  readonly notAfter: Instant | null;
  /** Calendars of the tenant whose instants are excluded; they are read when slots are planned. */
  readonly exclude: readonly string[];
  readonly jitterSeconds: number;
  readonly dst: { readonly gap: 'skip' | 'after' | 'before'; readonly overlap: 'first' | 'second' | 'both' };
  /** Slots outside of them do not run, or are moved to the next opening; at any time if absent. */
  readonly windows?: { readonly list: readonly RunWindow[]; readonly outside: 'skip' | 'open' };
  /** Slots that calendars exclude are moved to another day, see `slots.ts`; absent where none is. */
  readonly move?: DayMove;
  /** A slot nearer than this to the last one that got a run gets none; no limit if absent. */
  readonly minIntervalSeconds?: number;
  /** `tenant/job id`, from which `H` and jitter are derived: it does not change when the job is renamed. */
  readonly hashKey: string;
}

/** `start`: the local second of DTSTART, counted as if it were UTC. */
export interface RecurrenceRule {
  readonly text: string;
  readonly start: number;
}

export interface DayMove {
  /** The day to which a slot on an excluded day is moved; null: it is not moved. */
  readonly excluded: 'next' | 'previous' | null;
  /** Days by which a slot is moved later (earlier if negative), not counting excluded days; after `excluded`. */
  readonly workingDays: number;
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
  /** The limit for each key; none if absent. */
  readonly perKey?: KeyRule;
}

/** `invalid`: the stored schedule cannot be parsed by this version. */
export type InactiveReason = 'disabled' | 'paused' | 'deleted' | 'invalid';

export interface Permit {
  readonly run: RunId;
  readonly since: Instant;
  /** Revision of the document that gave it: each permit of a run has another revision, a later permit a greater one. */
  readonly grant: number;
  /** The key under which it counts; none if absent. */
  readonly key?: string;
  /** When it took a token of its key's rate; absent where there is none. */
  readonly tokenAt?: Instant;
  /** The generation of the run when it got the permit; the first if absent. */
  readonly generation?: number;
}

/** A queued run of the job; it holds no permit anywhere while it waits. */
export interface Waiter extends Waits {
  readonly run: RunId;
  /** The job's policy, or the one that the run itself requested. */
  readonly policy: ConcurrencyPolicy;
  /** The run is not considered before this time. */
  readonly startAfter: Instant;
  /** The generation of the run when it asked; the first if absent. */
  readonly generation?: number;
  /** The shared limit that had no room for it, whose release wakes it; null while only the job's own limit counts. */
  readonly blockedBy: string | null;
  /** Its key in the limit per key, made from the values of the run; none if absent. */
  readonly key?: string;
}

/** `after` of a job with its defaults filled in. */
export interface AfterRule {
  readonly conditions: readonly AfterRuleCondition[];
  readonly require: 'all' | 'any';
  readonly deadline: { readonly at: string; readonly timezone: string; readonly weekdays: readonly string[] } | null;
}

export interface AfterRuleCondition {
  readonly job: JobId;
  readonly on: AfterEnd;
  readonly match: 'sameSlot' | 'latest';
  /** Seconds; null is no limit. */
  readonly within: number | null;
  readonly exitCodes: readonly number[] | null;
  /** JSON text, because values may contain names that a database would refuse. */
  readonly outputs: readonly OutputTest[];
  readonly pass: readonly { readonly name: string; readonly path: string }[];
}

/** The one slot of a rule with `fixedDelay` that is known. */
export interface DelayedSlot {
  readonly at: Instant;
  /** Its run, whose end is awaited; null until it has one. */
  readonly run: RunId | null;
}

/** One document of `schedules`, keyed by the job. Written by the scheduler alone, guarded by `rev`. */
export interface ScheduleState {
  readonly job: JobId;
  readonly tenant: TenantId;
  readonly shard: number;
  readonly rev: number;
  /** The form of its document (`domain/stored-form.ts`), which its runs have, too; 1 if absent. */
  readonly form?: number;

  /** The versions of job and workers that this document was made from; an edit is answered only when they are the new ones. */
  readonly jobRev: number;
  readonly jobVersion: number;
  /** Versions of the job's workers, added up. */
  readonly workerVersion: number;
  readonly jobName: string;
  readonly worker: WorkerId;
  readonly engine: Engine;
  readonly spec: SpecHash;
  readonly rule: ScheduleRule | null;
  readonly misfire: MisfireRule;
  readonly concurrency: ConcurrencyRule;
  readonly startDeadlineSeconds: number;
  /** The priority of new runs; 0 if absent. */
  readonly priority?: number;
  /** How often each of its runs may be preempted; never if absent. */
  readonly preemptible?: number;
  /** True if the job is enabled, not paused and not deleted: new slots become runs. */
  readonly active: boolean;
  readonly inactiveReason: InactiveReason | null;

  /** Set where the rule has `fixedDelay`. */
  readonly delayed?: DelayedSlot;

  /** The dependencies of the job; none if absent. */
  readonly after?: AfterRule;
  /** True if other jobs run, or ran, after this one: the end of each of its runs triggers a decision about them. */
  readonly followed?: true;
  /** The next deadline of `after`; none if absent. */
  readonly deadlineAt?: Instant;

  /** Slots later than this belong to this version only. */
  readonly effectiveFrom: Instant;
  /** Every slot up to and including this instant has its outcome. */
  readonly mark: Instant;
  /** The effective time of the next slot; null if there is none. */
  readonly nextSlotAt: Instant | null;

  /**
   * The last gap that the watermark has passed. It is decided by this document and copied to `gaps` afterwards, so that a
   * crash in between loses nothing; following slots with the same outcome extend it.
   */
  readonly openGap: OpenGap | null;

  readonly holders: readonly Permit[];
  /** In the order of their requests; `inRank` determines the order of permits for runs with different priorities. */
  readonly queue: readonly Waiter[];
  /** Token buckets of the rate per key that are not full; none if absent. */
  readonly keyBuckets?: readonly KeyBucket[];

  readonly lastSlot: Instant | null;
  /** The last slot that got a run, kept while the rule has `minIntervalSeconds`. */
  readonly lastFired?: Instant;
  readonly lastSuccessStart: Instant | null;
  readonly lastSuccessFinish: Instant | null;
}

/** True if the end of some run changes the document, or if token buckets of keys are to be removed once they are full. */
export const isBusy = ({
  holders,
  queue,
  delayed,
  keyBuckets = [],
}: Pick<ScheduleState, 'holders' | 'queue' | 'delayed' | 'keyBuckets'>): boolean =>
  holders.length + queue.length + keyBuckets.length > 0 || delayed?.run != null;

/** True if the job starts automatically: by slots, or after other jobs. */
export const isExpectedToRun = ({ active, rule, after }: Pick<ScheduleState, 'active' | 'rule' | 'after'>): boolean =>
  active && (rule !== null || after !== undefined);

export const GAP_OUTCOMES = ['skipped', 'missed', 'paused', 'excluded'] as const;
export type GapOutcome = (typeof GAP_OUTCOMES)[number];

/** Slots of a job that became no runs, as one range; both ends inclusive, nominal instants. */
export interface OpenGap {
  readonly from: Instant;
  readonly to: Instant;
  readonly count: number;
  readonly outcome: GapOutcome;
  readonly reason: GapReason;
}

export interface Gap extends OpenGap {
  readonly job: JobId;
  readonly tenant: TenantId;
  readonly recordedAt: Instant;
}

/** Why slots became no runs, each with the sentence that people are shown. */
export const GAP_REASONS = {
  MisfireSkip: 'The slots were planned too late, and the misfire policy "skip" runs no late slots.',
  MisfireLast: 'The slots were planned too late, and the misfire policy "last" runs only the latest one.',
  MaxMissed: 'More slots were missed than maxMissed allows to catch up on; the latest ones run.',
  StartingDeadline: 'The slots were planned later than startingDeadlineSeconds allows.',
  ConcurrencyForbidden:
    'Another run of the job held the permit, and the concurrency policy "Forbid" starts no second run.',
  QueueFull: 'As many runs as maxQueued allows were waiting already.',
  CronDisabled: 'Schedules were switched off for the whole installation (DISABLE_CRON).',
  Held: 'The job was changed while an admin held admissions.',
  AlreadyRun:
    'The slots had run before the database was restored to an earlier state, as the admin who released the hold has declared.',
  Paused: 'The job was paused.',
  Disabled: 'The job was disabled.',
  Deleted: 'The job was deleted.',
  Invalid: 'The schedule of the job was not valid.',
  ScheduleChanged: 'The schedule was changed before the delayed start of the slot.',
  DependenciesLate: 'The dependencies of the job had not been met by its deadline, and the job had got no run.',
  Excluded: 'A calendar of the schedule excludes the slots.',
  MinInterval: 'The slots were fewer than minIntervalSeconds seconds after the last slot that got a run.',
  OutsideWindows: 'The slots lie outside of the windows of the schedule.',
} as const;
export type GapReason = keyof typeof GAP_REASONS;
