import { z } from 'zod';
import {
  ERROR_GROUP_KEPT_MS,
  ERROR_QUIET_MS,
  ERROR_TREND_DAYS,
  ERROR_TREND_HOURS,
  MAX_ERROR_GROUPS,
  MAX_ERROR_JOBS,
  MAX_ERROR_LINES,
  MAX_ERROR_VERSIONS,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
} from '#common/domain/limits.js';
import { instant, slug } from '#common/spec/fields.js';
import { ERROR_GROUP_STATES } from '#common/watch/error-group.js';
import { pageOf, pageQuery } from '../http/page.js';
import { byId, idText } from '../http/route-fields.js';
import { route } from '../http/route.js';
import { shownTime } from '../http/view-fields.js';

/** Jobs of a group that a list names; the group by itself names all that are kept. */
export const ERROR_JOBS_LISTED = 5;
const DAY_MS = 86_400_000;

const sighting = z.object({
  at: shownTime.describe('When the run ended.'),
  run: z.string().describe('The id of the run.'),
  job: z.string().describe('The id of its job.'),
});

const bucket = z.object({
  at: shownTime.describe('When the hour or the day begins, in UTC.'),
  count: z.int().describe('Failures that ended in it.'),
});

const muteTypes = z.enum(['newVersion', 'version', 'time', 'forever']);

const muteView = z.object({
  until: muteTypes.describe(
    'What opens it again, as in the request that muted it; `forever`: only somebody who does so.',
  ),
  version: z
    .int()
    .nullable()
    .describe('The version of a job whose failure opens it; null unless `until` is `version`.'),
  time: shownTime.nullable().describe('When it is open again; null unless `until` is `time`.'),
  at: shownTime.describe('When it was muted.'),
  by: z.string().describe('Who has muted it.'),
  why: z.string().meta({ description: 'Why, for people; may be empty.', examples: ['the mend is on its way'] }),
});

export const errorGroupView = z.object({
  id: z.string().describe('By which the error group is addressed.'),
  tenant: z.string().describe('The tenant whose runs have failed so.'),
  state: z
    .enum(ERROR_GROUP_STATES)
    .describe(`\`open\`; \`muted\` by somebody; \`quiet\`: no failure for ${ERROR_QUIET_MS / DAY_MS} days.`),
  reason: z
    .string()
    .describe(
      'Why the runs have failed, as a code: of the attempt that decided it, where one did; otherwise of the run.',
    ),
  exitCode: z.int().nullable().describe('The exit code of all of them; null where there is none.'),
  httpStatus: z
    .int()
    .nullable()
    .meta({ description: 'What a web service answered; null where that is not the reason.', examples: [503] }),
  lines: z
    .array(z.string())
    .describe(
      `The last ${MAX_ERROR_LINES} lines of the output that they have in common, normalised: placeholders such as \`<n>\` stand for what differs. Where there is no output: the message.`,
    ),
  count: z.int().describe('Failures since the first one.'),
  first: sighting.describe('The first failure.'),
  last: sighting.describe('The latest failure.'),
  hours: z.array(bucket).describe(`The last ${ERROR_TREND_HOURS} hours, the present one last.`),
  days: z.array(bucket).describe(`The last ${ERROR_TREND_DAYS} days, the present one last.`),
  jobs: z
    .array(
      z.object({
        id: z.string().describe('The id of the job.'),
        name: z.string().describe('The name of the job when it failed last.'),
        count: z.int().describe('Its failures.'),
        lastAt: shownTime.describe('When it failed so last.'),
        versions: z.array(z.int()).meta({
          description: `The versions of the job that have failed so, the newest ${MAX_ERROR_VERSIONS}.`,
          examples: [[6, 7]],
        }),
      }),
    )
    .meta({
      description: `The jobs that have failed so, in the order of their first failure: ${MAX_ERROR_JOBS} at most, in lists the first ${ERROR_JOBS_LISTED}.`,
      examples: [
        [{ id: 'ibm-orders', name: 'Orders', count: 41, lastAt: '2026-12-01T03:00:09.000Z', versions: [6, 7] }],
      ],
    }),
  jobCount: z.int().describe('How many jobs have failed so.'),
  moreJobs: z.boolean().describe(`True: there are more than ${MAX_ERROR_JOBS}, and \`jobCount\` is that number.`),
  mute: muteView.nullable().meta({ description: 'How it is muted; null where it is not.', examples: [null] }),
  reopened: sighting
    .extend({ version: z.int().describe('The version of the job.') })
    .nullable()
    .describe('The failure that opened it again after it was muted; null where none did.'),
});
export type ErrorGroupView = z.output<typeof errorGroupView>;

const example: ErrorGroupView = {
  ...{
    id: '5f0c9e1d2b3a4c5d6e7f8a9b',
    tenant: 'ibm',
    state: 'muted',
    reason: 'ExitCode',
    exitCode: 3,
    httpStatus: null,
  },
  lines: ['begin <n>', 'order <n> of customer <value> is lost'],
  count: 41,
  first: { at: '2026-11-20T03:00:07.000Z', run: 'ibm-orders-1795143600', job: 'ibm-orders' },
  last: { at: '2026-12-01T03:00:09.000Z', run: 'ibm-orders-1796094000', job: 'ibm-orders' },
  hours: [{ at: '2026-12-01T03:00:00.000Z', count: 2 }],
  days: [{ at: '2026-12-01T00:00:00.000Z', count: 2 }],
  jobs: [{ id: 'ibm-orders', name: 'Orders', count: 41, lastAt: '2026-12-01T03:00:09.000Z', versions: [6, 7] }],
  jobCount: 1,
  moreJobs: false,
  mute: {
    ...{ until: 'newVersion', version: null, time: null, at: '2026-12-01T08:12:00.000Z', by: 'ada' },
    why: 'the mend is on its way',
  },
  reopened: null,
};

const why = z.string().max(MAX_MESSAGE_LENGTH).default('').describe('Why, for people; shown with the group.');
const until = <T extends z.output<typeof muteTypes>>(type: T): z.ZodLiteral<T> =>
  z.literal(type).describe('What opens it again.');

const muteBody = z.discriminatedUnion('until', [
  z.strictObject({ until: until('newVersion'), why }),
  z.strictObject({
    until: until('version'),
    version: z.int().min(1).describe('A failure of this version of a job, or of a later one, opens it.'),
    why,
  }),
  z.strictObject({
    until: until('time'),
    time: instant.describe('From this instant on it is open.'),
    why,
  }),
  z.strictObject({ until: until('forever'), why }),
]);

const errors = {
  tag: 'Errors',
  params: byId,
  status: 200,
  answer: errorGroupView,
  example: { answer: example },
} as const;
const change = { ...errors, method: 'POST', access: 'operator', refusals: ['CONFLICT', 'UNAVAILABLE'] } as const;

/** The orders that indexes serve. */
const SORTS = ['-lastSeen', '-count'] as const;

export const errorGroupRoutes = {
  listErrors: route({
    tag: 'Errors',
    id: 'listErrors',
    method: 'GET',
    path: '/errors',
    access: 'viewer',
    summary: 'List error groups',
    description: `Failed runs of a tenant for the same reason, with the same exit code and the same last lines once these are normalised, are one group. A run is in its group a moment after its end. A tenant has ${MAX_ERROR_GROUPS} groups at most: beyond, those go that were seen once only, then those seen longest ago. One is kept for ${ERROR_GROUP_KEPT_MS / DAY_MS} days after its last failure. A page may have fewer items than \`limit\` where few fit the question.`,
    query: z.strictObject({
      ...pageQuery,
      tenant: slug.optional().describe('Only those of this tenant.'),
      job: idText.optional().describe('Only those that this job is among.'),
      state: z.enum(ERROR_GROUP_STATES).optional().describe('Only those in this state.'),
      q: z
        .string()
        .max(MAX_NAME_LENGTH)
        .optional()
        .meta({ description: 'Only those with this in their reason, their lines, or the name or id of a job.' }),
      sort: z
        .enum(SORTS)
        .default('-lastSeen')
        .describe('`-lastSeen`: the latest failure first; `-count`: the most failures first.'),
    }),
    status: 200,
    answer: pageOf(errorGroupView),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  getError: route({
    ...errors,
    id: 'getError',
    method: 'GET',
    path: '/errors/{id}',
    access: 'viewer',
    summary: 'Read an error group',
    description:
      '`GET /runs?errorGroup=` lists its runs that are kept, and `POST /bulk` with the action `redrive` runs them again.',
  }),
  muteError: route({
    ...change,
    id: 'muteError',
    path: '/errors/{id}/mute',
    summary: 'Mute an error group',
    description:
      'It goes on counting. `newVersion`: it opens with the first failure of a later version than its jobs have failed with so far, or of another job; `version`: of that version or a later one; `time`: at that instant; `forever`: not by itself. One that is muted is muted anew.',
    body: muteBody,
    example: { body: { until: 'newVersion', why: 'the mend is on its way' }, answer: example },
  }),
  unmuteError: route({
    ...change,
    id: 'unmuteError',
    path: '/errors/{id}/unmute',
    summary: 'Open a muted error group again',
    description: '409 `CONFLICT` where it is not muted.',
    example: { answer: { ...example, state: 'open', mute: null } },
  }),
} as const;
