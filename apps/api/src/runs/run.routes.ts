import { z } from 'zod';
import { seconds, slug } from '#common/spec/fields.js';
import { runRequest } from '#common/spec/job.js';
import { runChange } from '#common/spec/tasks.js';
import { RUN_COMMANDS } from '#common/spec/definitions.js';
import { MAX_MESSAGE_LENGTH, MAX_RUNS_PER_BATCH } from '#common/domain/limits.js';
import { PHASES, RUN_STATES } from '#common/run/phase.js';
import { TRIGGERS } from '#common/run/run.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../http/idempotent-answers.js';
import {
  countedPageOf,
  pageOf,
  pageQuery,
  totalQuery,
  byId,
  idText,
  queryFlag,
  queryTime,
  int,
  text,
  time,
} from '../http/page.js';
import { refusedPart } from '../http/part-answers.js';
import { route, routesOf } from '../http/route.js';
import { ATTEMPT_STATES } from './core/attempt-state.js';
import { INDEX_STATES } from './core/index-views.js';
import { attemptView } from './attempt.view.js';
import { eventView, indexView, runDetailView, runView } from './run.view.js';
import { attemptExample, runBatchExample, runExample } from '../openapi/examples.js';
import type { AdmittedRun } from '../scheduler-port.js';

/* The items of `POST /runs:batch` and their answers. */

const batchedRun = runRequest.extend({
  job: idText.describe('The id of the job to run.'),
  idempotencyKey: z
    .string()
    .min(1)
    .max(MAX_IDEMPOTENCY_KEY_LENGTH)
    .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
    .optional()
    .describe(
      'The key by which repeated requests for this item become one run. It must not be used for any other request.',
    ),
});
export type BatchedRun = z.output<typeof batchedRun>;

const accepted = z.object({
  status: z.literal(202).describe('The run is accepted.'),
  run: text('The id of the run; items that became one run have the same id.'),
});
const duplicate = z.object({
  status: z.literal(200).describe('The item is a duplicate of an earlier request, and changes nothing.'),
  run: text('The id of the run of the earlier request.'),
  duplicate: z.literal(true).describe('Always true.'),
});
const batchedRunAnswer = z.union([accepted, refusedPart, duplicate]);
export type BatchedRunAnswer = z.output<typeof batchedRunAnswer>;

export const toAccepted = ({
  run,
  isDuplicate,
}: AdmittedRun): z.output<typeof accepted> | z.output<typeof duplicate> =>
  isDuplicate ? { status: 200, run, duplicate: true } : { status: 202, run };

const index = z.coerce.number().int().min(0);

/** The orders that indexes support. */
const RUN_SORTS = ['-createdAt', 'createdAt'] as const;

export const runJobRoutes = routesOf('Jobs', {
  runJob: route({
    at: 'POST /jobs/{id}/run',
    access: 'operator',
    summary: 'Start a run now',
    description:
      'The values in the body apply to this run only. If both are objects, `parameters` and `secureParameters` override those of the job name by name; otherwise they replace them. The same `Idempotency-Key` gives the same run, even if the first answer was lost. If the job has `deduplicate`, `debounce` or `collect`, several requests can become one run: each request is answered at once with that run.',
    params: byId,
    body: runRequest,
    status: 202,
    otherStatus: {
      status: 200,
      when: 'The request is a duplicate of an earlier one by `deduplicate` of the job, and changes nothing. The answer contains the run of the earlier request.',
    },
    answer: z.object({
      run: runView.describe('The run that was recorded, or of which the request became a part.'),
      duplicate: z
        .literal(true)
        .optional()
        .describe('True: the run is that of an earlier request with the same key, and was not changed.'),
    }),
    refusals: ['CONCURRENCY_FORBIDDEN', 'QUEUE_FULL', 'QUOTA_EXCEEDED', 'SCHEDULER_UNAVAILABLE'],
    example: {
      body: { parameters: { day: '2026-12-01' } },
      answer: { run: runExample },
    },
  }),
});

export const runRoutes = routesOf('Runs', {
  listRuns: route({
    at: 'GET /runs',
    access: 'viewer',
    summary: 'List runs',
    description:
      'Newest first, unless `sort` says otherwise. `from` and `to` bound the time at which the run was recorded. Long `completedIndexes` and `failedIndexes` ' +
      'are cut after 1,000 characters and end with `,…`; they are only `…` where a page has more than about ten runs with very many ' +
      'indexes. `GET /runs/{id}` returns them completely.',
    query: z.strictObject({
      ...pageQuery,
      ...totalQuery,
      sort: z
        .enum(RUN_SORTS)
        .default('-createdAt')
        .describe('`-createdAt`: newest first; `createdAt`: oldest first. No other orders are possible.'),
      tenant: slug.optional().describe('Only runs of this tenant.'),
      job: idText.optional().describe('Only runs of this job.'),
      state: z.enum(RUN_STATES).optional().describe('Only runs in this coarse state.'),
      failed: queryFlag
        .optional()
        .describe(
          'True: only runs that count as failures everywhere, which are those in the state `FAILED` and those of web services that were silent for too long (`ABORTED` with the reason `IdleTimeout`); false: only others. Default: both.',
        ),
      phase: z.enum(PHASES).optional().describe('Only runs in this phase.'),
      trigger: z.enum(TRIGGERS).optional().describe('Only runs with this trigger.'),
      errorGroup: idText.optional().describe('Only failed runs of this error group.'),
      from: queryTime.optional().describe('Only runs that were recorded from this instant on.'),
      to: queryTime.optional().describe('Only runs that were recorded before this instant.'),
      archived: queryFlag
        .optional()
        .describe('True: only runs in the archive; false: only runs that are not in the archive. Default: both.'),
    }),
    answer: countedPageOf(runView),
  }),
  runBatch: route({
    isBatch: true,
    at: 'POST /runs:batch',
    access: 'operator',
    summary: 'Start many runs now, of one or several jobs',
    description:
      `Up to ${MAX_RUNS_PER_BATCH.toLocaleString('en')} runs. Each is handled like a request \`POST /jobs/{id}/run\`: it is authorised, admitted, recorded in ` +
      'the audit and possibly refused by itself. The answers have the order of the request, with the status and the error that each would ' +
      'have alone. A body that is not valid is refused as a whole. The same `Idempotency-Key` of the request gives the same ' +
      'runs; the same `idempotencyKey` of an item gives the same run, in any batch. `GET /runs/{id}` shows a ' +
      'run that was accepted.',
    body: z.strictObject({
      runs: z.array(batchedRun).min(1).max(MAX_RUNS_PER_BATCH).describe('The runs; the answer has the same order.'),
    }),
    answer: z.object({
      accepted: int('How many runs are accepted.'),
      refused: int('How many runs are refused.'),
      items: z.array(batchedRunAnswer).describe('One item for each of `runs`, in their order.'),
    }),
    refusals: ['IDEMPOTENCY_KEY_REUSED', 'UNAVAILABLE'],
    example: runBatchExample,
  }),
  getRun: route({
    at: 'GET /runs/{id}',
    access: 'viewer',
    summary: 'Read a run',
    params: byId,
    answer: runDetailView,
    versioned: true,
    example: {
      answer: {
        ...runExample,
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
  }),
  deleteRun: route({
    at: 'DELETE /runs/{id}',
    access: 'editor',
    summary: 'Delete a run that has ended',
    params: byId,
    refusals: ['RUN_NOT_FINAL', 'UNAVAILABLE'],
  }),
  patchRun: route({
    at: 'PATCH /runs/{id}',
    access: 'operator',
    summary: 'Resize a run while it is active',
    description:
      'Fields that are left out stay as they are. The number of indexes is given in the field that the job uses: `completions`, `parallelism.withCount`, or `replicas`, `completions` and `withCount` of a task; keys and matrices cannot be changed. If a number becomes smaller, the least advanced attempts are stopped; they count neither as failure nor as success.',
    params: byId,
    body: runChange,
    answer: runView,
    versioned: true,
    refusals: ['RUN_FINAL', 'CONFLICT'],
    example: { body: { parallelism: { maxActive: 2 } }, answer: runExample },
  }),
  commandRun: route({
    at: 'POST /runs/{id}/commands',
    access: 'operator',
    summary: 'Command a run',
    description: 'The command is stored before the answer, and is applied once by the service that owns the run.',
    params: byId,
    body: z.strictObject({
      command: z
        .enum(RUN_COMMANDS)
        .describe(
          '`abort` ends the run, and `resume` can open it again; `terminate` and `kill` end it finally, `kill` without a grace time; `restart` begins a new generation; `complete` ends it as a success.',
        ),
      reason: z.string().max(MAX_MESSAGE_LENGTH).optional().describe('The reason, for people; stored with the run.'),
      graceSeconds: seconds.optional().describe('Seconds that attempts have to end by themselves. Default: 30.'),
    }),
    status: 202,
    answer: z.object({
      id: text('The id of the command.'),
      run: text('The id of the run.'),
      command: z.enum(RUN_COMMANDS).describe('The command.'),
      at: time('When the command was stored.'),
    }),
    refusals: ['RUN_FINAL', 'CONFLICT'],
    example: { body: { command: 'abort', reason: 'wrong parameters' } },
  }),
  rerunRun: route({
    at: 'POST /runs/{id}/rerun',
    access: 'operator',
    summary: 'Run the job of a run again',
    description:
      'Runs the job as it is now, with the parameters that were given for the earlier run. With `onlyFailed` the indexes that have succeeded in the earlier run count as succeeded, and only the others are run, with the size to which the earlier run was changed and the `maxActive` of the job. If the job has other indexes now (their number, keys or matrix), or no index is left to run, the answer is 409 `CONFLICT`. For a work queue, `onlyFailed` keeps no successes, because its slots are not pieces of work.',
    params: byId,
    body: z.strictObject({
      onlyFailed: z
        .boolean()
        .optional()
        .describe('True: only indexes that have not succeeded run again. Default: false.'),
      downstream: z
        .boolean()
        .optional()
        .describe(
          'True: the jobs that run after the job are run again, too, as a new chain. False: the new run belongs to the chain of the earlier run, whose dependents run if they have not run yet. Default: false.',
        ),
    }),
    status: 202,
    answer: z.object({ run: runView.describe('The new run.') }),
    refusals: ['RUN_NOT_FINAL', 'CONCURRENCY_FORBIDDEN', 'QUEUE_FULL', 'SCHEDULER_UNAVAILABLE', 'CONFLICT'],
    example: { body: {}, answer: { run: runExample } },
  }),
  listAttempts: route({
    at: 'GET /runs/{id}/attempts',
    access: 'viewer',
    summary: "List a run's attempts",
    description: 'In the order of their ids, which are texts: the attempts of index 10 come before those of index 2.',
    params: byId,
    query: z.strictObject({
      ...pageQuery,
      task: z.string().optional().describe('Only items of this task.'),
      index: index.optional().describe('Only attempts of the index with this number.'),
      state: z.enum(ATTEMPT_STATES).optional().describe('Only attempts in this state.'),
    }),
    answer: pageOf(attemptView),
    example: { answer: { items: [attemptExample], nextCursor: null } },
  }),
  listIndexes: route({
    at: 'GET /runs/{id}/indexes',
    access: 'viewer',
    summary: "List a run's indexes",
    description:
      'The indexes in the order of tasks and numbers, with their keys or cells and their states in this generation.',
    params: byId,
    query: z.strictObject({
      ...pageQuery,
      task: z.string().optional().describe('Only items of this task.'),
      state: z.enum(INDEX_STATES).optional().describe('Only indexes in this state.'),
    }),
    answer: pageOf(indexView),
  }),
  listEvents: route({
    at: 'GET /runs/{id}/events',
    access: 'viewer',
    summary: "List a run's transitions",
    description: 'Oldest first.',
    params: byId,
    query: z.strictObject(pageQuery),
    answer: pageOf(eventView),
  }),
});
