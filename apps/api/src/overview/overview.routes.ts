import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { isZoneName, zoneProblem } from '#common/schedule/zone.js';
import { PHASES, RUN_STATES } from '#common/run/phase.js';
import {
  MAX_OUTCOME_DAYS,
  MAX_OUTCOME_RUNS,
  MAX_OVERVIEW_FAILING,
  MAX_OVERVIEW_HOURS,
  MAX_OVERVIEW_NEWEST,
  MAX_OVERVIEW_RUNS,
  MAX_RECENT_JOBS,
  MAX_RECENT_RUNS,
  MAX_SCHEDULES_IN_LOAD,
} from '#common/domain/limits.js';
import { route, routesOf } from '../http/route.js';
import { byId, idText, flag, int, text, time, timeOrNull } from '../http/page.js';
import { gapView } from '../schedules/schedule.routes.js';
import { MAX_HOURLY } from '../usage/core/ended.js';
import { MAX_LISTED } from './core/overview.js';

const DEFAULT_RECENT_RUNS = 20;
const DEFAULT_HOURS = 24;

const numberText = (value: number): string => value.toLocaleString('en');

const glance = z.object({
  id: text('The id of the run.'),
  state: z.enum(RUN_STATES).describe('The coarse state of the run.'),
  phase: z.enum(PHASES).describe('The phase of the run.'),
  reason: text('The reason for the phase, as a code.'),
  scheduledFor: timeOrNull('The slot of the run; null for a run without a slot.'),
  createdAt: time('When the run was recorded.'),
  started: timeOrNull('When the first attempt of the run started; null before that.'),
  finished: timeOrNull('When the run ended; null before its end.'),
});

/** The newest runs of one job. */
export const recentRuns = z.object({
  job: text('The id of the job.'),
  runs: z.array(glance).describe('The runs, newest first.'),
});

const ofJob = {
  job: text('The id of the job.'),
  jobName: text('The name of the job.'),
  tenant: text('The tenant of the job.'),
};
const runOfJob = glance.extend({
  ...ofJob,
  phaseSince: time('When the run entered its phase.'),
  message: text('The reason for the phase, as a sentence.'),
});

const AT_MOST = `at most ${numberText(MAX_OVERVIEW_RUNS)} are counted`;

const endedPeriod = z.object({
  at: time('The beginning of the period.'),
  finished: int('How many runs ended with success.'),
  failed: int('How many runs failed. In hours: also those of web services that were silent for too long.'),
  aborted: int('How many runs were aborted.'),
  slots: z.int().nullable().describe('How many of them were of slots, without backfills, and started; null in days.'),
  late: z.int().nullable().describe('How many of these started more than a minute after their slot; null in days.'),
  latenessMean: z
    .number()
    .nullable()
    .describe('The mean time from their slots to their starts, in seconds; null if there are none, and in days.'),
  latenessMax: z
    .number()
    .nullable()
    .describe('The longest time from a slot to the start of its run, in seconds; null if there are none, and in days.'),
});

export const overview = z.object({
  at: time('When these figures were read.'),
  since: time('The instant from which runs and gaps are counted.'),
  countedSince: time(
    'The instant from which runs are counted: `since`, or later if `isPartial`. Only runs that retention has kept are counted.',
  ),
  isPartial: flag(
    `True if more than ${numberText(MAX_OVERVIEW_NEWEST)} runs were recorded since then; only the newest are counted.`,
  ),
  active: int(`How many runs are pending or running now; ${AT_MOST}.`),
  running: int(`How many admitted runs have started and not ended; ${AT_MOST}.`),
  pending: int(`How many admitted runs have not started yet, without delayed ones; ${AT_MOST}.`),
  queued: int(`How many runs wait for admission now, without delayed ones; ${AT_MOST}.`),
  delayed: int(`How many runs wait for a start time that lies ahead; ${AT_MOST}.`),
  ended: z
    .object({
      since: timeOrNull(
        'Since when all ends of runs are counted: the beginning of the first period, or later where counting began later; null while nothing counts.',
      ),
      until: timeOrNull('All ends up to here are counted, usually up to two minutes ago; null while nothing counts.'),
      periodSeconds: int(
        `How long a period is: an hour, or a day in UTC if more than ${MAX_HOURLY} hours are covered.`,
      ),
      periods: z.array(endedPeriod).describe('The periods, oldest first; empty while nothing counts.'),
    })
    .describe(
      'Runs that ended, from the usage ledger: all of them, however long they are kept. A run that was aborted and resumed counts at each of its ends.',
    ),
  hours: z
    .array(
      z.object({
        at: time('The beginning of the hour.'),
        finished: int('How many runs have succeeded.'),
        failed: int('How many runs have failed.'),
        other: int('How many runs were aborted, or have not ended yet.'),
        latenessP50: z.number().nullable().describe('The median time from a slot to the start of its run, in seconds.'),
        latenessMax: z
          .number()
          .nullable()
          .describe('The longest time from a slot to the start of its run, in seconds; null if none started.'),
      }),
    )
    .describe('Kept runs by the hour in which they were recorded, oldest first. `ended` counts all.'),
  failingJobs: int(
    `How many jobs fail, that is, their newest result is a failure; at most ${numberText(MAX_OVERVIEW_FAILING)} are counted.`,
  ),
  failing: z
    .array(
      runOfJob.extend({
        failures: int(
          `How many kept runs of the job have failed since its last success; at most ${numberText(MAX_OVERVIEW_FAILING)} are counted.`,
        ),
      }),
    )
    .describe(
      `The failed run of each job whose newest result is a failure, whenever that was, the latest first; at most ${MAX_LISTED}. Runs that were aborted or ended on request are no results; jobs that are archived or deleted are left out.`,
    ),
  waiting: z.array(runOfJob).describe('Runs that have waited for more than five minutes, and why.'),
  long: z
    .array(
      runOfJob.extend({
        usualSeconds: z
          .number()
          .describe(
            'The usual duration of runs of the job, in seconds: the median of its recent successes, or that of its last one.',
          ),
      }),
    )
    .describe('Runs that take at least twice as long as is usual for their job, and at least a minute longer.'),
  missed: z
    .array(
      z.object({
        ...ofJob,
        ...gapView.shape,
      }),
    )
    .describe(
      'Slots that were missed or skipped since then, as ranges, without ranges that were backfilled completely. Those that a job leaves out as it is configured (`ConcurrencyForbidden`, `MinInterval`) or that have run before (`AlreadyRun`) come last.',
    ),
  next: z.array(z.object({ ...ofJob, at: time('The slot.') })).describe('The next slots.'),
  tenants: z
    .array(
      z.object({
        tenant: text('The id of the tenant.'),
        active: int('How many runs are active now.'),
        queued: int('How many runs wait for admission now.'),
        runs: int('How many kept runs were recorded since then, as far as they are counted.'),
        ended: int('How many runs ended in the periods of `ended`.'),
      }),
    )
    .describe('Runs by tenant.'),
});

const MAX_ZONE_LENGTH = 64;
const zoneName = z
  .string()
  .max(MAX_ZONE_LENGTH)
  .refine(isZoneName, { error: ({ input }) => zoneProblem(String(input)) ?? '' });

const jobsAt = z.object({
  at: time('The beginning of the minute or hour.'),
  jobs: int('How many jobs have their next slot in that time.'),
});

export const overviewRoutes = routesOf('Overview', {
  getOverview: route({
    access: 'viewer',
    at: 'GET /overview',
    summary: 'Read the overview: what needs attention, and the figures of the last hours',
    description:
      'Runs that have failed, wait or take longer than usual; missed slots; the next slots; runs and lateness by the hour. The figures are at most 5 s old.',
    query: z.strictObject({
      tenant: slug.optional().describe('Only figures of this tenant.'),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_OVERVIEW_HOURS)
        .default(DEFAULT_HOURS)
        .describe('How many hours before now are covered.'),
    }),
    answer: overview,
  }),
  getScheduleLoad: route({
    access: 'viewer',
    at: 'GET /schedules/load',
    summary: 'Count the starts of jobs of a tenant by minute',
    description: `Counts at most ${MAX_SCHEDULES_IN_LOAD.toLocaleString('en')} jobs by their next slots within 24 hours; the figures are at most 10 s old. Many jobs in the same minute compete for the same resources; \`H\` in a cron expression gives each job a minute of its own.`,
    query: z.strictObject({
      tenant: slug.optional().describe('The tenant. Callers with roles in one tenant only may leave it out.'),
    }),
    answer: z.object({
      at: time('When these figures were read.'),
      isPartial: flag('True if the tenant has more schedules than are counted.'),
      minutes: z.array(z.int()).describe('60 numbers: how many jobs have their next slot in each minute of an hour.'),
      hours: z
        .array(jobsAt)
        .describe('How many jobs have their next slot in each of the next 24 hours, the present hour first.'),
      busiest: z.array(jobsAt).describe('The minutes with the most next slots, the busiest minute first.'),
    }),
  }),
  listRecentRuns: route({
    access: 'viewer',
    at: 'GET /recent-runs',
    summary: 'Read the newest runs of several jobs',
    description:
      'A few fields of each run, for lists of jobs with their last results. Jobs that the caller may not read are left out.',
    query: z.strictObject({
      job: z
        .union([idText, z.array(idText).max(MAX_RECENT_JOBS)])
        .describe(`The id of a job; may be given up to ${MAX_RECENT_JOBS} times.`),
      count: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_RECENT_RUNS)
        .default(DEFAULT_RECENT_RUNS)
        .describe('How many runs of each job.'),
    }),
    answer: z.object({ items: z.array(recentRuns).describe('One item for each job.') }),
  }),
});

export const outcomeRoutes = routesOf('Overview', {
  countOutcomes: route({
    access: 'viewer',
    at: 'GET /jobs/{id}/outcomes',
    summary: 'Count the results of runs of a job by day',
    description: `Counts runs by the day on which they were recorded; only the newest ${MAX_OUTCOME_RUNS.toLocaleString('en')} stored runs are counted.`,
    params: byId,
    query: z.strictObject({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_OUTCOME_DAYS)
        .default(MAX_OUTCOME_DAYS)
        .describe('How many days are covered, including today.'),
      timezone: zoneName.default('UTC').describe('The time zone in which days begin and end.'),
    }),
    answer: z.object({
      isPartial: flag(
        'True if there are more runs than are counted; then the figures of the earliest day are too low.',
      ),
      days: z
        .array(
          z.object({
            day: z.string().meta({ description: 'The day, in the time zone.', examples: ['2026-11-24'] }),
            finished: int('How many runs have succeeded.'),
            failed: int('How many runs have failed.'),
            other: int('How many runs were aborted, or have not ended yet.'),
          }),
        )
        .describe('The days with runs, oldest first.'),
    }),
    example: {
      answer: { isPartial: false, days: [{ day: '2026-11-24', finished: 23, failed: 1, other: 0 }] },
    },
  }),
});
