import { z } from 'zod';
import { BULK_KINDS, BULK_STATES, type BulkKind } from '#common/domain/bulk.js';
import {
  MAX_BULK_IDS,
  MAX_BULK_OBJECTS,
  MAX_BULK_REFUSALS,
  MAX_LABELS,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
  MAX_OPEN_BULKS,
} from '#common/domain/limits.js';
import { PHASES, RUN_STATES } from '#common/run/phase.js';
import { TRIGGERS } from '#common/run/run.js';
import { nameText, slug } from '#common/spec/fields.js';
import { parametersField } from '#common/spec/job.js';
import { byId, idText, queryTime, int, text, time, timeOrNull } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

/** Ids that the answer to the request names: enough to see whether the query selects the intended objects. */
export const FIRST_SHOWN = 20;
const MAX_NOTE_LENGTH = 1_000;

const ids = z.array(idText).min(1).max(MAX_BULK_IDS).optional();
/** An empty query would include every object, which is usually a mistake. */
const namesSomething = (filter: object): boolean => Object.values(filter).some((value) => value !== undefined);
const NAMES_NOTHING = 'must have at least one field';

export const jobQuery = z
  .strictObject({
    ids: ids.describe('The ids of the jobs.'),
    tenant: slug.optional().describe('Jobs of this tenant.'),
    worker: slug.optional().describe('Jobs of this worker.'),
    enabled: z.boolean().optional().describe('True: enabled jobs; false: disabled jobs.'),
    q: z.string().max(MAX_NAME_LENGTH).optional().describe('Jobs with this text in their name or id.'),
    label: z
      .array(z.string())
      .max(MAX_LABELS)
      .optional()
      .meta({ description: 'Jobs with all of these labels.', examples: [['team=reports']] }),
  })
  .refine(namesSomething, NAMES_NOTHING);

export const runQuery = z
  .strictObject({
    ids: ids.describe('The ids of the runs.'),
    tenant: slug.optional().describe('Runs of this tenant.'),
    job: idText.optional().describe('Runs of this job.'),
    state: z.enum(RUN_STATES).optional().describe('Runs in this coarse state.'),
    phase: z.enum(PHASES).optional().describe('Runs in this phase.'),
    trigger: z.enum(TRIGGERS).optional().describe('Runs with this trigger.'),
    errorGroup: idText.optional().describe('Failed runs of this error group.'),
    from: queryTime.optional().describe('Runs that were recorded from this instant on.'),
    to: queryTime.optional().describe('Runs that were recorded before this instant.'),
  })
  .refine(namesSomething, NAMES_NOTHING);

const dryRun = z.boolean().default(false).describe('True: nothing is changed; the answer says what would be changed.');
const reason = z.string().max(MAX_MESSAGE_LENGTH).optional().describe('The reason, for people; stored with each run.');
const jobs = {
  jobs: jobQuery.describe('The query that selects jobs. Archived jobs are selected only if `ids` is the only field.'),
  dryRun,
};
const runs = { runs: runQuery.describe('The query that selects runs.'), dryRun };
const labelChange = z
  .record(nameText.min(1).max(63), nameText.max(253).nullable())
  .refine((value) => Object.keys(value).length > 0, 'must have at least one label');
const does = <T extends string>(action: T): z.ZodLiteral<T> =>
  z.literal(action).describe('The action that is applied to each object.');

export const bulkRequest = z.union([
  z.discriminatedUnion('action', [
    z.strictObject({
      action: does('pause'),
      ...jobs,
      note: z.string().max(MAX_NOTE_LENGTH).optional().describe('The reason, for people; shown with each job.'),
    }),
    z.strictObject({ action: does('resume'), ...jobs }),
    z.strictObject({
      action: does('run'),
      ...jobs,
      parameters: parametersField
        .optional()
        .describe('Parameters that are merged over those of each job, as by `POST /jobs/{id}/run`.'),
    }),
    z.strictObject({
      action: does('relabel'),
      ...jobs,
      labels: labelChange.meta({
        description: 'Labels to set; null removes a label. Other labels stay.',
        examples: [{ team: 'reports', source: null }],
      }),
    }),
    z.strictObject({ action: does('delete'), ...jobs }),
    z.strictObject({ action: does('abort'), ...jobs, reason }),
  ]),
  z.discriminatedUnion('action', [
    z.strictObject({ action: does('abort'), ...runs, reason }),
    z.strictObject({
      action: does('rerun'),
      ...runs,
      onlyFailed: z.boolean().optional().describe('True: only indexes that have not succeeded run again.'),
    }),
    z.strictObject({
      action: does('redrive'),
      ...runs,
      runs: runQuery
        .refine(({ errorGroup }) => errorGroup !== undefined, { path: ['errorGroup'], message: 'is required' })
        .describe('The query that selects runs of one error group.'),
      onlyFailed: z.boolean().optional().describe('True: only indexes that have not succeeded run again.'),
    }),
    z.strictObject({ action: does('delete'), ...runs }),
  ]),
]);
export type BulkRequest = z.output<typeof bulkRequest>;

/** The kind of object that the operation changes: `abort` with a query of jobs changes their runs. */
export const kindOf = (request: BulkRequest): BulkKind =>
  'jobs' in request && request.action !== 'abort' ? 'jobs' : 'runs';

export const bulkView = z.object({
  id: text('The id of the bulk operation.'),
  kind: z.enum(BULK_KINDS).describe('The kind of the objects that are changed.'),
  action: text('The action that is applied to each object.'),
  state: z.enum(BULK_STATES).describe('The state of the bulk operation.'),
  message: text('The reason why the operation ended early; empty where there is nothing to add.'),
  total: int('How many objects the query selected when the operation was requested.'),
  done: int('How many objects were processed, including refused ones.'),
  refused: int('How many of the processed objects were refused and stayed unchanged.'),
  refusals: z
    .array(
      z.object({
        id: text('The id of the job or run.'),
        code: text('The reason, as an error code.'),
        message: text('The reason, as a sentence.'),
      }),
    )
    .describe(`The first ${MAX_BULK_REFUSALS} refused objects, with the reasons.`),
  requestedBy: text('The name of the caller who requested the operation.'),
  createdAt: time('When the operation was requested.'),
  finishedAt: timeOrNull('When the operation ended; null before its end.'),
});
export type BulkView = z.output<typeof bulkView>;

const example: BulkView = {
  id: '5f0c2a3b9d1e4f6a7b8c9d0e',
  kind: 'jobs',
  action: 'pause',
  state: 'Running',
  message: '',
  total: 1204,
  done: 400,
  refused: 1,
  refusals: [{ id: 'ibm-nightly', code: 'NOT_FOUND', message: 'there is no job ibm-nightly' }],
  requestedBy: 'anna',
  createdAt: '2026-11-21T12:00:00.000Z',
  finishedAt: null,
};

export const bulkRoutes = routesOf('Bulk operations', {
  startBulk: route({
    at: 'POST /bulk',
    access: 'operator',
    summary: 'Change many jobs or runs',
    description: `Selects the jobs or runs that match the query now, ${MAX_BULK_OBJECTS} at most, and changes them one by one in the background. Each change has the effect of a single request: it needs your rights on the object, is recorded in the audit, and may be refused. \`abort\` with a query of jobs aborts their queued and active runs; these runs are counted. \`redrive\` runs the failed runs of an error group again, each only once: a run that an earlier redrive ran again is left out, no matter who requested it. The operation continues after a restart of any service, and ends when your token becomes invalid. A caller may have ${MAX_OPEN_BULKS} operations in progress. With \`dryRun\` nothing is changed.`,
    body: bulkRequest,
    status: 202,
    answer: z.object({
      bulk: bulkView.nullable().describe('Null for a dry run.'),
      total: int('How many jobs or runs the query selects.'),
      first: z.array(z.string()).describe(`The ids of the first ${FIRST_SHOWN} selected objects.`),
    }),
    refusals: ['QUOTA_EXCEEDED'],
    example: {
      body: { action: 'pause', jobs: { label: ['source=git'] }, note: 'the database is being moved' },
      answer: { bulk: example, total: 1204, first: ['ibm-nightly'] },
    },
  }),
  getBulk: route({
    at: 'GET /bulk/{id}',
    access: 'operator',
    summary: 'Read the state of a bulk operation',
    description: 'Callers see their own operations, admins see all. An operation is kept for a week after its end.',
    params: byId,
    answer: bulkView,
    example: { answer: example },
  }),
  cancelBulk: route({
    at: 'POST /bulk/{id}/cancel',
    access: 'operator',
    summary: 'End a bulk operation early',
    description: 'Changes that were made already stay.',
    params: byId,
    body: z.strictObject({}),
    answer: bulkView,
    refusals: ['CONFLICT'],
    example: { body: {}, answer: { ...example, state: 'Cancelled', message: 'cancelled by anna' } },
  }),
});
