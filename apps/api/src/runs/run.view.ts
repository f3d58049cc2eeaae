/** How the API shows a run. */
import { z } from 'zod';
import { backfillOf } from '#common/domain/backfill.js';
import { jsonValue, MASK } from '#common/spec/fields.js';
import { laidOver } from '#common/spec/laid-over.js';
import { evaluateOptions } from '#common/spec/options/evaluate.js';
import type { RunSpec } from '#common/spec/run-spec.js';
import { ENGINES } from '#common/spec/worker.js';
import type { Wait } from '#common/schedule/waits.js';
import { PHASES, RUN_STATES, stateOf } from '#common/run/phase.js';
import { TRIGGERS, type LiveAttempt, type Transition } from '#common/run/run.js';
import { INDEX_STATES } from './core/index-views.js';
import { taskViews, type RunDetails, type TaskView } from './core/task-views.js';
import { requestDetailFields, requestDetailsOf, requestsOf, requestsView } from './requests.view.js';
import { timeText, timeTextOrNull } from '../http/core/time-text.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';
import { toWaitView, waitView } from './wait.view.js';

const counts = {
  pending: z.int().describe('Indexes that have not started, or wait for a retry.'),
  running: z.int().describe('Indexes with an attempt that runs.'),
  succeeded: z.int().describe('Indexes that have succeeded.'),
  failed: z.int().describe('Indexes that have failed for good.'),
  terminating: z.int().describe('Indexes whose attempt is being ended.'),
};

export const runView = z.object({
  id: z.string().describe('By which the run is addressed; the run of a slot is named `<job>-<slot in epoch seconds>`.'),
  job: z.string().describe('The id of its job.'),
  jobName: z.string().describe('The name of its job when the run was recorded.'),
  jobVersion: z.int().describe('The version of the job that it was made from.'),
  tenant: z.string().describe('The tenant of its job.'),
  worker: z.string().describe('The worker of its job.'),
  engine: z.enum(ENGINES).describe('How its attempts are executed.'),
  trigger: z.enum(TRIGGERS).describe('What asked for it.'),
  requestedBy: z.string().nullable().describe('Who asked for it; null for a slot.'),
  scheduledFor: shownTimeOrNull.meta({ description: 'The slot; null for a run that no slot asked for.' }),
  startAfter: shownTime.describe('It starts no earlier than this.'),
  priority: z.int().describe('Its place among runs of its tenant that wait for the same.'),
  limitKey: z
    .string()
    .nullable()
    .meta({
      description: 'Under which it counts in `concurrency.perKey` of its job; null where it has no such key.',
      examples: ['42'],
    }),
  createdAt: shownTime.describe('When it was recorded.'),
  started: shownTimeOrNull.describe('When its first attempt started; null before that.'),
  finished: shownTimeOrNull.describe('When it ended; null before that.'),
  state: z.enum(RUN_STATES).describe('Where it is, as one coarse word derived from `phase`.'),
  phase: z.enum(PHASES).describe('Where it is, in detail; see docs/state-machines.md.'),
  reason: z.string().describe('Why it is in that phase, as a code.'),
  message: z.string().describe('Why it is in that phase, as a sentence; empty where there is nothing to add.'),
  exitCode: z.int().nullable().describe('The exit code that decided the run; null where there is none.'),
  generation: z.int().describe('Counts restarts of the whole run, from 0.'),
  retries: z.int().describe('Attempts that were made beyond the first of each index.'),
  preemptions: z.int().describe('How often attempts of it were stopped so that other runs had their places.'),
  phaseSince: shownTime.describe('When it entered its phase.'),
  minAvailable: z
    .int()
    .nullable()
    .describe('How many pieces have to be able to run before any of them starts; null: they start one by one.'),
  archived: z
    .boolean()
    .describe('True once it is in the archive: it is read from there, which takes longer, and cannot be resumed.'),
  rerunOf: z.string().nullable().describe('The run that it repeats; null where it repeats none.'),
  backfill: z.string().nullable().describe('The backfill of its job that asked for it; null for other runs.'),
  errorGroup: z
    .string()
    .nullable()
    .describe('The error group that it belongs to as a failure, a moment after its end; null of other runs.'),
  requests: requestsView,
  totals: z
    .object({
      ...counts,
      unknown: z.int().describe('Attempts of which it is not known yet whether they were started.'),
    })
    .describe('Indexes of all tasks, by where they are.'),
  tasks: z
    .array(
      z.object({
        name: z.string().describe('The name of the task.'),
        indexes: z.int().describe('How many indexes it has.'),
        ...counts,
        completedIndexes: z.string().meta({ description: "Kubernetes' text form: `1,3-5,7`." }),
        failedIndexes: z.string().describe('As `completedIndexes`, of those that have failed for good.'),
      }),
    )
    .describe('Its tasks; a plain job has one, `main`.'),
});
export type RunView = z.output<typeof runView>;

const dependentView = z.object({
  job: z.string().describe('The id of a job that runs after its job.'),
  jobName: z.string().describe('The name of that job.'),
  run: z.string().nullable().describe('The run that it has of this chain; null where it has none, or none yet.'),
  state: z.enum(RUN_STATES).nullable().describe('Where that run is; null as above.'),
});
export type DependentView = z.output<typeof dependentView>;

/** A run by itself. */
export const runDetailView = runView.extend({
  parameters: jsonValue.nullable().meta({
    description:
      "What its workers are given: the job's parameters of `jobVersion`, with those of the run laid over them. null where there are none, or where the run's snapshot is gone.",
  }),
  ...requestDetailFields,
  options: z.record(z.string(), jsonValue).meta({
    description: `The values of the job's options in this run, defaults included; those of secret options are "${MASK}".`,
  }),
  waitsFor: z.array(waitView).meta({
    description: 'What it waits for while it is `QUEUED`; empty where it does not wait, or is about to be admitted.',
    examples: [[]],
  }),
  outputs: z
    .record(z.string(), jsonValue)
    .nullable()
    .describe('What its workers have said of its result; null where they have said nothing.'),
  cause: z
    .string()
    .nullable()
    .describe('What its chain goes back to; runs of one cause belong together. Null where no job depends on it.'),
  causedBy: z
    .array(
      z.object({
        run: z.string().describe('The id of the run.'),
        job: z.string().describe('The id of its job.'),
      }),
    )
    .describe('The runs of other jobs whose ends asked for it.'),
  dependents: z.array(dependentView).describe('Jobs that run after its job, and their runs of the same chain.'),
});
export type RunDetailView = z.output<typeof runDetailView>;

export const indexView = z.object({
  task: z.string().describe('The name of its task.'),
  index: z.int().describe('Its number within the task, from 0.'),
  key: z.string().nullable().meta({ description: 'Of `withKeys`.' }),
  matrix: z.record(z.string(), z.string()).nullable().meta({ description: 'The cell of `withMatrix`.' }),
  state: z.enum(INDEX_STATES).describe('Where it is.'),
  attempts: z.int().meta({ description: 'Attempts begun in this generation.' }),
  failures: z.int().meta({ description: 'Those that count as failures.' }),
  nextAttemptAt: shownTimeOrNull.describe(
    'From when on it is tried again, or its refused start is repeated; null unless it waits for that.',
  ),
});

export const eventView = z.object({
  at: shownTime.describe('When it happened.'),
  phase: z.enum(PHASES).describe('The phase that the run was in from then on.'),
  reason: z.string().describe('Why, as a code.'),
  message: z.string().describe('Why, as a sentence; empty where there is nothing to add.'),
  actor: z.string().describe('Who or what caused it: a caller, or a service.'),
  pod: z.string().nullable().meta({ description: 'The pod that it is about, where it is about one.' }),
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
    retries: run.retries,
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

/** Whether an attempt in doubt has started nobody knows: it is counted apart from those that wait. */
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
