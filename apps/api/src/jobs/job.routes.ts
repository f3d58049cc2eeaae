import { z } from 'zod';
import { jsonObject, slug } from '#common/spec/fields.js';
import { jobReplacement, newJob } from '#common/spec/job.js';
import { MAX_JOB_VERSIONS, MAX_JOBS_PER_BATCH } from '#common/domain/limits.js';
import {
  countedPageOf,
  labelQuery,
  pageOf,
  pageQuery,
  partOfName,
  totalQuery,
  byId,
  queryFlag,
  int,
  text,
} from '../http/page.js';
import { refusedPart } from '../http/part-answers.js';
import { route, routesOf } from '../http/route.js';
import { jobDiffView, jobVersionView, jobView } from './job.view.js';
import { jobBatchExample, jobExample, newJobExample } from '../openapi/examples.js';

/* The query parameters about archived jobs. */

const MAX_NOTE_LENGTH = 1_000;

const archivedQuery = {
  archived: z
    .enum(['false', 'true', 'any'])
    .default('false')
    .describe('`true`: only archived jobs; `any`: archived jobs, too. Default: no archived jobs.'),
};

/* The answers to the items of `POST /jobs:batch`. */

const createdJob = z.object({
  status: z.literal(201).describe('The job is created.'),
  id: text('The id of the job.'),
  version: int('The version of the job: 1, unless a deleted job had the same id.'),
  etag: text('The `ETag` of the job: the revision that `If-Match` of a later change names.'),
  pending: z
    .literal(true)
    .optional()
    .describe('True: the scheduler has not confirmed yet that it uses the job; it finds the job by itself.'),
});
const batchedJobAnswer = z.union([createdJob, refusedPart]);
export type BatchedJobAnswer = z.output<typeof batchedJobAnswer>;

const pauseRequest = z.strictObject({
  note: z.string().max(MAX_NOTE_LENGTH).optional().describe('The reason, for people; shown with the job.'),
  archive: z
    .boolean()
    .optional()
    .describe(
      'True: the job is also archived, so that lists leave it out unless archived jobs are requested. Default: false.',
    ),
});

const versionNumber = z.coerce.number().int().min(1);
const edits = { versioned: true, answer: jobView, params: byId } as const;

/** The orders that indexes support. */
const JOB_SORTS = ['name', '-name', 'nextSlot'] as const;

export const jobBatchRoutes = routesOf('Jobs', {
  jobBatch: route({
    isBatch: true,
    at: 'POST /jobs:batch',
    access: 'editor',
    summary: 'Create many jobs',
    description:
      `Up to ${MAX_JOBS_PER_BATCH} jobs. Each is handled like a request \`POST /jobs\`: it is authorised, validated, recorded in the audit, confirmed by the ` +
      'scheduler and possibly refused by itself. The answers have the order of the request, with the status and the error that each would ' +
      'have alone. Jobs that depend on each other belong in requests one after the other. After a request without an answer the same ' +
      '`Idempotency-Key` creates those that are missing, and answers for all.',
    body: z.strictObject({
      jobs: z
        .array(jsonObject)
        .min(1)
        .max(MAX_JOBS_PER_BATCH)
        .describe('The jobs, each as the body of `POST /jobs`; the answer has the same order.'),
    }),
    answer: z.object({
      created: int('How many jobs are created.'),
      refused: int('How many jobs are refused.'),
      items: z.array(batchedJobAnswer).describe('One item for each of `jobs`, in their order.'),
    }),
    refusals: ['IDEMPOTENCY_KEY_REUSED', 'UNAVAILABLE'],
    example: jobBatchExample,
  }),
});

export const jobRoutes = routesOf('Jobs', {
  listJobs: route({
    at: 'GET /jobs',
    access: 'viewer',
    summary: 'List jobs',
    description:
      'By tenant and name, unless `sort` says otherwise. `label` is `name=value`, and may be given several times.',
    query: z.strictObject({
      ...pageQuery,
      ...totalQuery,
      sort: z
        .enum(JOB_SORTS)
        .default('name')
        .describe(
          '`name`: by tenant, then name; `-name`: the reverse order; `nextSlot`: the jobs that run soonest come first, those without a next slot last. A paused or disabled job is sorted by the slot that it would have. A job whose slot passes while pages are read can occur twice or not at all. No other orders are possible.',
        ),
      tenant: slug.optional().describe('Only jobs of this tenant.'),
      worker: slug.optional().describe('Only jobs of this worker.'),
      enabled: queryFlag.optional().describe('True: only enabled jobs; false: only disabled jobs.'),
      ...archivedQuery,
      q: partOfName,
      label: labelQuery,
    }),
    answer: countedPageOf(jobView),
  }),
  createJob: route({
    canDryRun: true,
    at: 'POST /jobs',
    access: 'editor',
    summary: 'Create a job',
    description:
      'With `fromTemplate=true` the body is merged over the template of the worker: objects are merged, all other values replace those of the template. A given `id` must begin with the id of the tenant, as in `ibm-nightly`, because ids are unique over all tenants; only administrators may choose any id.',
    query: z.strictObject({
      fromTemplate: queryFlag.optional().describe('True: the body is merged over the template of the worker.'),
    }),
    body: jsonObject,
    completedBody: newJob,
    status: 201,
    answer: jobView,
    versioned: true,
    refusals: ['ALREADY_EXISTS', 'QUOTA_EXCEEDED'],
    isSynced: true,
    example: { body: newJobExample, answer: jobExample },
  }),
  getJob: route({
    ...edits,
    at: 'GET /jobs/{id}',
    access: 'viewer',
    summary: 'Read a job',
    example: { answer: jobExample },
  }),
  replaceJob: route({
    ...edits,
    canDryRun: true,
    at: 'PUT /jobs/{id}',
    access: 'editor',
    summary: 'Replace a job',
    description:
      'Creates a new version. Read-only fields (such as `id`, `version` and `status`) may be sent back, and change nothing; a secret that is sent back as "***" stays as it is. The tenant never changes.',
    body: jobReplacement,
    refusals: ['ALREADY_EXISTS'],
    isSynced: true,
    example: { body: newJobExample, answer: jobExample },
  }),
  patchJob: route({
    ...edits,
    canDryRun: true,
    at: 'PATCH /jobs/{id}',
    access: 'editor',
    summary: 'Change parts of a job',
    description:
      'JSON merge patch (RFC 7396): objects are merged, null removes a field, all other values replace the present ones.',
    body: jsonObject,
    completedBody: jobReplacement,
    bodyTypes: ['application/json', 'application/merge-patch+json'],
    refusals: ['ALREADY_EXISTS'],
    isSynced: true,
    example: { body: { cron: '0 11 * * *' }, answer: jobExample },
  }),
  deleteJob: route({
    at: 'DELETE /jobs/{id}',
    access: 'editor',
    summary: 'Delete a job',
    description: 'The schedule ends at once; the runs of the job stay until retention removes them.',
    params: byId,
    isSynced: true,
  }),
  listJobVersions: route({
    at: 'GET /jobs/{id}/versions',
    access: 'viewer',
    summary: "List a job's versions",
    description: 'Newest first; the first one is the present job.',
    params: byId,
    query: z.strictObject(pageQuery),
    answer: pageOf(jobVersionView),
  }),
  diffJobVersions: route({
    at: 'GET /jobs/{id}/versions/diff',
    access: 'viewer',
    summary: 'Compare two versions of a job',
    description:
      'The changes from one version to the other, as a JSON Patch (RFC 6902) whose operations also contain the value before. Secrets that the caller may not see are not compared.',
    params: byId,
    query: z.strictObject({
      from: versionNumber.optional().describe('The earlier version. Default: the version before `to`.'),
      to: versionNumber.optional().describe('The later version. Default: the present version.'),
    }),
    answer: jobDiffView,
    example: {
      answer: {
        from: 1,
        to: 2,
        changes: [{ op: 'replace', path: '/schedules/0/cron', before: '0 1 * * *', value: '0 2 * * *' }],
      },
    },
  }),
  rollbackJob: route({
    ...edits,
    at: 'POST /jobs/{id}/rollback',
    access: 'editor',
    summary: 'Restore an earlier version of a job',
    description: `Creates a new version with the content of the earlier one. The newest ${MAX_JOB_VERSIONS} former versions are kept.`,
    body: z.strictObject({ version: z.int().min(1).describe('The version to restore.') }),
    isSynced: true,
    example: { body: { version: 1 }, answer: jobExample },
  }),
  pauseJob: route({
    ...edits,
    at: 'POST /jobs/{id}/pause',
    access: 'operator',
    summary: 'Pause a job, so that it gets no new slots, or archive it',
    description:
      'Manual runs stay possible; queued runs stay queued. Runs of an archived job are kept as those of any other job.',
    body: pauseRequest,
    isSynced: true,
    example: { body: { note: 'the source system is being moved' }, answer: jobExample },
  }),
  resumeJob: route({
    ...edits,
    at: 'POST /jobs/{id}/resume',
    access: 'operator',
    summary: 'Resume a paused or archived job',
    description: 'Slots that passed during the pause are not run.',
    body: z.strictObject({}),
    isSynced: true,
    example: { body: {}, answer: jobExample },
  }),
});
