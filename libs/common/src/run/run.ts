/**
 * A run: one invocation of a job, as every service sees it. All instants are epoch milliseconds, all durations seconds where they
 * come from the public contract. `reconcile` (apps/executor/src/run/reconcile.ts) makes every next state of a run that has left
 * `Queued`; `apps/scheduler/src/core` makes them until then.
 */
import type { Holder } from '../limits/limit-parts.js';
import type { JsonValue } from '../spec/fields.js';
import type { ConcurrencyPolicy } from '../spec/schedule.js';
import type { ParallelismSpec, RunChange } from '../spec/tasks.js';
import type { Engine } from '../spec/worker.js';
import type { AttemptId, JobId, ReplicaId, RunId, SpecHash, TenantId, WorkerId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import type { DelayedAction } from './delayed-actions.js';
import type { GangState } from './gang.js';
import type { GatheredRequests } from './gathered.js';
import type { Phase } from './phase.js';
import type { Requested, Usage } from '../usage/usage.js';
import { TRIGGERS, type Trigger } from './trigger.js';

export type { Instant };

export { TRIGGERS, type Trigger };

/** One change of phase (or of reason within a phase), kept with the run. */
export interface Transition {
  readonly at: Instant;
  readonly phase: Phase;
  readonly reason: string;
  readonly message: string;
  /** The actor that caused it: the name of a token, or the service. */
  readonly actor: string;
  /** The pod that it is about; none if absent. */
  readonly pod?: string;
}

/** The fields of its job that a manual run overrides for itself. */
export interface RunOverrides {
  /** Merged over the job's where both are objects, otherwise in place of them. */
  readonly parameters?: JsonValue;
  /** Encrypted by the secret box; opened only to make an attempt's environment. */
  readonly secureParameters?: string;
  readonly concurrencyPolicy?: ConcurrencyPolicy;
  readonly options?: Readonly<Record<string, JsonValue>>;
  /** Overrides the job's own (`run-shape.ts`). */
  readonly parallelism?: ParallelismSpec;
  /** Indexes by task that count as succeeded from the start (`packIndexes`): a rerun of failed indexes does not run them again. */
  readonly succeededBefore?: { readonly task: string; readonly indexes: string }[];
  /** JSON of the values given for secret options, by name, encrypted. */
  readonly secretOptions?: string;
  /** The run that it repeats; none if absent. It overrides nothing. */
  readonly rerunOf?: string;
  /** The inputs of each collected request, oldest first. */
  readonly items?: JsonValue[];
}

/** Small results by name, which jobs that run after it may test and receive as parameters. */
export type RunOutputs = Readonly<Record<string, JsonValue>>;

/** Counters of one task; their sum over states is the number of its indexes. */
export interface TaskState {
  readonly name: string;
  readonly indexes: number;
  readonly pending: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly terminating: number;
  /** The states of few indexes: a chunk as base64 (`stored-tables.ts`). */
  readonly table?: string;
  /** The states of many indexes: the names of the stored chunks by number, null where nothing has happened. */
  readonly chunks?: readonly (string | null)[];
}

/** The replica that may start an attempt, and its host (attempts of the process engine live and die with their host). */
export interface AttemptClaim {
  readonly replica: ReplicaId;
  readonly incarnation: string;
  readonly host: string;
  /** Later than in any earlier claim of this attempt: it distinguishes the claims. */
  readonly at: Instant;
  /** The claimant's lease as a member: it may start the attempt only while it holds this lease. */
  readonly lease?: number;
  /** The lease that claimed the attempt first, if that was another: in its part of the worker's limit the attempt counts until its end. */
  readonly first?: Holder;
}

/** When the executor asked an attempt to end, and the grace before it is ended by force. */
export interface AttemptStop {
  readonly at: Instant;
  readonly reason: StopReason;
  readonly graceSeconds: number;
  /** Its index is not tried again before this instant, because a restart is delayed. */
  readonly again?: Instant;
  /** The end to record in place of the engine's report; a preempted attempt that still succeeds has succeeded. */
  readonly why?: Pick<AttemptEnd, 'result' | 'reason' | 'message'>;
}

/** The fields of every state of an attempt. */
interface AttemptBasics {
  readonly id: AttemptId;
  readonly task: string;
  readonly index: number;
  readonly attempt: number;
  /** When it was first claimed; its start deadline counts from here. */
  readonly since: Instant;
  readonly claim: AttemptClaim;
  /** The last proof of life of a web service's attempt; persisted at most every min(30 s, idle / 10). */
  readonly lastSeenAt: Instant | null;
  /** Engine-specific name where it cannot be derived (a salted pod name). */
  readonly name?: string;
  readonly node?: string;
  /** What its pod requests of its node; nothing if absent. */
  readonly requested?: Requested;
  /** Starts that were refused so far. */
  readonly refusals?: number;
  /** Set while it is unknown whether the attempt started; says what is known. */
  readonly doubt?: string;
  /** Why it exists but does not run yet. */
  readonly waitingFor?: string;
  /** Its readiness as its engine reports it; a running attempt without a report is ready. */
  readonly ready?: boolean;
  /** How often its containers were restarted in place; 0 if absent. */
  readonly restarts?: number;
  /** The last status that its worker reported. */
  readonly lastStatus?: { readonly message: string; readonly progress: JsonValue | null };
}

/** The attempt was not asked to end, and has not ended. */
interface Unended extends AttemptBasics {
  readonly stop: null;
  readonly end: null;
  readonly sealBy: null;
}

/** Only the incarnation that its claim names may start it. */
export interface ClaimedAttempt extends Unended {
  readonly state: 'claimed';
  readonly startedAt: null;
}

/** A start was tried and certainly did not happen (or may be repeated safely); it is tried again at `retryAt`. */
export interface RefusedAttempt extends Unended {
  readonly state: 'refused';
  readonly startedAt: null;
  readonly retryAt: Instant;
}

/** The attempt exists in its engine and does not run yet. */
export interface CreatedAttempt extends Unended {
  readonly state: 'created';
  readonly startedAt: null;
}

/** Its engine or its worker reports that it runs. */
export interface StartedAttempt extends Unended {
  readonly state: 'started';
  readonly startedAt: Instant;
}

/** The executor has asked it to end. */
export interface StoppingAttempt extends AttemptBasics {
  readonly state: 'stopping';
  readonly startedAt: Instant | null;
  readonly stop: AttemptStop;
  readonly end: null;
  readonly sealBy: null;
}

/** Its end is saved in `attempts`; its output is not sealed yet. */
export interface EndedAttempt extends AttemptBasics {
  readonly state: 'ended';
  readonly startedAt: Instant | null;
  readonly stop: AttemptStop | null;
  readonly end: AttemptEnd;
  /** Its output must be sealed by then, or it counts as incomplete. */
  readonly sealBy: Instant;
  /** When the wait for the seal began, once it was prolonged because the output was still being read. */
  readonly sealSince?: Instant;
}

/** An attempt that has not ended. */
export type ActiveAttempt = ClaimedAttempt | RefusedAttempt | CreatedAttempt | StartedAttempt | StoppingAttempt;

/** An attempt that was claimed and whose end is not counted yet; its moves are in apps/executor/src/run/attempt.ts. */
export type LiveAttempt = ActiveAttempt | EndedAttempt;

export const STOP_REASONS = [
  'aborted',
  'terminated',
  'killed',
  'completed',
  'startDeadline',
  'cannotStart',
  'timeout',
  'idleTimeout',
  'activeDeadline',
  'replaced',
  'preempted',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** The classification of an attempt's end. */
export const ATTEMPT_RESULTS = [
  'succeeded',
  'failed',
  'evicted',
  'preempted',
  'nodeLost',
  'imagePull',
  'unschedulable',
  'deadline',
  'idle',
  'startRefused',
  'startUnknown',
  'deletedByUs',
  'deletedByOther',
] as const;
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number];

export interface AttemptEnd {
  readonly result: AttemptResult;
  readonly at: Instant;
  readonly exitCode: number | null;
  readonly reason: string;
  readonly message: string;
  /** Exit code of each container by name, where there are several. */
  readonly exitCodes?: Readonly<Record<string, number>>;
  /** Which of these are native sidecars: they decide nothing. */
  readonly sidecars?: readonly string[];
  /** When its worker asked to be called again (`Retry-After`). */
  readonly retryAt?: Instant;
}

/** One line of the `attempts` collection: saved when the attempt has ended. */
export interface AttemptRecord {
  readonly id: AttemptId;
  readonly run: RunId;
  readonly tenant: TenantId;
  readonly task: string;
  readonly index: number;
  readonly generation: number;
  readonly attempt: number;
  readonly startedAt: Instant | null;
  readonly end: AttemptEnd;
  readonly node: string | null;
  /** The name of its pod; absent where it had none. */
  readonly pod?: string;
  /** False with a reason when some of its output could not be kept; null while it is not known. */
  readonly logComplete: boolean | null;
  readonly logReason: string | null;
  /** The last progress that its worker reported; none if absent. */
  readonly progress?: JsonValue;
  /** Its outputs; none if absent. */
  readonly outputs?: RunOutputs;
}

/** An action outside of the database; idempotent by its key, and repeated by the sweep until it is cleared. */
export type Effect =
  | { readonly type: 'start'; readonly attempt: AttemptId }
  | { readonly type: 'stop'; readonly attempt: AttemptId; readonly force: boolean; readonly graceSeconds: number }
  | { readonly type: 'seal'; readonly attempt: AttemptId }
  | { readonly type: 'cleanUp'; readonly attempt: AttemptId };

/** Effects with the same key are the same effect; a request to end and an end by force differ. */
export const effectKey = (effect: Effect): string =>
  `${effect.type === 'stop' && effect.force ? 'kill' : effect.type}:${effect.attempt}`;

/** How a run will end, decided once: the first decision stands. */
export interface Ending {
  readonly phase: Phase;
  readonly reason: string;
  readonly message: string;
  readonly actor: string;
  readonly exitCode: number | null;
  /** The pod whose end decided it; none if absent. */
  readonly pod?: string;
  /** The attempt whose end decided that it failed, and the reason of that end; absent where no single one did. */
  readonly failed?: { readonly attempt: AttemptId; readonly reason: string };
}

/** When it made its last transition: the end of a run that has ended. */
export const lastChangeOf = ({ transitions, createdAt }: Pick<Run, 'transitions' | 'createdAt'>): Instant =>
  transitions.at(-1)?.at ?? createdAt;

export interface Run {
  readonly id: RunId;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly jobName: string;
  readonly jobVersion: number;
  readonly worker: WorkerId;
  readonly engine: Engine;
  readonly spec: SpecHash;
  readonly trigger: Trigger;
  readonly requestedBy: string | null;
  /** Nominal slot; null for a run without a slot. */
  readonly scheduledFor: Instant | null;
  /** Not started before this: jitter or `startAfter`. */
  readonly startAfter: Instant;
  readonly createdAt: Instant;
  /**
   * The revision of the schedule's document that the run of a slot was planned from. A process that has read an older revision must not
   * take the run back. Absent in runs without a slot.
   */
  readonly scheduleRev?: number;
  /** Its priority among the runs of its tenant that wait for the same limit (`domain/priority.ts`); 0 if absent. */
  readonly priority?: number;
  /** Its key in its job's limit per key, made from the run's values at its creation; none if absent. */
  readonly limitKey?: string;
  readonly overrides: RunOverrides | null;
  /** The requests that it represents; absent where it represents one, or none. */
  readonly requests?: GatheredRequests;
  readonly shard: number;
  /** True if jobs may run after it: its end is published to them. Fixed when the run is made; false if absent. */
  readonly followed?: true;
  /** The cause of its chain (`cause.ts`); kept where runs of other jobs depend on it. */
  readonly cause?: string;
  /** The job at which the chain was run again, or backfilled; absent in a chain that runs for the first time. */
  readonly causeRoot?: JobId;
  /** The runs that it runs after; none if absent. */
  readonly causedBy?: readonly { readonly run: RunId; readonly job: JobId }[];
  /** The outputs that its workers have reported; none if absent. */
  readonly outputs?: RunOutputs;

  readonly phase: Phase;
  readonly reason: string;
  readonly message: string;
  readonly phaseSince: Instant;
  readonly started: Instant | null;
  readonly finished: Instant | null;
  readonly exitCode: number | null;
  readonly generation: number;
  readonly retries: number;
  /** What its attempts have used since its last end, before which others count; nothing if absent. */
  readonly usage?: Usage;
  /** The first generation that counts with its next end; 0 if absent. */
  readonly usageFrom?: number;
  /** How often attempts of it were stopped for other runs; 0 if absent. */
  readonly preemptions?: number;
  readonly tasks: readonly TaskState[];
  readonly live: readonly LiveAttempt[];
  /** Delayed actions of policies; none if absent. */
  readonly delayed?: readonly DelayedAction[];
  /** The gang of each wave in this generation; none has started if absent. */
  readonly gangs?: readonly GangState[];
  /** A delayed restart takes place at this time; absent if there is none. */
  readonly notBefore?: Instant;
  readonly ending: Ending | null;
  readonly effects: readonly Effect[];
  readonly transitions: readonly Transition[];
  /** Transitions that are no longer embedded: they are in `runEvents`; none if absent. */
  readonly olderTransitions?: number;
  /** The merged changes that were made while it was under way; none if absent. */
  readonly change?: RunChange;
  /**
   * Commands already applied, newest last: all that came while it was queued, then the last 32. At most 32 commands are ever applied
   * and not yet marked as taken.
   */
  readonly commands: readonly string[];
  /** Keys of the limits of which this run holds a permit. */
  readonly holds: readonly string[];
  /** When it must be reconciled even if nothing happens; null once final. */
  readonly wakeAt: Instant | null;
  /** The error group that it belongs to as a failure (`watch/failure.ts`); absent in other runs, and until the group is known. */
  readonly errorGroup?: string;
  /** When it is removed; null until it is final. */
  readonly expireAt: Instant | null;
  /** How long it is kept in the archive, to which it moves when it is due to be removed; absent: it is not archived. */
  readonly archiveMs?: number;
  /** When it was moved to the archive; absent while it is in the database. */
  readonly archivedAt?: Instant;
  readonly rev: number;
  /** The form of its document (`domain/stored-form.ts`); 1 if absent. */
  readonly form?: number;
}
