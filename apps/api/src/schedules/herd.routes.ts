import { z } from 'zod';
import {
  MAX_HERD_HOURS,
  MAX_HERD_INSTANTS,
  MAX_HERD_SLOTS_PER_JOB,
  MAX_HERD_SUGGESTIONS,
  MAX_NAMED_IN_HERD,
  MAX_SCHEDULES_IN_HERD,
} from '#common/domain/limits.js';
import { slug } from '#common/spec/fields.js';
import { route, routesOf } from '../http/route.js';
import { flag, int, text, time } from '../http/page.js';

const DEFAULT_HOURS = 24;
const DEFAULT_CROWD = 3;

const herdMinute = z.object({
  at: time('The minute.'),
  starts: int('How many runs start in the minute.'),
  jobs: z
    .array(z.object({ id: text('The id of the job.'), name: text('The name of the job.') }))
    .describe(`The first ${MAX_NAMED_IN_HERD} of the jobs that start in the minute.`),
});

export const herdRoutes = routesOf('Overview', {
  getHerd: route({
    at: 'GET /schedules/herd',
    access: 'viewer',
    summary: 'Report which jobs of a tenant start in the same minutes, and how to spread them',
    description: `Counts the slots of at most ${MAX_SCHEDULES_IN_HERD.toLocaleString('en')} schedules by the minute in which their runs start, including jitter and calendars, and calculates the peak that would remain if every suggestion were followed. Nothing is changed. The report is at most 30 s old.`,
    query: z.strictObject({
      tenant: slug.optional().describe('The tenant. Callers with roles in one tenant only may leave it out.'),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_HERD_HOURS)
        .default(DEFAULT_HOURS)
        .describe('How many hours from now are covered.'),
      crowdedFrom: z.coerce
        .number()
        .int()
        .min(2)
        .max(10_000)
        .default(DEFAULT_CROWD)
        .describe('From this many starts on, a minute counts as crowded.'),
    }),
    answer: z.object({
      from: time('The first minute of the report.'),
      to: time('The end of the report.'),
      counted: int('How many jobs are counted.'),
      isPartial: flag('True if the tenant has more schedules, or more slots, than are counted.'),
      frequent: int(
        `How many jobs have more than ${MAX_HERD_SLOTS_PER_JOB} slots in that time; they are not contained in the other figures.`,
      ),
      peak: herdMinute.nullable().describe('The minute with the most starts; null if no run starts.'),
      peakAfter: herdMinute.nullable().describe('The minute with the most starts if every suggestion were followed.'),
      crowded: z
        .array(herdMinute)
        .describe(`The crowded minutes, those with the most starts first, at most ${MAX_HERD_INSTANTS}.`),
      suggestions: z
        .array(
          z.object({
            job: text('The id of the job.'),
            name: text('The name of the job.'),
            field: z.enum(['cron', 'jitterSeconds']).describe('The field of the schedule that could be changed.'),
            present: text('The present value; 0 if there is none.'),
            suggested: text('The suggested value.'),
          }),
        )
        .describe(
          `Suggestions for jobs in crowded minutes, at most ${MAX_HERD_SUGGESTIONS}: \`H\` instead of a fixed minute, or jitter. Ignore the suggestion for a job that must start in its exact minute.`,
        ),
    }),
  }),
});
