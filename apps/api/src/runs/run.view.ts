/** How the API shows a run. */
import { z } from 'zod';
import { backfillOf } from '#common/domain/backfill.js';
import { MAX_EMBEDDED_INDEXES, MAX_HOLDERS_SHOWN } from '#common/domain/limits.js';
import { MASK } from '#common/domain/mask.js';
import { jsonValue } from '#common/spec/fields.js';
import { laidOver } from '#common/spec/laid-over.js';
import { evaluateOptions } from '#common/spec/options/evaluate.js';
import type { RunSpec } from '#common/spec/definitions.js';
import { ENGINES } from '#common/spec/worker.js';
import { type Wait, WAIT_KINDS } from '#common/schedule/waits.js';
import { PHASES, RUN_STATES, stateOf } from '#common/run/phase.js';
import { TRIGGERS, type LiveAttempt, type Transition, type Run } from '#common/run/run.js';
import { INDEX_STATES } from './core/index-views.js';
import { retriesOf, taskViews, type RunDetails, type TaskView } from './core/task-views.js';
import { flag, int, intOrNull, text, textOrNull, time, timeOrNull, timeText, timeTextOrNull } from '../http/page.js';
import { isGathering, type RequestMark } from '#common/run/gathered.js';

/* How the API shows what a run waits for. */

const waitView = z.object({
  kind: z
    .enum(WAIT_KINDS)
    .describe(
      'What the run waits for: its start time, the limit of its job, the limit of its key, or a shared limit, which is a group or the quota of the tenant.',
    ),
  held: intOrNull('How many runs are active under the limit; null for a shared limit, or a time.'),
  size: intOrNull('How many runs may be active under the limit; null if there is no such number.'),
  place: z
    .int()
    .nullable()
    .meta({
      description: 'The place of the run in the queue of its job for the same limit, from 1; null for a time.',
      examples: [3],
    }),
  until: timeOrNull('When the wait ends by itself; null if another run has to end first.'),
  holders: z.array(z.string()).meta({
    description: `The runs that are active under the limit: the first ${MAX_HOLDERS_SHOWN}, oldest first.`,
    examples: [['demo-sync-1796122821']],
  }),
  message: z.string().meta({
    description: 'The wait, as a sentence.',
    examples: ['the key "42" is busy: 1 of 1 runs are active; place 3 in the queue'],
  }),
});

const toWaitView = ({ until, holders, ...wait }: Wait): z.output<typeof waitView> => ({
  ...wait,
  until: timeTextOrNull(until),
  holders: holders.slice(0, MAX_HOLDERS_SHOWN),
});

/* Shows the requests that a run stands for. */

const requestsFields = {
  by: z.enum(['debounce', 'collect']).describe('The rule of the job by which the requests became one run.'),
  key: z.string().meta({
    description: 'The key of the requests; empty if all requests of the job have the same key.',
    examples: ['order-4711'],
  }),
  count: z.int().meta({ description: 'How many requests there are.', examples: [12] }),
  open: flag('Whether the run takes further requests.'),
  firstAt: time('When the first request came.'),
  lastAt: time('When the last request came.'),
};
const requestView = z.object({
  id: text('The id of the request, as in the audit.'),
  at: time('When the request came.'),
  requestedBy: textOrNull('The name of the caller.'),
  trigger: z.enum(TRIGGERS).describe('The trigger of the request.'),
});

const requestsView = z
  .object(requestsFields)
  .nullable()
  .describe(
    'The requests for which the run stands, by `debounce` or `collect` of its job; null for a run that stands for one request or none.',
  );

/** Only shown for a single run. */
const requestDetailFields = {
  requests: z
    .object({
      ...requestsFields,
      first: z.array(requestView).describe('The first requests, oldest first.'),
      last: z.array(requestView).describe('The newest of the other requests, oldest first.'),
    })
    .nullable()
    .describe(
      'The requests for which the run stands, with details of some of them; null in the same cases as in lists.',
    ),
  items: z
    .array(jsonValue)
    .nullable()
    .meta({
      description: 'The values of each of the collected requests, oldest first; null for other runs.',
      examples: [[{ parameters: { order: 4711 }, options: {} }]],
    }),
};

const requestsOf = (run: Run): z.output<typeof requestsView> => {
  if (!run.requests) return null;
  const { by, key, count, firstAt, lastAt } = run.requests;
  return { by, key, count, open: isGathering(run), firstAt: timeText(firstAt), lastAt: timeText(lastAt) };
};

type RequestDetails = z.output<z.ZodObject<typeof requestDetailFields>>;

function requestDetailsOf(run: Run): RequestDetails {
  const requests = requestsOf(run);
  const markView = ({ id, at, by, trigger }: RequestMark): z.output<typeof requestView> => ({
    id,
    at: timeText(at),
    requestedBy: by,
    trigger,
  });
  const { first = [], last = [] } = run.requests ?? {};
  const named = requests && { ...requests, first: first.map(markView), last: last.map(markView) };
  return { requests: named, items: run.overrides?.items ?? null };
}

const counts = {
  pending: int('How many indexes have not started, or wait for a retry.'),
  running: int('How many indexes have a running attempt.'),
  succeeded: int('How many indexes have succeeded.'),
  failed: int('How many indexes have failed finally.'),
  terminating: int('How many indexes have an attempt that is being ended.'),
};

export const runView = z.object({
  id: text('The id of the run; the run of a slot has the id `<job>-<slot in epoch seconds>`.'),
  job: text('The id of the job.'),
  jobName: text('The name of the job when the run was recorded.'),
  jobVersion: int('The version of the job from which the run was started.'),
  tenant: text('The tenant of the job.'),
  worker: text('The worker of the job.'),
  engine: z.enum(ENGINES).describe('The engine that executes the attempts.'),
  trigger: z.enum(TRIGGERS).describe('What started the run.'),
  requestedBy: textOrNull('The name of the caller who requested the run; null for the run of a slot.'),
  scheduledFor: timeOrNull('The slot of the run; null for a run without a slot.'),
  startAfter: time('The run is not started before this instant.'),
  priority: int('The priority of the run among runs of its tenant that wait for the same permits or places.'),
  limitKey: z
    .string()
    .nullable()
    .meta({
      description: 'The key of the run for `concurrency.perKey` of its job; null if it has none.',
      examples: ['42'],
    }),
  createdAt: time('When the run was recorded.'),
  started: timeOrNull('When the first attempt started; null before that.'),
  finished: timeOrNull('When the run ended; null before its end.'),
  state: z.enum(RUN_STATES).describe('The coarse state of the run, derived from `phase`.'),
  phase: z.enum(PHASES).describe('The phase of the run; see docs/state-machines.md.'),
  reason: text('The reason for the phase, as a code.'),
  message: text('The reason for the phase, as a sentence; empty if there is nothing to add.'),
  exitCode: intOrNull('The exit code that decided the result; null if there is none.'),
  generation: int('How many times the whole run was restarted.'),
  retries: int(
    `How many attempts were made in addition to the first attempt of each index, in this generation. In a list, indexes without an attempt under way may not be counted if a run has more than ${MAX_EMBEDDED_INDEXES} of them.`,
  ),
  preemptions: int('How often attempts of the run were stopped so that other runs could use their places or permits.'),
  phaseSince: time('When the run entered its phase.'),
  minAvailable: intOrNull(
    'How many indexes must be able to run before any of them starts; null: they start one by one.',
  ),
  archived: flag('True if the run is in the archive: reading it takes longer, and it cannot be resumed.'),
  rerunOf: textOrNull('The earlier run that this run repeats; null if it repeats none.'),
  backfill: textOrNull('The backfill that started the run; null for other runs.'),
  errorGroup: textOrNull(
    'The error group to which the failed run belongs, set shortly after its end; null for other runs.',
  ),
  requests: requestsView,
  totals: z
    .object({
      ...counts,
      unknown: int('How many attempts are in doubt: it is not known yet whether they were started.'),
    })
    .describe('The indexes of all tasks, counted by their states.'),
  tasks: z
    .array(
      z.object({
        name: text('The name of the task.'),
        indexes: int('How many indexes the task has.'),
        ...counts,
        completedIndexes: text('The indexes that have succeeded, in the text form of Kubernetes: `1,3-5,7`.'),
        failedIndexes: text('The indexes that have failed finally, in the same form as `completedIndexes`.'),
      }),
    )
    .describe('The tasks of the run; a plain job has one task, `main`.'),
});
export type RunView = z.output<typeof runView>;

const dependentView = z.object({
  job: text('The id of a job that runs after the job of this run.'),
  jobName: text('The name of that job.'),
  run: textOrNull('The run of that job in the same chain; null if there is none yet.'),
  state: z.enum(RUN_STATES).nullable().describe('The coarse state of that run; null if there is none.'),
});
export type DependentView = z.output<typeof dependentView>;

/** A single run. */
export const runDetailView = runView.extend({
  parameters: jsonValue
    .nullable()
    .describe(
      'The parameters that the workers get: those of the job in `jobVersion`, overridden by those of the run. null if there are none, or if the snapshot of the run is no longer stored.',
    ),
  ...requestDetailFields,
  options: z
    .record(z.string(), jsonValue)
    .describe(
      `The values of the job's options in this run, defaults included; the values of secret options are "${MASK}".`,
    ),
  waitsFor: z.array(waitView).meta({
    description: 'What the run waits for while it is `QUEUED`; empty if it does not wait, or is about to be admitted.',
    examples: [[]],
  }),
  outputs: z
    .record(z.string(), jsonValue)
    .nullable()
    .describe('The outputs that the workers reported; null if they reported none.'),
  cause: textOrNull(
    'The cause with which the chain of the run began; runs with the same cause belong together. Null if no job depends on this one.',
  ),
  causedBy: z
    .array(
      z.object({
        run: text('The id of the run.'),
        job: text('The id of the job.'),
      }),
    )
    .describe('The runs of other jobs whose ends started this run.'),
  dependents: z
    .array(dependentView)
    .describe('The jobs that run after the job of this run, with their runs in the same chain.'),
});
export type RunDetailView = z.output<typeof runDetailView>;

export const indexView = z.object({
  task: text('The name of its task.'),
  index: int('The number of the index within the task, from 0.'),
  key: textOrNull('The key of the index from `withKeys`; null if there is none.'),
  matrix: z
    .record(z.string(), z.string())
    .nullable()
    .describe('The values of the index from `withMatrix`; null if there are none.'),
  state: z.enum(INDEX_STATES).describe('The state of the index.'),
  attempts: int('How many attempts were begun in this generation.'),
  failures: int('How many of these attempts count as failures.'),
  nextAttemptAt: timeOrNull(
    'The instant from which the index is tried again, or its refused start is repeated; null if it does not wait for that.',
  ),
});

export const eventView = z.object({
  at: time('When the transition happened.'),
  phase: z.enum(PHASES).describe('The phase of the run from then on.'),
  reason: text('The reason, as a code.'),
  message: text('The reason, as a sentence; empty if there is nothing to add.'),
  actor: text('The caller or the service that caused the transition.'),
  pod: textOrNull('The pod that the transition concerns; null if it concerns none.'),
});
export type EventView = z.output<typeof eventView>;

/** `maxText`: see `taskViews`. */
export function toRunView(details: RunDetails, maxText?: number): RunView {
  const { run, shape } = details;
  const tasks = taskViews(details, maxText);
  const doubtful = run.live.filter(isInDoubt).length;
  return {
    id: run.id,
    job: run.job,
    jobName: run.jobName,
    jobVersion: run.jobVersion,
    tenant: run.tenant,
    worker: run.worker,
    engine: run.engine,
    trigger: run.trigger,
    requestedBy: run.requestedBy,
    scheduledFor: timeTextOrNull(run.scheduledFor),
    startAfter: timeText(run.startAfter),
    priority: run.priority ?? 0,
    limitKey: run.limitKey ?? null,
    createdAt: timeText(run.createdAt),
    started: timeTextOrNull(run.started),
    finished: timeTextOrNull(run.finished),
    state: stateOf(run.phase),
    phase: run.phase,
    reason: run.reason,
    message: run.message,
    exitCode: run.exitCode,
    generation: run.generation,
    retries: retriesOf(details),
    preemptions: run.preemptions ?? 0,
    phaseSince: timeText(run.phaseSince),
    minAvailable: shape?.rules.minAvailable ?? null,
    archived: run.archivedAt !== undefined,
    rerunOf: run.overrides?.rerunOf ?? null,
    backfill: run.trigger === 'backfill' ? backfillOf(run.id, run.job) : null,
    errorGroup: run.errorGroup ?? null,
    requests: requestsOf(run),
    totals: totalsOf(tasks, doubtful),
    tasks,
  };
}

/** Also shows the inputs of its workers; `spec` is the run's snapshot, undefined if that is gone. */
export function toRunDetailView(
  details: RunDetails,
  spec: RunSpec | undefined,
  { dependents, waits }: { readonly dependents: DependentView[]; readonly waits: readonly Wait[] },
): RunDetailView {
  const { overrides, outputs, cause, causedBy = [] } = details.run;
  const { values } = evaluateOptions(spec?.job.options ?? [], overrides?.options ?? {});
  return {
    ...toRunView(details),
    ...requestDetailsOf(details.run),
    parameters: laidOver(spec?.job.parameters, overrides?.parameters) ?? null,
    options: Object.fromEntries(values.map(({ name, value, secret }) => [name, secret ? MASK : value])),
    waitsFor: waits.map(toWaitView),
    outputs: outputs ?? null,
    cause: cause ?? null,
    causedBy: causedBy.map(({ run, job }) => ({ run, job })),
    dependents,
  };
}

/** Whether an attempt in doubt has started is unknown: it is counted separately from waiting attempts. */
const isInDoubt = ({ doubt, startedAt, end, stop }: LiveAttempt): boolean =>
  doubt !== undefined && startedAt === null && end === null && stop === null;

function totalsOf(tasks: readonly TaskView[], unknown: number): RunView['totals'] {
  const sum = (pick: (task: TaskView) => number): number => tasks.reduce((total, task) => total + pick(task), 0);
  return {
    pending: Math.max(0, sum((task) => task.pending) - unknown),
    running: sum((task) => task.running),
    succeeded: sum((task) => task.succeeded),
    failed: sum((task) => task.failed),
    terminating: sum((task) => task.terminating),
    unknown,
  };
}

export const toEventView = ({ at, phase, reason, message, actor, pod }: Transition): EventView => ({
  at: timeText(at),
  phase,
  reason,
  message,
  actor,
  pod: pod ?? null,
});
