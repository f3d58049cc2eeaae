import { z } from 'zod';
import { seconds, slug } from '#common/spec/fields.js';
import { runChange } from '#common/spec/tasks.js';
import { RUN_COMMANDS } from '#common/spec/definitions.js';
import { MAX_MESSAGE_LENGTH, MAX_RUNS_PER_BATCH } from '#common/domain/limits.js';
import { PHASES, RUN_STATES } from '#common/run/phase.js';
import { TRIGGERS } from '#common/run/run.js';
import { countedPageOf, pageOf, pageQuery, totalQuery } from '../http/page.js';
import { noContent, route } from '../http/route.js';
import { shownTime } from '../http/view-fields.js';
import { ATTEMPT_STATES } from './core/attempt-state.js';
import { INDEX_STATES } from './core/index-views.js';
import { attemptView } from './attempt.view.js';
import { eventView, indexView, runDetailView, runView } from './run.view.js';
import { attemptExample, runBatchExample, runExample } from '../openapi/examples.js';
import { batchedRun, batchedRunAnswer } from './run-batch.view.js';
import { byId, idText, queryFlag, queryTime } from '../http/route-fields.js';

const common = { tag: 'Runs' } as const;
const index = z.coerce.number().int().min(0);

/** The orders that indexes serve. */
const RUN_SORTS = ['-createdAt', 'createdAt'] as const;

export const runRoutes = {
  listRuns: route({
    ...common,
    id: 'listRuns',
    method: 'GET',
    path: '/runs',
    access: 'viewer',
    summary: 'List runs',
    description:
      'Newest first, unless `sort` says otherwise. `from` and `to` bound the time at which the run was recorded. Long `completedIndexes` and `failedIndexes` ' +
      'end behind 1,000 characters with `,…`, and stand as `…` where a page holds more than some ten runs of very many ' +
      'indexes: `GET /runs/{id}` gives them whole.',
    query: z.strictObject({
      ...pageQuery,
      ...totalQuery,
      sort: z
        .enum(RUN_SORTS)
        .default('-createdAt')
        .describe(
          '`-createdAt`: newest first; `createdAt`: oldest first. There are no others, such as by duration: each would need an index that every run would have to be written to. `state` filters by state.',
        ),
      tenant: slug.optional().describe('Only runs of this tenant.'),
      job: idText.optional().describe('Only runs of this job.'),
      state: z.enum(RUN_STATES).optional().describe('Only runs in this coarse state.'),
      phase: z.enum(PHASES).optional().describe('Only runs in this phase.'),
      trigger: z.enum(TRIGGERS).optional().describe('Only runs that this asked for.'),
      errorGroup: idText.optional().describe('Only failed runs of this error group.'),
      from: queryTime.optional().describe('Only runs that were recorded from this instant on.'),
      to: queryTime.optional().describe('Only runs that were recorded before this instant.'),
      archived: queryFlag
        .optional()
        .describe('True: only runs in the archive; false: only those that are not. Both unless given.'),
    }),
    status: 200,
    answer: countedPageOf(runView),
  }),
  runBatch: route({
    ...common,
    id: 'runBatch',
    isBatch: true,
    method: 'POST',
    path: '/runs:batch',
    access: 'operator',
    summary: 'Start many runs now, of one or several jobs',
    description:
      `Up to ${MAX_RUNS_PER_BATCH.toLocaleString('en')} runs, each as \`POST /jobs/{id}/run\` takes it: authorised, admitted, recorded in ` +
      'the audit and refused by itself, and answered in the order of the request with the status and the error that it would ' +
      'have had alone. A body that does not fit is refused as a whole. The same `Idempotency-Key` of the request gives the same ' +
      'runs; an `idempotencyKey` of an item does so for that run, in whichever batch it comes again. `GET /runs/{id}` shows a ' +
      'run that was accepted.',
    body: z.strictObject({
      runs: z
        .array(batchedRun)
        .min(1)
        .max(MAX_RUNS_PER_BATCH)
        .describe('The runs, in the order in which they are answered.'),
    }),
    status: 200,
    answer: z.object({
      accepted: z.int().meta({ description: 'How many of the runs are accepted.' }),
      refused: z.int().describe('How many are not.'),
      items: z.array(batchedRunAnswer).meta({ description: 'One for each of `runs`, in their order.' }),
    }),
    refusals: ['IDEMPOTENCY_KEY_REUSED', 'UNAVAILABLE'],
    example: runBatchExample,
  }),
  getRun: route({
    ...common,
    id: 'getRun',
    method: 'GET',
    path: '/runs/{id}',
    access: 'viewer',
    summary: 'Read a run',
    params: byId,
    status: 200,
    answer: runDetailView,
    versioned: true,
    example: {
      answer: {
        ...runExample,
        ...{
          parameters: { delimiter: ';' },
          items: null,
          options: {},
          waitsFor: [],
          outputs: { rows: 1204 },
          cause: null,
          causedBy: [],
          dependents: [],
        },
      },
    },
  }),
  deleteRun: route({
    ...common,
    id: 'deleteRun',
    method: 'DELETE',
    path: '/runs/{id}',
    access: 'editor',
    summary: 'Delete a run that has ended',
    params: byId,
    status: 204,
    answer: noContent,
    refusals: ['RUN_NOT_FINAL', 'UNAVAILABLE'],
  }),
  patchRun: route({
    ...common,
    id: 'patchRun',
    method: 'PATCH',
    path: '/runs/{id}',
    access: 'operator',
    summary: 'Resize a run while it is under way',
    description:
      'What is left out stays. How many indexes there are is said in the way in which the job says it: `completions`, `parallelism.withCount`, or `replicas`, `completions` and `withCount` of a task; keys and matrices stay as they are. Lowering a number stops the least advanced attempts, which count neither as failure nor as success.',
    params: byId,
    body: runChange,
    status: 200,
    answer: runView,
    versioned: true,
    refusals: ['RUN_FINAL', 'CONFLICT', 'PRECONDITION_FAILED'],
    example: { body: { parallelism: { maxActive: 2 } }, answer: runExample },
  }),
  commandRun: route({
    ...common,
    id: 'commandRun',
    method: 'POST',
    path: '/runs/{id}/commands',
    access: 'operator',
    summary: 'Command a run',
    description: 'The command is stored before it is answered, and applied once by the service that owns the run.',
    params: byId,
    body: z.strictObject({
      command: z
        .enum(RUN_COMMANDS)
        .describe(
          '`abort` ends it and lets `resume` open it again; `terminate` and `kill` end it for good, `kill` without grace; `restart` begins a new generation; `complete` ends it as a success.',
        ),
      reason: z.string().max(MAX_MESSAGE_LENGTH).optional().describe('Why, for people; kept with the run.'),
      graceSeconds: seconds.optional().describe('Seconds that attempts have to end by themselves; 30 unless given.'),
    }),
    status: 202,
    answer: z.object({
      id: z.string().describe('The id of the command.'),
      run: z.string().describe('The id of the run.'),
      command: z.enum(RUN_COMMANDS).describe('The command.'),
      at: shownTime.describe('When it was stored.'),
    }),
    refusals: ['RUN_FINAL', 'CONFLICT'],
    example: { body: { command: 'abort', reason: 'wrong parameters' } },
  }),
  rerunRun: route({
    ...common,
    id: 'rerunRun',
    method: 'POST',
    path: '/runs/{id}/rerun',
    access: 'operator',
    summary: 'Run the job of a run again',
    description:
      'The job as it is now, with the parameters that were given for that run. With `onlyFailed` the indexes that have succeeded in that run count as succeeded, and only the others are run: in the size to which that run was changed while it was under way, with the `maxActive` of the job. Where the job has other indexes by now (their number, keys or matrix), or nothing is left to be run, the answer is 409 `CONFLICT`; a work queue keeps no successes, for its slots are places and not pieces of work.',
    params: byId,
    body: z.strictObject({
      onlyFailed: z
        .boolean()
        .optional()
        .describe('True: only indexes that have not succeeded run again. False unless given.'),
      downstream: z
        .boolean()
        .optional()
        .describe(
          'True: what runs after the job runs again, too, as a chain of its own. Otherwise the new run counts for the chain of that run, whose dependents run if they have not. False unless given.',
        ),
    }),
    status: 202,
    answer: z.object({ run: runView.describe('The new run.') }),
    refusals: ['RUN_NOT_FINAL', 'CONCURRENCY_FORBIDDEN', 'QUEUE_FULL', 'SCHEDULER_UNAVAILABLE', 'CONFLICT'],
    example: { body: {}, answer: { run: runExample } },
  }),
  listAttempts: route({
    ...common,
    id: 'listAttempts',
    method: 'GET',
    path: '/runs/{id}/attempts',
    access: 'viewer',
    summary: "List a run's attempts",
    params: byId,
    query: z.strictObject({
      ...pageQuery,
      task: z.string().optional().describe('Only of this task.'),
      index: index.optional().describe('Only of the index with this number.'),
      state: z.enum(ATTEMPT_STATES).optional().describe('Only attempts in this state.'),
    }),
    status: 200,
    answer: pageOf(attemptView),
    example: { answer: { items: [attemptExample], nextCursor: null } },
  }),
  listIndexes: route({
    ...common,
    id: 'listIndexes',
    method: 'GET',
    path: '/runs/{id}/indexes',
    access: 'viewer',
    summary: "List a run's indexes",
    description: 'Task by task, by their numbers: what each stands for, and how far it has got in this generation.',
    params: byId,
    query: z.strictObject({
      ...pageQuery,
      task: z.string().optional().describe('Only of this task.'),
      state: z.enum(INDEX_STATES).optional().describe('Only indexes in this state.'),
    }),
    status: 200,
    answer: pageOf(indexView),
  }),
  listEvents: route({
    ...common,
    id: 'listEvents',
    method: 'GET',
    path: '/runs/{id}/events',
    access: 'viewer',
    summary: "List a run's transitions",
    description: 'Oldest first.',
    params: byId,
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(eventView),
  }),
} as const;
