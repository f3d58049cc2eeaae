import { z } from 'zod';
import { jsonObject, slug } from '#common/spec/fields.js';
import { jobReplacement, newJob } from '#common/spec/job.js';
import { scheduleSpec } from '#common/spec/schedule.js';
import { MAX_JOB_VERSIONS } from '#common/domain/limits.js';
import { SLOT_FLAGS } from '#common/schedule/tick.js';
import { countedPageOf, labelQuery, pageOf, pageQuery, partOfName, totalQuery } from '../http/page.js';
import { noContent, route } from '../http/route.js';
import { shownTime } from '../http/view-fields.js';
import { archivedQuery, pauseRequest } from './archive.fields.js';
import { jobDiffView, jobVersionView, jobView } from './job.view.js';
import { runJobRoute } from '../runs/run-job.route.js';
import { gapView, MAX_GAPS_SHOWN, slotOutcome } from '../schedules/slot.view.js';
import { gapsExample, jobExample, newJobExample, slotsExample } from '../openapi/examples.js';
import { byId, queryFlag, queryTime } from '../http/route-fields.js';

const MAX_SLOTS = 1_000;
const DEFAULT_SLOTS = 20;

const slot = z.object({
  nominal: shownTime.describe('The slot itself.'),
  effective: shownTime.describe('When the run of the slot is to start: the slot plus the jitter of the job.'),
  flags: z
    .array(z.enum(SLOT_FLAGS))
    .describe('Special properties of the slot: a change of the clock moved or doubled it, or a calendar excludes it.'),
});
const slotList = z.object({ slots: z.array(slot).describe('The slots, oldest first.') });
const slotsOfJob = z.object({
  slots: z
    .array(
      slot.extend({
        outcome: slotOutcome.optional().meta({
          description:
            'The outcome of the slot; left out for a slot in the future, and where nothing is stored about the slot any more.',
        }),
      }),
    )
    .describe('The slots, oldest first.'),
});
const versionNumber = z.coerce.number().int().min(1);
const common = { tag: 'Jobs' } as const;
const edits = { ...common, versioned: true, status: 200, answer: jobView, params: byId } as const;

/** The orders that indexes support. */
const JOB_SORTS = ['name', '-name', 'nextSlot'] as const;

export const jobRoutes = {
  listJobs: route({
    ...common,
    id: 'listJobs',
    method: 'GET',
    path: '/jobs',
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
    status: 200,
    answer: countedPageOf(jobView),
  }),
  createJob: route({
    ...common,
    id: 'createJob',
    canDryRun: true,
    method: 'POST',
    path: '/jobs',
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
    id: 'getJob',
    method: 'GET',
    path: '/jobs/{id}',
    access: 'viewer',
    summary: 'Read a job',
    example: { answer: jobExample },
  }),
  replaceJob: route({
    ...edits,
    id: 'replaceJob',
    canDryRun: true,
    method: 'PUT',
    path: '/jobs/{id}',
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
    id: 'patchJob',
    canDryRun: true,
    method: 'PATCH',
    path: '/jobs/{id}',
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
    ...common,
    id: 'deleteJob',
    method: 'DELETE',
    path: '/jobs/{id}',
    access: 'editor',
    summary: 'Delete a job',
    description: 'The schedule ends at once; the runs of the job stay until retention removes them.',
    params: byId,
    status: 204,
    answer: noContent,
    isSynced: true,
  }),
  listJobVersions: route({
    ...common,
    id: 'listJobVersions',
    method: 'GET',
    path: '/jobs/{id}/versions',
    access: 'viewer',
    summary: "List a job's versions",
    description: 'Newest first; the first one is the present job.',
    params: byId,
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(jobVersionView),
  }),
  diffJobVersions: route({
    ...common,
    id: 'diffJobVersions',
    method: 'GET',
    path: '/jobs/{id}/versions/diff',
    access: 'viewer',
    summary: 'Compare two versions of a job',
    description:
      'The changes from one version to the other, as a JSON Patch (RFC 6902) whose operations also contain the value before. Secrets that the caller may not see are not compared.',
    params: byId,
    query: z.strictObject({
      from: versionNumber.optional().describe('The earlier version. Default: the version before `to`.'),
      to: versionNumber.optional().describe('The later version. Default: the present version.'),
    }),
    status: 200,
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
    id: 'rollbackJob',
    method: 'POST',
    path: '/jobs/{id}/rollback',
    access: 'editor',
    summary: 'Restore an earlier version of a job',
    description: `Creates a new version with the content of the earlier one. The newest ${MAX_JOB_VERSIONS} former versions are kept.`,
    body: z.strictObject({ version: z.int().min(1).describe('The version to restore.') }),
    isSynced: true,
    example: { body: { version: 1 }, answer: jobExample },
  }),
  pauseJob: route({
    ...edits,
    id: 'pauseJob',
    method: 'POST',
    path: '/jobs/{id}/pause',
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
    id: 'resumeJob',
    method: 'POST',
    path: '/jobs/{id}/resume',
    access: 'operator',
    summary: 'Resume a paused or archived job',
    description: 'Slots that passed during the pause are not run.',
    body: z.strictObject({}),
    isSynced: true,
    example: { body: {}, answer: jobExample },
  }),
  runJob: runJobRoute,
  listSlots: route({
    ...common,
    id: 'listSlots',
    method: 'GET',
    path: '/jobs/{id}/slots',
    access: 'viewer',
    summary: 'List slots of a job: future slots, and the outcomes of past slots',
    description:
      'Slots from now or from the instant `from` on; past slots are those of the schedule that the job had then. If a slot did not run, its outcome gives the reason as a code and as a sentence.',
    params: byId,
    query: z.strictObject({
      from: queryTime.optional().describe('Only slots from this instant on. Default: now.'),
      count: z.coerce.number().int().min(1).max(MAX_SLOTS).default(DEFAULT_SLOTS).describe('How many slots.'),
    }),
    status: 200,
    answer: slotsOfJob,
    example: { answer: slotsExample },
  }),
  listGaps: route({
    ...common,
    id: 'listGaps',
    method: 'GET',
    path: '/jobs/{id}/gaps',
    access: 'viewer',
    summary: 'List the slots of a job that did not run, as ranges',
    description: `The newest ${MAX_GAPS_SHOWN} gaps, oldest first, including gaps of earlier schedules of the job. A gap stays when a backfill runs its slots: \`backfilled\` counts these slots, for as long as the backfill is kept.`,
    params: byId,
    query: z.strictObject({
      from: queryTime.optional().describe('Only slots from this instant on.'),
      to: queryTime.optional().describe('Only slots up to this instant.'),
    }),
    status: 200,
    answer: z.object({ items: z.array(gapView).describe('Ranges of slots, oldest first.') }),
    example: { answer: gapsExample },
  }),
  previewSchedule: route({
    ...common,
    id: 'previewSchedule',
    method: 'POST',
    path: '/schedules/preview',
    access: 'viewer',
    summary: 'Preview the slots of a schedule',
    description:
      '`H` stands for an example value here; the value that a job gets depends on its id. Slots that are excluded by the calendars in `exclude`, or lie outside of `windows`, have the flag `excluded`. The calendars are those of `tenant`, which callers with a single tenant may leave out.',
    body: z.strictObject({
      schedule: scheduleSpec.describe('The schedule to preview.'),
      tenant: slug.optional().describe('The tenant of the calendars in `exclude`.'),
      count: z.int().min(1).max(MAX_SLOTS).default(DEFAULT_SLOTS).describe('How many slots.'),
      from: queryTime.optional().describe('Only slots from this instant on. Default: now.'),
    }),
    status: 200,
    answer: slotList,
    example: { body: { schedule: { cron: '0 10 * * *', timezone: 'Europe/Prague' }, count: 2 }, answer: slotsExample },
  }),
} as const;
