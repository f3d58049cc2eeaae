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
import { byId, idText, queryTime } from '../http/route-fields.js';
import { route } from '../http/route.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';

/** Ids that the answer to the request names: enough to see whether the query means what was meant. */
export const FIRST_SHOWN = 20;
const MAX_NOTE_LENGTH = 1_000;

const ids = z.array(idText).min(1).max(MAX_BULK_IDS).optional();
/** An empty query would include every object, which is usually a mistake. */
const namesSomething = (filter: object): boolean => Object.values(filter).some((value) => value !== undefined);
const NAMES_NOTHING = 'must name at least one field';

export const jobQuery = z
  .strictObject({
    ids: ids.describe('These jobs.'),
    tenant: slug.optional().describe('Jobs of this tenant.'),
    worker: slug.optional().describe('Jobs of this worker.'),
    enabled: z.boolean().optional().describe('Jobs that are enabled, or those that are not.'),
    q: z.string().max(MAX_NAME_LENGTH).optional().describe('Jobs with this in their name or id.'),
    label: z
      .array(z.string())
      .max(MAX_LABELS)
      .optional()
      .meta({ description: 'Jobs with all of these labels.', examples: [['team=reports']] }),
  })
  .refine(namesSomething, NAMES_NOTHING);

export const runQuery = z
  .strictObject({
    ids: ids.describe('These runs.'),
    tenant: slug.optional().describe('Runs of this tenant.'),
    job: idText.optional().describe('Runs of this job.'),
    state: z.enum(RUN_STATES).optional().describe('Runs in this coarse state.'),
    phase: z.enum(PHASES).optional().describe('Runs in this phase.'),
    trigger: z.enum(TRIGGERS).optional().describe('Runs that this asked for.'),
    errorGroup: idText.optional().describe('Failed runs of this error group.'),
    from: queryTime.optional().describe('Runs that were recorded from this instant on.'),
    to: queryTime.optional().describe('Runs that were recorded before this instant.'),
  })
  .refine(namesSomething, NAMES_NOTHING);

const dryRun = z.boolean().default(false).describe('True: nothing is changed; the answer says what would be.');
const reason = z.string().max(MAX_MESSAGE_LENGTH).optional().describe('Why, for people; kept with each run.');
const jobs = { jobs: jobQuery.describe('Which jobs; archived ones only where they are named by `ids` alone.'), dryRun };
const runs = { runs: runQuery.describe('Which runs.'), dryRun };
const labelChange = z
  .record(nameText.min(1).max(63), nameText.max(253).nullable())
  .refine((value) => Object.keys(value).length > 0, 'must name at least one label');
const does = <T extends string>(action: T): z.ZodLiteral<T> => z.literal(action).describe('What is done to each.');

export const bulkRequest = z.union([
  z.discriminatedUnion('action', [
    z.strictObject({
      action: does('pause'),
      ...jobs,
      note: z.string().max(MAX_NOTE_LENGTH).optional().describe('Why, for people; shown with each job.'),
    }),
    z.strictObject({ action: does('resume'), ...jobs }),
    z.strictObject({
      action: does('run'),
      ...jobs,
      parameters: parametersField.optional().describe("Laid over each job's, as by `POST /jobs/{id}/run`."),
    }),
    z.strictObject({
      action: does('relabel'),
      ...jobs,
      labels: labelChange.meta({
        description: 'Labels to set, and with null to take away; the others stay.',
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
        .refine(({ errorGroup }) => errorGroup !== undefined, { path: ['errorGroup'], message: 'is needed' })
        .describe('Which runs of one error group.'),
      onlyFailed: z.boolean().optional().describe('True: only indexes that have not succeeded run again.'),
    }),
    z.strictObject({ action: does('delete'), ...runs }),
  ]),
]);
export type BulkRequest = z.output<typeof bulkRequest>;

/** The kind of object that it changes: `abort` with a query of jobs changes their runs. */
export const kindOf = (asked: BulkRequest): BulkKind => ('jobs' in asked && asked.action !== 'abort' ? 'jobs' : 'runs');

export const bulkView = z.object({
  id: z.string().describe('By which the bulk operation is addressed.'),
  kind: z.enum(BULK_KINDS).describe('What it changes.'),
  action: z.string().describe('What is done to each.'),
  state: z.enum(BULK_STATES).describe('How far it is.'),
  message: z.string().describe('Why it ended early; empty where there is nothing to add.'),
  total: z.int().describe('How many the query gave when it was asked for.'),
  done: z.int().describe('How many were looked at, refused ones included.'),
  refused: z.int().describe('How many of these were left as they were.'),
  refusals: z
    .array(
      z.object({
        id: z.string().describe('The id of the job or run.'),
        code: z.string().describe('Why, as an error code.'),
        message: z.string().describe('The same as a sentence.'),
      }),
    )
    .describe(`The first ${MAX_BULK_REFUSALS} that were left as they were, and why.`),
  requestedBy: z.string().describe('Who asked for it.'),
  createdAt: shownTime.describe('When it was asked for.'),
  finishedAt: shownTimeOrNull.describe('When it ended; null before that.'),
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
const common = { tag: 'Bulk operations' } as const;

export const bulkRoutes = {
  startBulk: route({
    ...common,
    id: 'startBulk',
    method: 'POST',
    path: '/bulk',
    access: 'operator',
    summary: 'Change many jobs or runs',
    description: `Takes the jobs or runs that the query gives now, ${MAX_BULK_OBJECTS} at most, and changes them one by one in the background, each as the request for it alone would: with your rights on it, recorded in the audit, refused where that would be. \`abort\` with a query of jobs aborts their runs that are queued or under way: these are what it changes, and what it counts. \`redrive\` runs the failed runs of an error group again, each once for ever: one that a redrive has run again before is left out, whoever asked for that. It goes on after a restart of any service, and ends when your token does. A caller may have ${MAX_OPEN_BULKS} under way. With \`dryRun\` nothing is changed.`,
    body: bulkRequest,
    status: 202,
    answer: z.object({
      bulk: bulkView.nullable().describe('Null for a dry run.'),
      total: z.int().describe('How many jobs or runs the query gives.'),
      first: z.array(z.string()).describe(`The ids of the first ${FIRST_SHOWN} of them.`),
    }),
    refusals: ['QUOTA_EXCEEDED'],
    example: {
      body: { action: 'pause', jobs: { label: ['source=git'] }, note: 'the database is being moved' },
      answer: { bulk: example, total: 1204, first: ['ibm-nightly'] },
    },
  }),
  getBulk: route({
    ...common,
    id: 'getBulk',
    method: 'GET',
    path: '/bulk/{id}',
    access: 'operator',
    summary: 'See how far a bulk operation is',
    description: 'Your own; admins see all. Kept for a week after its end.',
    params: byId,
    status: 200,
    answer: bulkView,
    example: { answer: example },
  }),
  cancelBulk: route({
    ...common,
    id: 'cancelBulk',
    method: 'POST',
    path: '/bulk/{id}/cancel',
    access: 'operator',
    summary: 'End a bulk operation early',
    description: 'What has been changed stays changed.',
    params: byId,
    body: z.strictObject({}),
    status: 200,
    answer: bulkView,
    refusals: ['CONFLICT'],
    example: { body: {}, answer: { ...example, state: 'Cancelled', message: 'cancelled by anna' } },
  }),
} as const;
