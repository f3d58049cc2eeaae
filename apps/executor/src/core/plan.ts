/** What a run's snapshot asks for, with every default filled in and every duration in milliseconds. */
import { engineOf } from '#common/contracts/worker.js';
import type { Engine } from '#common/contracts/worker.js';
import type { Tenant } from '#common/domain/definitions.js';
import { DEFAULT_IDLE_TIMEOUT_SECONDS, DEFAULT_START_DEADLINE_SECONDS } from '#common/domain/limits.js';
import type { RunSpec } from '#common/domain/spec.js';
import type { RetryRule } from '#common/domain/parallel/judge-end.js';

const SECOND = 1_000;
const DEFAULT_EXPONENTIAL_DELAY_SECONDS = 10;
const DEFAULT_MAX_DELAY_SECONDS = 600;

export interface TaskPlan {
  readonly name: string;
  readonly indexes: number;
  readonly retry: RetryRule;
}

export interface RetentionPlan {
  readonly successful: number;
  readonly failed: number;
  readonly maxAgeMs: number;
}

export interface RunPlan {
  readonly engine: Engine;
  /** In the order in which they start. */
  readonly tasks: readonly TaskPlan[];
  readonly startDeadlineMs: number;
  /** Longest time of one attempt, from its start; null is no limit. */
  readonly timeoutMs: number | null;
  /** Web service only: longest silence of an attempt. */
  readonly idleTimeoutMs: number | null;
  /** Longest time of the run, from the start of its first attempt. */
  readonly activeDeadlineMs: number | null;
  readonly idempotentStart: boolean;
  readonly retention: RetentionPlan;
}

/** `retention` is the tenant's, for what the job leaves open. */
export function planOf(spec: RunSpec, retention: Tenant['retention']): RunPlan {
  const { job, worker } = spec;
  const engine = engineOf(worker);
  return {
    engine,
    tasks: [{ name: 'main', indexes: 1, retry: retryPlan(job) }],
    startDeadlineMs: (job.startDeadlineSeconds ?? DEFAULT_START_DEADLINE_SECONDS) * SECOND,
    timeoutMs: inMs(job.timeoutSeconds),
    idleTimeoutMs: engine === 'webservice' ? (job.idleTimeoutSeconds ?? DEFAULT_IDLE_TIMEOUT_SECONDS) * SECOND : null,
    activeDeadlineMs: inMs(job.activeDeadlineSeconds),
    idempotentStart: engine === 'webservice' && worker.idempotentStart === true,
    retention: {
      successful: job.retention?.successful ?? retention.successful,
      failed: job.retention?.failed ?? retention.failed,
      maxAgeMs: (job.retention?.maxAgeSeconds ?? retention.maxAgeSeconds) * SECOND,
    },
  };
}

const inMs = (seconds: number | null | undefined): number | null => (seconds == null ? null : seconds * SECOND);

function retryPlan({ maxAttempts, retry = {} }: RunSpec['job']): RetryRule {
  const exponential = retry.backoff === 'exponential';
  return {
    maxAttempts: maxAttempts ?? 1,
    delayMs: (retry.delaySeconds ?? (exponential ? DEFAULT_EXPONENTIAL_DELAY_SECONDS : 0)) * SECOND,
    exponential,
    maxDelayMs: (retry.maxDelaySeconds ?? DEFAULT_MAX_DELAY_SECONDS) * SECOND,
    onExitCodes: new Set(retry.onExitCodes),
    notOnExitCodes: new Set(retry.notOnExitCodes),
    onIdleTimeout: retry.onIdleTimeout ?? false,
  };
}

/** How long to wait after the end of attempt number `attempt` (from 1) before the next one. */
export function retryDelayMs(retry: RetryRule, attempt: number): number {
  if (!retry.exponential) return retry.delayMs;
  return Math.min(retry.maxDelayMs, retry.delayMs * 2 ** Math.min(attempt - 1, 30));
}
