/** How the API shows a run. */
import { z } from 'zod';
import { backfillOf } from '#common/domain/backfill.js';
import { MAX_EMBEDDED_INDEXES } from '#common/domain/limits.js';
import { MASK } from '#common/domain/mask.js';
import { jsonValue } from '#common/spec/fields.js';
import { laidOver } from '#common/spec/laid-over.js';
import { evaluateOptions } from '#common/spec/options/evaluate.js';
import type { RunSpec } from '#common/spec/run-spec.js';
import { ENGINES } from '#common/spec/worker.js';
import type { Wait } from '#common/schedule/waits.js';
import { PHASES, RUN_STATES, stateOf } from '#common/run/phase.js';
import { TRIGGERS, type LiveAttempt, type Transition } from '#common/run/run.js';
import { INDEX_STATES } from './core/index-views.js';
import { retriesOf, taskViews, type RunDetails, type TaskView } from './core/task-views.js';
import { requestDetailFields, requestDetailsOf, requestsOf, requestsView } from './requests.view.js';
import { timeText, timeTextOrNull } from '../http/core/time-text.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';
import { toWaitView, waitView } from './wait.view.js';

const counts = {
  pending: z.int().describe('How many indexes have not started, or wait for a retry.'),
  running: z.int().describe('How many indexes have a running attempt.'),
  succeeded: z.int().describe('How many indexes have succeeded.'),
  failed: z.int().describe('How many indexes have failed finally.'),
  terminating: z.int().describe('How many indexes have an attempt that is being ended.'),
};

export const runView = z.object({
  id: z.string().describe('The id of the run; the run of a slot has the id `<job>-<slot in epoch seconds>`.'),
  job: z.string().describe('The id of the job.'),
  jobName: z.string().describe('The name of the job when the run was recorded.'),
  jobVersion: z.int().describe('The version of the job from which the run was started.'),
  tenant: z.string().describe('The tenant of the job.'),
  worker: z.string().describe('The worker of the job.'),
  engine: z.enum(ENGINES).describe('The engine that executes the attempts.'),
  trigger: z.enum(TRIGGERS).describe('What started the run.'),
  requestedBy: z
    .string()
    .nullable()
    .describe('The name of the caller who requested the run; null for the run of a slot.'),
  scheduledFor: shownTimeOrNull.meta({ description: 'The slot of the run; null for a run without a slot.' }),
  startAfter: shownTime.describe('The run is not started before this instant.'),
  priority: z
    .int()
    .describe('The priority of the run among runs of its tenant that wait for the same permits or places.'),
  limitKey: z
    .string()
    .nullable()
    .meta({
      description: 'The key of the run for `concurrency.perKey` of its job; null if it has none.',
      examples: ['42'],
    }),
  createdAt: shownTime.describe('When the run was recorded.'),
  started: shownTimeOrNull.describe('When the first attempt started; null before that.'),
  finished: shownTimeOrNull.describe('When the run ended; null before its end.'),
  state: z.enum(RUN_STATES).describe('The coarse state of the run, derived from `phase`.'),
  phase: z.enum(PHASES).describe('The phase of the run; see docs/state-machines.md.'),
  reason: z.string().describe('The reason for the phase, as a code.'),
  message: z.string().describe('The reason for the phase, as a sentence; empty if there is nothing to add.'),
  exitCode: z.int().nullable().describe('The exit code that decided the result; null if there is none.'),
  generation: z.int().describe('How many times the whole run was restarted.'),
  retries: z
    .int()
    .describe(
      `How many attempts were made in addition to the first attempt of each index, in this generation. In a list, indexes without an attempt under way may not be counted if a run has more than ${MAX_EMBEDDED_INDEXES} of them.`,
    ),
  preemptions: z
    .int()
    .describe('How often attempts of the run were stopped so that other runs could use their places or permits.'),
  phaseSince: shownTime.describe('When the run entered its phase.'),
  minAvailable: z
    .int()
    .nullable()
    .describe('How many indexes must be able to run before any of them starts; null: they start one by one.'),
  archived: z
    .boolean()
    .describe('True if the run is in the archive: reading it takes longer, and it cannot be resumed.'),
  rerunOf: z.string().nullable().describe('The earlier run that this run repeats; null if it repeats none.'),
  backfill: z.string().nullable().describe('The backfill that started the run; null for other runs.'),
  errorGroup: z
    .string()
    .nullable()
    .describe('The error group to which the failed run belongs, set shortly after its end; null for other runs.'),
  requests: requestsView,
  totals: z
    .object({
      ...counts,
      unknown: z.int().describe('How many attempts are in doubt: it is not known yet whether they were started.'),
    })
    .describe('The indexes of all tasks, counted by their states.'),
  tasks: z
    .array(
      z.object({
        name: z.string().describe('The name of the task.'),
        indexes: z.int().describe('How many indexes the task has.'),
        ...counts,
        completedIndexes: z
          .string()
          .meta({ description: 'The indexes that have succeeded, in the text form of Kubernetes: `1,3-5,7`.' }),
        failedIndexes: z
          .string()
          .describe('The indexes that have failed finally, in the same form as `completedIndexes`.'),
      }),
    )
    .describe('The tasks of the run; a plain job has one task, `main`.'),
});
export type RunView = z.output<typeof runView>;

const dependentView = z.object({
  job: z.string().describe('The id of a job that runs after the job of this run.'),
  jobName: z.string().describe('The name of that job.'),
  run: z.string().nullable().describe('The run of that job in the same chain; null if there is none yet.'),
  state: z.enum(RUN_STATES).nullable().describe('The coarse state of that run; null if there is none.'),
});
export type DependentView = z.output<typeof dependentView>;

/** A single run. */
export const runDetailView = runView.extend({
  parameters: jsonValue.nullable().meta({
    description:
      'The parameters that the workers get: those of the job in `jobVersion`, overridden by those of the run. null if there are none, or if the snapshot of the run is no longer stored.',
  }),
  ...requestDetailFields,
  options: z.record(z.string(), jsonValue).meta({
    description: `The values of the job's options in this run, defaults included; the values of secret options are "${MASK}".`,
  }),
  waitsFor: z.array(waitView).meta({
    description: 'What the run waits for while it is `QUEUED`; empty if it does not wait, or is about to be admitted.',
    examples: [[]],
  }),
  outputs: z
    .record(z.string(), jsonValue)
    .nullable()
    .describe('The outputs that the workers reported; null if they reported none.'),
  cause: z
    .string()
    .nullable()
    .describe(
      'The cause with which the chain of the run began; runs with the same cause belong together. Null if no job depends on this one.',
    ),
  causedBy: z
    .array(
      z.object({
        run: z.string().describe('The id of the run.'),
        job: z.string().describe('The id of the job.'),
      }),
    )
    .describe('The runs of other jobs whose ends started this run.'),
  dependents: z
    .array(dependentView)
    .describe('The jobs that run after the job of this run, with their runs in the same chain.'),
});
export type RunDetailView = z.output<typeof runDetailView>;

export const indexView = z.object({
  task: z.string().describe('The name of its task.'),
  index: z.int().describe('The number of the index within the task, from 0.'),
  key: z.string().nullable().meta({ description: 'The key of the index from `withKeys`; null if there is none.' }),
  matrix: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'The values of the index from `withMatrix`; null if there are none.' }),
  state: z.enum(INDEX_STATES).describe('The state of the index.'),
  attempts: z.int().meta({ description: 'How many attempts were begun in this generation.' }),
  failures: z.int().meta({ description: 'How many of these attempts count as failures.' }),
  nextAttemptAt: shownTimeOrNull.describe(
    'The instant from which the index is tried again, or its refused start is repeated; null if it does not wait for that.',
  ),
});

export const eventView = z.object({
  at: shownTime.describe('When the transition happened.'),
  phase: z.enum(PHASES).describe('The phase of the run from then on.'),
  reason: z.string().describe('The reason, as a code.'),
  message: z.string().describe('The reason, as a sentence; empty if there is nothing to add.'),
  actor: z.string().describe('The caller or the service that caused the transition.'),
  pod: z.string().nullable().meta({ description: 'The pod that the transition concerns; null if it concerns none.' }),
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
