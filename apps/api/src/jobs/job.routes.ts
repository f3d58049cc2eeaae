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
  effective: shownTime.describe('When its run is to start: the slot and the jitter of the job.'),
  flags: z
    .array(z.enum(SLOT_FLAGS))
    .describe('What is unusual about it: a change of the clock moved or doubled it, or a calendar excludes it.'),
});
const slotList = z.object({ slots: z.array(slot).describe('Oldest first.') });
const slotsOfJob = z.object({
  slots: z
    .array(
      slot.extend({
        outcome: slotOutcome.optional().meta({
          description: 'What became of it; left out while it is to come, and where nothing is known of it any more.',
        }),
      }),
    )
    .describe('Oldest first.'),
});
const versionNumber = z.coerce.number().int().min(1);
const common = { tag: 'Jobs' } as const;
const edits = { ...common, versioned: true, status: 200, answer: jobView, params: byId } as const;

/** The orders that indexes serve. */
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
          '`name`: by tenant, then name; `-name`: the other way round; `nextSlot`: those that run soonest first, those without a next slot last. A job that is paused or disabled stands at the slot that it would have; a job whose slot passes while pages are read can come twice or not at all. There are no others, such as by the last result: each run would have to write to the job for it.',
        ),
      tenant: slug.optional().describe('Only jobs of this tenant.'),
      worker: slug.optional().describe('Only jobs of this worker.'),
      enabled: queryFlag.optional().describe('Only jobs that are enabled, or only those that are not.'),
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
      'With `fromTemplate=true` the body is laid over the template of its worker: objects merge, everything else replaces. An `id` that is chosen begins with the tenant’s, as in `ibm-nightly`: ids are common to all tenants, and only administrators choose freely.',
    query: z.strictObject({
      fromTemplate: queryFlag.optional().describe('True: the body is laid over the template of its worker.'),
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
      'Makes a new version. Fields that are only shown (`id`, `version`, `status` and such) may be sent back and change nothing; a secret sent back as "***" stays as it is. The tenant never changes.',
    body: jobReplacement,
    refusals: ['ALREADY_EXISTS', 'PRECONDITION_FAILED'],
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
    description: 'JSON merge patch (RFC 7396): objects merge, null removes a field, everything else replaces.',
    body: jsonObject,
    completedBody: jobReplacement,
    bodyTypes: ['application/json', 'application/merge-patch+json'],
    refusals: ['ALREADY_EXISTS', 'PRECONDITION_FAILED'],
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
    description: 'Its schedule ends at once; its runs stay until retention takes them.',
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
      'The changes that make one version of the other, as a JSON Patch (RFC 6902) whose operations also hold the value before. Secrets that the caller may not see do not differ.',
    params: byId,
    query: z.strictObject({
      from: versionNumber.optional().describe('The version before; the one before `to` unless given.'),
      to: versionNumber.optional().describe('The version after; the present one unless given.'),
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
    summary: 'Go back to an earlier version',
    description: `Makes a new version with the content of the earlier one. The newest ${MAX_JOB_VERSIONS} former versions are kept.`,
    body: z.strictObject({ version: z.int().min(1).describe('The version to go back to.') }),
    isSynced: true,
    example: { body: { version: 1 }, answer: jobExample },
  }),
  pauseJob: route({
    ...edits,
    id: 'pauseJob',
    method: 'POST',
    path: '/jobs/{id}/pause',
    access: 'operator',
    summary: 'Stop new slots of a job, or archive it',
    description:
      'Manual runs stay possible; queued runs stay queued. What an archived job has done stays as it is kept otherwise.',
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
    summary: 'Let a paused or archived job run again',
    description: 'Slots of the pause are not made up for.',
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
    summary: "Show a job's slots: those to come, and what became of earlier ones",
    description:
      'From now on or from `from`, past ones by the schedule that the job had then. A slot that did not run says why, as a code and as a sentence.',
    params: byId,
    query: z.strictObject({
      from: queryTime.optional().describe('From this instant on; now unless given.'),
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
    description: `The newest ${MAX_GAPS_SHOWN}, oldest first. Ranges of earlier schedules of the job are among them. A gap stays when a backfill runs its slots: \`backfilled\` counts those, for as long as the backfill is kept.`,
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
    summary: 'Preview the slots of a schedule that no job has yet',
    description:
      '`H` stands here for some value; the one that a job gets depends on its id. What the calendars in `exclude` take out is shown with the flag `excluded`, as is what lies outside of `windows`; they are those of `tenant`, which may be left out by callers with a single tenant.',
    body: z.strictObject({
      schedule: scheduleSpec.describe('The schedule to look at.'),
      tenant: slug.optional().describe('Whose calendars `exclude` names.'),
      count: z.int().min(1).max(MAX_SLOTS).default(DEFAULT_SLOTS).describe('How many slots.'),
      from: queryTime.optional().describe('From this instant on; now unless given.'),
    }),
    status: 200,
    answer: slotList,
    example: { body: { schedule: { cron: '0 10 * * *', timezone: 'Europe/Prague' }, count: 2 }, answer: slotsExample },
  }),
} as const;
