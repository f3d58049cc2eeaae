import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { isZoneName } from '#common/schedule/zone.js';
import { PHASES, RUN_STATES } from '#common/run/phase.js';
import {
  MAX_OUTCOME_DAYS,
  MAX_OUTCOME_RUNS,
  MAX_OVERVIEW_HOURS,
  MAX_OVERVIEW_RUNS,
  MAX_RECENT_JOBS,
  MAX_RECENT_RUNS,
  MAX_SCHEDULES_IN_LOAD,
} from '#common/domain/limits.js';
import { route } from '../http/route.js';
import { byId, idText } from '../http/route-fields.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';
import { gapView } from '../schedules/slot.view.js';

const DEFAULT_RECENT_RUNS = 20;
const DEFAULT_HOURS = 24;

const glance = z.object({
  id: z.string().describe('The id of the run.'),
  state: z.enum(RUN_STATES).describe('The coarse state of the run.'),
  phase: z.enum(PHASES).describe('The phase of the run.'),
  reason: z.string().describe('Why it is in that phase, as a code.'),
  scheduledFor: shownTimeOrNull.describe('The slot; null for a run that no slot asked for.'),
  createdAt: shownTime.describe('When it was recorded.'),
  started: shownTimeOrNull.describe('When its first attempt started; null before that.'),
  finished: shownTimeOrNull.describe('When it ended; null before that.'),
});

/** The newest runs of one job. */
export const recentRuns = z.object({
  job: z.string().describe('The id of the job.'),
  runs: z.array(glance).meta({ description: 'Newest first.' }),
});

const ofJob = {
  job: z.string().describe('The id of the job.'),
  jobName: z.string().describe('The name of the job.'),
  tenant: z.string().describe('The tenant of the job.'),
};
const runOfJob = glance.extend({
  ...ofJob,
  phaseSince: shownTime.describe('When it entered its phase.'),
  message: z.string().describe('Why it is in that phase, as a sentence.'),
});

export const overview = z.object({
  at: shownTime.describe('When this was gathered.'),
  since: shownTime.describe('From when on runs and gaps are counted.'),
  isPartial: z.boolean().meta({
    description: `True where more than ${MAX_OVERVIEW_RUNS.toLocaleString('en')} runs were recorded since: only the newest are counted.`,
  }),
  active: z.int().meta({ description: 'Runs under way now.' }),
  queued: z.int().meta({ description: 'Runs that wait to be admitted now.' }),
  hours: z
    .array(
      z.object({
        at: shownTime.meta({ description: 'The beginning of the hour.' }),
        finished: z.int().describe('Runs that have succeeded.'),
        failed: z.int().describe('Runs that have failed.'),
        other: z.int().meta({ description: 'Aborted, or not ended yet.' }),
        latenessP50: z
          .number()
          .nullable()
          .meta({ description: 'Seconds from a slot to the start of its run: half of them started sooner.' }),
        latenessMax: z.number().nullable().describe('Seconds of the latest start; null where none started.'),
      }),
    )
    .describe('Runs by the hour in which they were recorded, oldest first.'),
  failing: z.array(runOfJob.extend({ failures: z.int().meta({ description: 'Failures in a row.' }) })).meta({
    description: 'The newest ended run of each job that has failed and not succeeded since.',
  }),
  waiting: z.array(runOfJob).meta({ description: 'Runs that have waited for more than five minutes, and why.' }),
  long: z
    .array(runOfJob.extend({ usualSeconds: z.number().describe('What is usual for its job, in seconds.') }))
    .meta({ description: 'Runs that take twice as long as is usual for their job, and at least a minute longer.' }),
  missed: z
    .array(
      z.object({
        ...ofJob,
        ...gapView.shape,
      }),
    )
    .meta({
      description: 'Slots that were missed or skipped since, as ranges, but for those that were backfilled whole.',
    }),
  next: z.array(z.object({ ...ofJob, at: shownTime.describe('The slot.') })).meta({ description: 'The next slots.' }),
  tenants: z
    .array(
      z.object({
        tenant: z.string().describe('The id of the tenant.'),
        active: z.int().describe('Runs under way now.'),
        queued: z.int().describe('Runs that wait to be admitted now.'),
        runs: z.int().describe('Runs recorded since.'),
      }),
    )
    .describe('Runs by tenant.'),
});

const MAX_ZONE_LENGTH = 64;
const zoneName = z.string().max(MAX_ZONE_LENGTH).refine(isZoneName, 'must be an IANA time zone');

const jobsAt = z.object({
  at: shownTime.describe('The beginning of the minute or hour.'),
  jobs: z.int().describe('Jobs whose next slot falls in it.'),
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
      tenant: slug.optional().describe('Only of this tenant.'),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_OVERVIEW_HOURS)
        .default(DEFAULT_HOURS)
        .describe('How many hours are looked back.'),
    }),
    answer: overview,
  }),
  getScheduleLoad: route({
    ...common,
    id: 'getScheduleLoad',
    path: '/schedules/load',
    summary: 'See at which minutes the jobs of a tenant start',
    description: `Counts jobs by their next slots within 24 hours, at most ${MAX_SCHEDULES_IN_LOAD.toLocaleString('en')} of them, at most 10 s old: many at the same minute compete for the same seconds, and \`H\` in a cron expression gives each a minute of its own.`,
    query: z.strictObject({
      tenant: slug.optional().describe('The tenant; may be left out by callers of one tenant.'),
    }),
    answer: z.object({
      at: shownTime.describe('When this was gathered.'),
      isPartial: z.boolean().describe('True where the tenant has more schedules than are counted.'),
      minutes: z.array(z.int()).describe('60 numbers: jobs by the minute of the hour of their next slot.'),
      hours: z.array(jobsAt).describe('Jobs by the hour of their next slot, for 24 hours from the present one on.'),
      busiest: z.array(jobsAt).describe('The minutes with the most next slots, the fullest first.'),
    }),
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
      count: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_RECENT_RUNS)
        .default(DEFAULT_RECENT_RUNS)
        .describe('Runs of each job.'),
    }),
    answer: z.object({ items: z.array(recentRuns).describe('One for each job.') }),
  }),
  countOutcomes: route({
    ...common,
    id: 'countOutcomes',
    path: '/jobs/{id}/outcomes',
    summary: 'Count how the runs of a job ended, day by day',
    description: `Counts runs by the day on which they were recorded, at most the newest ${MAX_OUTCOME_RUNS.toLocaleString('en')} of them that are still kept.`,
    params: byId,
    query: z.strictObject({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_OUTCOME_DAYS)
        .default(MAX_OUTCOME_DAYS)
        .describe('How many days are looked back, today among them.'),
      timezone: zoneName.default('UTC').describe('The time zone whose days are meant.'),
    }),
    answer: z.object({
      isPartial: z.boolean().describe('True where there are more runs than are counted: the earliest day lacks some.'),
      days: z
        .array(
          z.object({
            day: z.string().meta({ description: 'The day, in the time zone.', examples: ['2026-11-24'] }),
            finished: z.int().describe('Runs that have succeeded.'),
            failed: z.int().describe('Runs that have failed.'),
            other: z.int().describe('Aborted, or not ended yet.'),
          }),
        )
        .describe('Days with runs, oldest first.'),
    }),
    example: {
      answer: { isPartial: false, days: [{ day: '2026-11-24', finished: 23, failed: 1, other: 0 }] },
    },
  }),
} as const;
