/**
 * A run: one invocation of a job, as every service sees it. All instants are epoch milliseconds, all durations seconds
 * where they come from the public contract. `decide` (apps/executor/src/run/reconcile.ts) is the only code that makes the next state
 * of a run that has left `Queued`; `apps/scheduler/src/core` makes it until then.
 */
import type { JsonValue } from '../spec/fields.js';
import type { ConcurrencyPolicy } from '../spec/schedule.js';
import type { ParallelismSpec, RunChange } from '../spec/tasks.js';
import type { Engine } from '../spec/worker.js';
import type { AttemptId, JobId, ReplicaId, RunId, SpecHash, TenantId, WorkerId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import type { DelayedAction } from './delayed-actions.js';
import type { GangState } from './gang.js';
import type { Phase } from './phase.js';

export type { Instant };

export const TRIGGERS = ['schedule', 'manual', 'backfill', 'retry', 'dependency'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** One change of phase (or of reason within a phase), kept with the run. */
export interface Transition {
  readonly at: Instant;
  readonly phase: Phase;
  readonly reason: string;
  readonly message: string;
  /** Who caused it: a token's name, or the service for what happens by itself. */
  readonly actor: string;
  /** The pod that it is about; none if absent. */
  readonly pod?: string;
}

/** What a manual run changes of its job, for itself alone. */
export interface RunOverrides {
  /** Laid over the job's where both are objects, in place of them otherwise. */
  readonly parameters?: JsonValue;
  /** Sealed by the secret box; opened only to make an attempt's environment. */
  readonly secureParameters?: string;
  readonly concurrencyPolicy?: ConcurrencyPolicy;
  readonly options?: Readonly<Record<string, JsonValue>>;
  /** Over the job's own (parallel/run-shape.ts). */
  readonly parallelism?: ParallelismSpec;
  /** Indexes by task that count as succeeded before (`packIndexes`): a rerun of what has failed does not run them again. */
  readonly succeededBefore?: { readonly task: string; readonly indexes: string }[];
  /** JSON of the values given for secret options, by name, sealed. */
  readonly secretOptions?: string;
}

/** Counters of one task; their sum over states is the number of its indexes. */
export interface TaskState {
  readonly name: string;
  readonly indexes: number;
  readonly pending: number;
  readonly running: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly terminating: number;
  /** What became of each index, where they are few: a chunk as base64 (parallel/stored-tables.ts). */
  readonly table?: string;
  /** Where they are many: the names of the stored chunks by number, null where nothing has happened. */
  readonly chunks?: readonly (string | null)[];
}

/** Who may start an attempt, on which host (the process engine's attempts live and die with their host). */
export interface AttemptClaim {
  readonly replica: ReplicaId;
  readonly incarnation: string;
  readonly host: string;
  /** Later than that of any claim of this attempt before: it tells them apart. */
  readonly at: Instant;
  /** The claimant's lease as a member: only while it holds it, it may start the attempt. */
  readonly lease?: number;
}

/** When the executor asked an attempt to end, and until when its force is withheld. */
export interface AttemptStop {
  readonly at: Instant;
  readonly reason: StopReason;
  readonly graceSeconds: number;
  /** Its index is not tried again before: a restart waits. */
  readonly again?: Instant;
  /** Why it cannot start, where that is certain: it ends so, whatever its engine says of how it was taken away. */
  readonly why?: Pick<AttemptEnd, 'result' | 'reason' | 'message'>;
}

/** What every state of an attempt has. */
interface AttemptBasics {
  readonly id: AttemptId;
  readonly task: string;
  readonly index: number;
  readonly attempt: number;
  /** When it was first claimed: its start deadline counts from here. */
  readonly since: Instant;
  readonly claim: AttemptClaim;
  /** The last proof of life of a web service's attempt; persisted at most every min(30 s, idle / 10). */
  readonly lastSeenAt: Instant | null;
  /** Engine-specific name where it could not be derived (a salted pod name). */
  readonly name?: string;
  readonly node?: string;
  /** Starts that were refused so far. */
  readonly refusals?: number;
  /** Set when nobody knows whether it started: what is known instead. */
  readonly doubt?: string;
  /** Why it exists but does not run yet. */
  readonly waitingFor?: string;
  /** What its engine says of its readiness, where it says anything: a running attempt is ready unless told otherwise. */
  readonly ready?: boolean;
  /** How often its containers were started again in place; never if absent. */
  readonly restarts?: number;
  /** What its worker last said of how it is doing. */
  readonly lastStatus?: { readonly message: string; readonly progress: JsonValue | null };
}

/** Nobody has asked it to end, and it has not. */
interface Unended extends AttemptBasics {
  readonly stop: null;
  readonly end: null;
  readonly sealBy: null;
}

/** The incarnation that its claim names may start it, and nobody else. */
export interface ClaimedAttempt extends Unended {
  readonly state: 'claimed';
  readonly startedAt: null;
}

/** A start was tried and certainly did not happen (or may be repeated at will); it is tried again at `retryAt`. */
export interface RefusedAttempt extends Unended {
  readonly state: 'refused';
  readonly startedAt: null;
  readonly retryAt: Instant;
}

/** It exists in its engine and does not run yet. */
export interface CreatedAttempt extends Unended {
  readonly state: 'created';
  readonly startedAt: null;
}

/** Its engine, or its worker, says that it runs. */
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
  /** When waiting for that began, once it was prolonged because the output was still being read. */
  readonly sealSince?: Instant;
}

/** An attempt that has not ended. */
export type ActiveAttempt = ClaimedAttempt | RefusedAttempt | CreatedAttempt | StartedAttempt | StoppingAttempt;

/** An attempt that has begun and whose end is not counted yet; its moves stand in apps/executor/src/run/attempt.ts. */
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
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** How an attempt's end is classified, once. */
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
  /** The last progress that its worker told; none if absent. */
  readonly progress?: JsonValue;
}

/** Something to do in the outside world; idempotent by its key, performed again by the sweep until it is cleared. */
export type Effect =
  | { readonly type: 'start'; readonly attempt: AttemptId }
  | { readonly type: 'stop'; readonly attempt: AttemptId; readonly force: boolean; readonly graceSeconds: number }
  | { readonly type: 'seal'; readonly attempt: AttemptId }
  | { readonly type: 'cleanUp'; readonly attempt: AttemptId };

/** Two effects of one key are one effect; asking to end and ending by force are two. */
export const effectKey = (effect: Effect): string =>
  `${effect.type === 'stop' && effect.force ? 'kill' : effect.type}:${effect.attempt}`;

/** How a run that is on its way out will end, decided once: the first decision stands. */
export interface Ending {
  readonly phase: Phase;
  readonly reason: string;
  readonly message: string;
  readonly actor: string;
  readonly exitCode: number | null;
  /** The pod whose end decided it; none if absent. */
  readonly pod?: string;
}

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
  /** Nominal slot; null for a run that no slot asked for. */
  readonly scheduledFor: Instant | null;
  /** Not started before this: jitter or `startAfter`. */
  readonly startAfter: Instant;
  readonly createdAt: Instant;
  readonly overrides: RunOverrides | null;
  readonly shard: number;

  readonly phase: Phase;
  readonly reason: string;
  readonly message: string;
  readonly phaseSince: Instant;
  readonly started: Instant | null;
  readonly finished: Instant | null;
  readonly exitCode: number | null;
  readonly generation: number;
  readonly retries: number;
  readonly tasks: readonly TaskState[];
  readonly live: readonly LiveAttempt[];
  /** Actions of policies that wait for their time; none if absent. */
  readonly delayed?: readonly DelayedAction[];
  /** The gang of each wave, in this generation; none has begun if absent. */
  readonly gangs?: readonly GangState[];
  /** A restart waits until then; absent: none does. */
  readonly notBefore?: Instant;
  readonly ending: Ending | null;
  readonly effects: readonly Effect[];
  readonly transitions: readonly Transition[];
  /** Transitions that are no longer embedded: they are in `runEvents`; none if absent. */
  readonly olderTransitions?: number;
  /** What people have changed of it while it was under way, laid over each other; nothing if absent. */
  readonly change?: RunChange;
  /**
   * Commands already applied, newest last: all of those that came while it was queued, then the last 32, which is more than are
   * ever applied and not marked as taken.
   */
  readonly commands: readonly string[];
  /** Keys of the limits in which this run holds a place. */
  readonly holds: readonly string[];
  /** When somebody must look at it again though nothing happened; null once final. */
  readonly wakeAt: Instant | null;
  /** When it is removed; null until it is final. */
  readonly expireAt: Instant | null;
  readonly rev: number;
}
