/** Runs, plans and contexts of decisions for tests of pure code: everything has a plain default unless a test sets it. */
import { shardOf } from '#testing/shards.js';
import type { JobSpec } from '#common/spec/job.js';
import type { RunChange } from '#common/spec/tasks.js';
import { DEFAULT_RETENTION, type RunSpec } from '#common/spec/definitions.js';
import { asJobId, asReplicaId, asRunId, asSpecHash, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { newRun } from '#common/run/new-run.js';
import type { Run } from '#common/run/run.js';
import type { DecisionContext } from '../../../apps/executor/src/run/context.js';
import { runRules, type RunRules } from '#common/spec/normal-task.js';
import { freshTask, planOf, type RetryRule, type RunPlan, type TaskPlan } from '../../../apps/executor/src/run/plan.js';

export const T0 = 1_700_000_000_000;

export const plainRetry: RetryRule = {
  maxAttempts: 1,
  delayMs: 0,
  exponential: false,
  maxDelayMs: 600_000,
  jitterShare: 0,
  rules: [],
  onExitCodes: new Set(),
  notOnExitCodes: new Set(),
  onIdleTimeout: false,
};

export const aTask = (
  fields: Partial<Omit<TaskPlan, 'retry'>> & { readonly retry?: Partial<RetryRule> } = {},
): TaskPlan => ({
  name: 'main',
  position: 0,
  source: { kind: 'completions', count: fields.indexes ?? 1 },
  indexes: 1,
  isIndexed: true,
  maxActive: null,
  strategy: 'AllSuccessful',
  maxAttempts: fields.retry?.maxAttempts ?? 1,
  maxRestarts: 3,
  minAvailable: null,
  policies: [],
  dependsOn: [],
  wave: 0,
  priorityClassName: null,
  own: null,
  ...fields,
  retry: { ...plainRetry, ...fields.retry },
});

export const aPlan = (
  fields: Partial<Omit<RunPlan, 'rules'>> & { readonly rules?: Partial<RunRules> } = {},
): RunPlan => ({
  engine: 'process',
  tasks: [aTask()],
  startDeadlineMs: 900_000,
  timeoutMs: null,
  idleTimeoutMs: null,
  activeDeadlineMs: null,
  idempotentStart: false,
  answersEnd: false,
  preemption: null,
  retention: { successful: 100, failed: 100, maxAgeMs: 86_400_000, archiveMs: 0 },
  ...fields,
  rules: { ...runRules({}, fields.tasks ?? []), ...fields.rules },
});

/** The snapshot of a job on the process engine. */
export const aSpec = (job: JobSpec): RunSpec => ({
  hash: asSpecHash('spec'),
  jobId: 'job',
  jobVersion: 1,
  workerId: 'worker',
  workerVersion: 1,
  engine: 'process',
  job,
  worker: { name: 'Worker', engine: 'process', command: ['true'] },
  sealed: { secureParameters: null, httpHeaders: {} },
});

/** The plan of a job on the process engine. */
export const planFor = (job: JobSpec, change?: RunChange): RunPlan => planOf(aSpec(job), DEFAULT_RETENTION, { change });

/** A run of the plan as it leaves the scheduler. */
export function aRun(plan: RunPlan, fields: Partial<Run> = {}): Run {
  const run = newRun(
    {
      id: asRunId('job-1'),
      shard: shardOf('job-1'),
      tenant: asTenantId('ibm'),
      job: asJobId('job'),
      jobName: 'A job',
      jobVersion: 1,
      worker: asWorkerId('worker'),
      engine: plan.engine,
      spec: asSpecHash('spec'),
      trigger: 'schedule',
      requestedBy: null,
      scheduledFor: T0,
      startAfter: T0,
      overrides: null,
      phase: 'Pending',
      reason: 'Admitted',
      message: '',
      holds: [],
    },
    T0,
  );
  return { ...run, tasks: plan.tasks.map(freshTask), ...fields };
}

/** `grant`: the most that the start queue grants a decision. */
export type ContextFields = Partial<Omit<DecisionContext, 'grant'>> & { readonly grant?: number };

export const aContext = (
  plan: RunPlan,
  { grant = Number.MAX_SAFE_INTEGER, ...fields }: ContextFields = {},
): DecisionContext => ({
  now: T0,
  plan,
  self: { replica: asReplicaId('replica-1'), incarnation: 'incarnation-1', host: 'host-1', lease: 1 },
  grant: ({ most }) => Math.min(most, grant),
  mayClaimAgain: () => true,
  demand: null,
  capacity: Number.MAX_SAFE_INTEGER,
  engines: ['kubernetes', 'webservice', 'process'],
  ranUntil: null,
  sealHoldMs: 60_000,
  priorities: {},
  alive: null,
  tables: null,
  nonce: 'nonce',
  ...fields,
});
