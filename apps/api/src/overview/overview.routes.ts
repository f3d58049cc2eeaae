import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { PHASES, RUN_STATES } from '#common/run/phase.js';
import { GAP_OUTCOMES } from '#common/schedule/schedule-state.js';
import { MAX_OVERVIEW_HOURS, MAX_OVERVIEW_RUNS, MAX_RECENT_JOBS, MAX_RECENT_RUNS } from '#common/domain/limits.js';
import { route } from '../http/route.js';
import { idText } from '../http/route-fields.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';

const DEFAULT_RECENT_RUNS = 20;
const DEFAULT_HOURS = 24;

const glance = z.object({
  id: z.string(),
  state: z.enum(RUN_STATES),
  phase: z.enum(PHASES),
  reason: z.string(),
  scheduledFor: shownTimeOrNull,
  createdAt: shownTime,
  started: shownTimeOrNull,
  finished: shownTimeOrNull,
});

/** The newest runs of one job. */
export const recentRuns = z.object({
  job: z.string(),
  runs: z.array(glance).meta({ description: 'Newest first.' }),
});

const ofJob = { job: z.string(), jobName: z.string(), tenant: z.string() };
const runOfJob = glance.extend({ ...ofJob, phaseSince: shownTime, message: z.string() });

export const overview = z.object({
  at: shownTime,
  since: shownTime,
  isPartial: z.boolean().meta({
    description: `True where more than ${MAX_OVERVIEW_RUNS.toLocaleString('en')} runs were recorded since: only the newest are counted.`,
  }),
  active: z.int().meta({ description: 'Runs under way now.' }),
  queued: z.int().meta({ description: 'Runs that wait to be admitted now.' }),
  hours: z.array(
    z.object({
      at: shownTime.meta({ description: 'The beginning of the hour.' }),
      finished: z.int(),
      failed: z.int(),
      other: z.int().meta({ description: 'Aborted, or not ended yet.' }),
      latenessP50: z
        .number()
        .nullable()
        .meta({ description: 'Seconds from a slot to the start of its run: half of them started sooner.' }),
      latenessMax: z.number().nullable(),
    }),
  ),
  failing: z.array(runOfJob.extend({ failures: z.int().meta({ description: 'Failures in a row.' }) })).meta({
    description: 'The newest ended run of each job that has failed and not succeeded since.',
  }),
  waiting: z.array(runOfJob).meta({ description: 'Runs that have waited for more than five minutes, and why.' }),
  long: z
    .array(runOfJob.extend({ usualSeconds: z.number() }))
    .meta({ description: 'Runs that take twice as long as is usual for their job, and at least a minute longer.' }),
  missed: z
    .array(
      z.object({
        ...ofJob,
        from: shownTime,
        to: shownTime,
        count: z.int(),
        outcome: z.enum(GAP_OUTCOMES),
        reason: z.string(),
        message: z.string(),
      }),
    )
    .meta({ description: 'Slots that were missed or skipped since, as ranges.' }),
  next: z.array(z.object({ ...ofJob, at: shownTime })).meta({ description: 'The next slots.' }),
  tenants: z.array(z.object({ tenant: z.string(), active: z.int(), queued: z.int(), runs: z.int() })),
});

const common = { tag: 'Overview', method: 'GET', access: 'viewer', status: 200 } as const;

export const overviewRoutes = {
  getOverview: route({
    ...common,
    id: 'getOverview',
    path: '/overview',
    summary: 'See what needs attention, and how the last hours went',
    description:
      'What fails, waits, takes longer than usual or was missed; the next slots; runs and lateness by the hour. At most 5 s old.',
    query: z.strictObject({
      tenant: slug.optional(),
      hours: z.coerce.number().int().min(1).max(MAX_OVERVIEW_HOURS).default(DEFAULT_HOURS),
    }),
    answer: overview,
  }),
  listRecentRuns: route({
    ...common,
    id: 'listRecentRuns',
    path: '/recent-runs',
    summary: 'Read the newest runs of several jobs',
    description:
      'Little of each run: for lists of jobs that show how these went last. Jobs that are not yours to read are left out.',
    query: z.strictObject({
      job: z
        .union([idText, z.array(idText).max(MAX_RECENT_JOBS)])
        .meta({ description: `A job's id; up to ${MAX_RECENT_JOBS} of them.` }),
      count: z.coerce.number().int().min(1).max(MAX_RECENT_RUNS).default(DEFAULT_RECENT_RUNS),
    }),
    answer: z.object({ items: z.array(recentRuns) }),
  }),
} as const;
