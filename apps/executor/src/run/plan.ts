/** The plan of a run: its snapshot with every default filled in and every duration in milliseconds. */
import { engineOf } from '#common/spec/worker.js';
import type { Engine } from '#common/spec/worker.js';
import type { Tenant, RunSpec } from '#common/spec/definitions.js';
import {
  DEFAULT_GRACE_SECONDS,
  DEFAULT_IDLE_TIMEOUT_SECONDS,
  DEFAULT_PREEMPTIONS,
  DEFAULT_START_DEADLINE_SECONDS,
} from '#common/domain/limits.js';
import type { ParallelismSpec, RunChange } from '#common/spec/tasks.js';
import type { NormalTask, RunRules } from '#common/spec/normal-task.js';
import { callSettings, endsByAnswer, mayRepeat } from '#common/spec/http-call.js';
import { shapeOf } from '#common/run/run-shape.js';
import type { TaskState } from '#common/run/run.js';
import type { RetryRuleSpec } from '#common/spec/retry.js';

const SECOND = 1_000;
const DEFAULT_EXPONENTIAL_DELAY_SECONDS = 10;
const DEFAULT_MAX_DELAY_SECONDS = 600;

/** How failed indexes are retried. */
export interface RetryRule {
  /** Attempts of one index, the first included. */
  readonly maxAttempts: number;
  readonly delayMs: number;
  readonly exponential: boolean;
  readonly maxDelayMs: number;
  /** The random share of a delay: the wait is between (1 − share) × delay and the whole delay. */
  readonly jitterShare: number;
  /** The first case that fits an end decides. */
  readonly rules: readonly RetryCase[];
  /** Only these exit codes are retried; empty: all that are not excluded. */
  readonly onExitCodes: ReadonlySet<number>;
  readonly notOnExitCodes: ReadonlySet<number>;
  readonly onIdleTimeout: boolean;
}

/** A retry rule for particular ends. An end fits if it meets every condition that is not null. */
export interface RetryCase {
  readonly exitCodes: ReadonlySet<number> | null;
  /** Web services: statuses such as 500, or groups of them such as `5xx`. */
  readonly httpStatuses: ReadonlySet<number | string> | null;
  readonly reasons: ReadonlySet<string> | null;
  readonly retry: boolean;
  /** Null: the delay of the job. */
  readonly delayMs: number | null;
}

/** `jitterShare` for each value of the job's `retry.jitter`. */
const JITTER_SHARES = { none: 0, equal: 0.5, full: 1 };

export interface TaskPlan extends NormalTask {
  readonly retry: RetryRule;
}

export interface RetentionPlan {
  readonly successful: number;
  readonly failed: number;
  readonly maxAgeMs: number;
  /** How long the archive keeps its runs; 0: they are not archived. */
  readonly archiveMs: number;
}

/** How a preemptible run gives its room to other runs. */
export interface PreemptionPlan {
  readonly maxTimes: number;
  readonly graceSeconds: number;
}

export interface RunPlan {
  readonly engine: Engine;
  /** The tasks in the order of the job. */
  readonly tasks: readonly TaskPlan[];
  /** The rules for the run as a whole. */
  readonly rules: RunRules;
  readonly startDeadlineMs: number;
  /** Longest duration of one attempt, from its start; null is no limit. */
  readonly timeoutMs: number | null;
  /** Longest silence of an attempt: without a callback of a web service, or a line of a pod or process. Null is no limit. */
  readonly idleTimeoutMs: number | null;
  /** Longest duration of the run, from the start of its first attempt. */
  readonly activeDeadlineMs: number | null;
  readonly idempotentStart: boolean;
  /** Attempts are calls whose answers are their ends: they live in the replica that makes the call, and no callback reports them. */
  readonly answersEnd: boolean;
  /** Null: the run is not preemptible. */
  readonly preemption: PreemptionPlan | null;
  readonly retention: RetentionPlan;
}

/** The values of a run itself, besides its snapshot. */
export interface OwnNumbers {
  /** Replaces fields of the job's parallelism. */
  readonly parallelism?: ParallelismSpec | undefined;
  /** Changes that were made while the run was under way. */
  readonly change?: RunChange | undefined;
}

/** `retention`: the tenant's settings, for values that the job does not set. */
export function planOf(
  spec: RunSpec,
  retention: Tenant['retention'],
  { parallelism, change }: OwnNumbers = {},
): RunPlan {
  const { worker } = spec;
  const { job } = spec;
  const engine = engineOf(worker);
  const others = (spec.taskWorkers ?? []).map((each) => each.worker);
  const { tasks, rules } = shapeOf(job, { parallelism }, change);
  const retry = retryPlan(job);
  const answersEnd = endsByAnswer(spec);
  const calls = [callSettings(worker, job), ...others];
  return {
    engine,
    tasks: tasks.map((task) => ({ ...task, retry: { ...retry, maxAttempts: task.maxAttempts } })),
    rules,
    startDeadlineMs: (job.startDeadlineSeconds ?? DEFAULT_START_DEADLINE_SECONDS) * SECOND,
    ...limitsOf(job, engine, answersEnd),
    idempotentStart: engine === 'webservice' && calls.every(answersEnd ? mayRepeat : isIdempotent),
    answersEnd,
    preemption: rules.minAvailable === null ? preemptionPlan(job) : null,
    retention: retentionPlan(job, retention),
  };
}

const preemptionPlan = ({ preemptible }: RunSpec['job']): PreemptionPlan | null =>
  preemptible === undefined
    ? null
    : {
        maxTimes: preemptible.maxTimes ?? DEFAULT_PREEMPTIONS,
        graceSeconds: preemptible.graceSeconds ?? DEFAULT_GRACE_SECONDS,
      };

const isIdempotent = ({ idempotentStart }: Pick<RunSpec['job'], 'idempotentStart'>): boolean =>
  idempotentStart === true;

const limitsOf = (
  job: RunSpec['job'],
  engine: Engine,
  answersEnd: boolean,
): Pick<RunPlan, 'timeoutMs' | 'idleTimeoutMs' | 'activeDeadlineMs'> => ({
  timeoutMs: inMs(job.timeoutSeconds),
  // A call is silent until its answer.
  idleTimeoutMs: answersEnd
    ? null
    : inMs(job.idleTimeoutSeconds ?? (engine === 'webservice' ? DEFAULT_IDLE_TIMEOUT_SECONDS : null)),
  activeDeadlineMs: inMs(job.activeDeadlineSeconds),
});

const retentionPlan = ({ retention = {} }: RunSpec['job'], tenant: Tenant['retention']): RetentionPlan => ({
  successful: retention.successful ?? tenant.successful,
  failed: retention.failed ?? tenant.failed,
  maxAgeMs: (retention.maxAgeSeconds ?? tenant.maxAgeSeconds) * SECOND,
  archiveMs: (retention.archiveSeconds ?? tenant.archiveSeconds ?? 0) * SECOND,
});

const inMs = (seconds: number | null | undefined): number | null => (seconds == null ? null : seconds * SECOND);

function retryPlan({ maxAttempts, retry = {} }: RunSpec['job']): RetryRule {
  const exponential = retry.backoff === 'exponential';
  return {
    maxAttempts: maxAttempts ?? 1,
    delayMs: (retry.delaySeconds ?? (exponential ? DEFAULT_EXPONENTIAL_DELAY_SECONDS : 0)) * SECOND,
    exponential,
    maxDelayMs: (retry.maxDelaySeconds ?? DEFAULT_MAX_DELAY_SECONDS) * SECOND,
    jitterShare: JITTER_SHARES[retry.jitter ?? 'none'],
    rules: (retry.rules ?? []).map(retryCase),
    onExitCodes: new Set(retry.onExitCodes),
    notOnExitCodes: new Set(retry.notOnExitCodes),
    onIdleTimeout: retry.onIdleTimeout ?? false,
  };
}

const retryCase = ({ exitCodes, httpStatuses, reasons, retry, delaySeconds }: RetryRuleSpec): RetryCase => ({
  exitCodes: exitCodes ? new Set(exitCodes) : null,
  httpStatuses: httpStatuses ? new Set(httpStatuses) : null,
  reasons: reasons ? new Set(reasons) : null,
  retry: retry ?? true,
  delayMs: inMs(delaySeconds),
});

/** A task without any attempts. */
export const freshTask = ({ name, indexes }: Pick<TaskState, 'name' | 'indexes'>): TaskState => ({
  name,
  indexes,
  pending: indexes,
  running: 0,
  succeeded: 0,
  failed: 0,
  terminating: 0,
});
