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
import { pageOf, pageQuery, byId, idText, flag, int, intOrNull, shownTime, text, time } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

/** Jobs of a group that a list names; a single group names all that are kept. */
export const ERROR_JOBS_LISTED = 5;
const DAY_MS = 86_400_000;

const sighting = z.object({
  at: time('When the run ended.'),
  run: text('The id of the run.'),
  job: text('The id of the job of the run.'),
});

const bucket = z.object({
  at: time('When the hour or the day begins, in UTC.'),
  count: int('How many failures ended in that time.'),
});

const muteTypes = z.enum(['newVersion', 'version', 'time', 'forever']);

const muteView = z.object({
  until: muteTypes.describe(
    'What opens the group again, as given in the request that muted it; `forever`: only a request opens it.',
  ),
  version: intOrNull('The version of a job whose failure opens the group again; null unless `until` is `version`.'),
  time: shownTime.nullable().describe('When the group is open again; null unless `until` is `time`.'),
  at: time('When the group was muted.'),
  by: text('The name of the caller who muted the group.'),
  why: z.string().meta({ description: 'The reason, for people; may be empty.', examples: ['a fix is in progress'] }),
});

export const errorGroupView = z.object({
  id: text('The id of the error group.'),
  tenant: text('The tenant whose runs have failed.'),
  state: z
    .enum(ERROR_GROUP_STATES)
    .describe(
      `\`open\`; \`muted\`: a caller has muted the group; \`quiet\`: there was no failure for ${ERROR_QUIET_MS / DAY_MS} days.`,
    ),
  reason: text(
    'The reason of the failures, as a code: that of the attempt that decided the result, if there is one; otherwise that of the run.',
  ),
  exitCode: intOrNull('The exit code of all these runs; null where there is none.'),
  httpStatus: z
    .int()
    .nullable()
    .meta({
      description: 'The HTTP status with which the web service answered; null where that is not the reason.',
      examples: [503],
    }),
  lines: z
    .array(z.string())
    .describe(
      `The last ${MAX_ERROR_LINES} lines of output, which all these runs have in common, normalised: placeholders such as \`<n>\` stand for parts that differ. If there is no output: the message.`,
    ),
  count: int('How many failures there were since the first one.'),
  first: sighting.describe('The first failure.'),
  last: sighting.describe('The latest failure.'),
  hours: z.array(bucket).describe(`Failures by hour in the last ${ERROR_TREND_HOURS} hours, the present hour last.`),
  days: z.array(bucket).describe(`Failures by day in the last ${ERROR_TREND_DAYS} days, the present day last.`),
  jobs: z
    .array(
      z.object({
        id: text('The id of the job.'),
        name: text('The name of the job at its last failure.'),
        count: int('How many failures the job had.'),
        lastAt: time('When the job last failed.'),
        versions: z.array(z.int()).meta({
          description: `The newest ${MAX_ERROR_VERSIONS} versions of the job that have failed in this way.`,
          examples: [[6, 7]],
        }),
      }),
    )
    .meta({
      description: `The jobs that have failed in this way, in the order of their first failure: at most ${MAX_ERROR_JOBS}; in lists only the first ${ERROR_JOBS_LISTED}.`,
      examples: [
        [{ id: 'ibm-orders', name: 'Orders', count: 41, lastAt: '2026-12-01T03:00:09.000Z', versions: [6, 7] }],
      ],
    }),
  jobCount: int('How many jobs have failed in this way.'),
  moreJobs: flag(`True: there are more than ${MAX_ERROR_JOBS}, and \`jobCount\` is that number.`),
  mute: muteView.nullable().meta({ description: 'How the group is muted; null if it is not muted.', examples: [null] }),
  reopened: sighting
    .extend({ version: int('The version of the job.') })
    .nullable()
    .describe('The failure that opened the group again after it was muted; null if there was none.'),
});
export type ErrorGroupView = z.output<typeof errorGroupView>;

const example: ErrorGroupView = {
  id: '5f0c9e1d2b3a4c5d6e7f8a9b',
  tenant: 'ibm',
  state: 'muted',
  reason: 'ExitCode',
  exitCode: 3,
  httpStatus: null,
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
    until: 'newVersion',
    version: null,
    time: null,
    at: '2026-12-01T08:12:00.000Z',
    by: 'ada',
    why: 'a fix is in progress',
  },
  reopened: null,
};

const why = z.string().max(MAX_MESSAGE_LENGTH).default('').describe('The reason, for people; shown with the group.');
const until = <T extends z.output<typeof muteTypes>>(type: T): z.ZodLiteral<T> =>
  z.literal(type).describe('What opens the group again.');

const muteBody = z.discriminatedUnion('until', [
  z.strictObject({ until: until('newVersion'), why }),
  z.strictObject({
    until: until('version'),
    version: z.int().min(1).describe('A failure of this version of a job, or of a later one, opens the group again.'),
    why,
  }),
  z.strictObject({
    until: until('time'),
    time: instant.describe('From this instant on the group is open again.'),
    why,
  }),
  z.strictObject({ until: until('forever'), why }),
]);

const errors = {
  params: byId,
  answer: errorGroupView,
  example: { answer: example },
} as const;
const change = { ...errors, access: 'operator', refusals: ['CONFLICT', 'UNAVAILABLE'] } as const;

/** The orders that indexes support. */
const SORTS = ['-lastSeen', '-count'] as const;

export const errorGroupRoutes = routesOf('Errors', {
  listErrors: route({
    at: 'GET /errors',
    access: 'viewer',
    summary: 'List error groups',
    description: `An error group contains failed runs of a tenant that have the same reason, the same exit code and the same normalised last lines. A run joins its group shortly after its end. A tenant has at most ${MAX_ERROR_GROUPS} groups: if there are more, groups with a single failure are removed first, then those whose last failure is longest ago. A group is kept for ${ERROR_GROUP_KEPT_MS / DAY_MS} days after its last failure. A page may have fewer items than \`limit\` if few groups match the query.`,
    query: z.strictObject({
      ...pageQuery,
      tenant: slug.optional().describe('Only groups of this tenant.'),
      job: idText.optional().describe('Only groups with failures of this job.'),
      state: z.enum(ERROR_GROUP_STATES).optional().describe('Only groups in this state.'),
      q: z
        .string()
        .max(MAX_NAME_LENGTH)
        .optional()
        .describe('Only groups with this text in their reason, their lines, or the name or id of a job.'),
      sort: z
        .enum(SORTS)
        .default('-lastSeen')
        .describe('`-lastSeen`: the latest failure first; `-count`: the most failures first.'),
    }),
    answer: pageOf(errorGroupView),
    example: { answer: { items: [example], nextCursor: null } },
  }),
  getError: route({
    ...errors,
    at: 'GET /errors/{id}',
    access: 'viewer',
    summary: 'Read an error group',
    description:
      '`GET /runs?errorGroup=` lists the stored runs of the group, and `POST /bulk` with the action `redrive` runs them again.',
  }),
  muteError: route({
    ...change,
    at: 'POST /errors/{id}/mute',
    summary: 'Mute an error group',
    description:
      'A muted group goes on counting failures. What opens it again: `newVersion`: the first failure of a later version than those that have failed so far, or of another job; `version`: the first failure of that version or a later one; `time`: the given instant; `forever`: only a request. If the group is muted already, the new terms replace the former ones.',
    body: muteBody,
    example: { body: { until: 'newVersion', why: 'a fix is in progress' }, answer: example },
  }),
  unmuteError: route({
    ...change,
    at: 'POST /errors/{id}/unmute',
    summary: 'Open a muted error group again',
    description: 'The answer is 409 `CONFLICT` if the group is not muted.',
    example: { answer: { ...example, state: 'open', mute: null } },
  }),
});
