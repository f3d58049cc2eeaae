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
import { route } from '../http/route.js';
import { shownTime } from '../http/view-fields.js';

const DEFAULT_HOURS = 24;
const DEFAULT_CROWD = 3;

const herdMinute = z.object({
  at: shownTime.describe('The minute.'),
  starts: z.int().describe('How many runs start in it.'),
  jobs: z
    .array(z.object({ id: z.string().describe('Its id.'), name: z.string().describe('Its name.') }))
    .describe(`Jobs that start in it, the first ${MAX_NAMED_IN_HERD}.`),
});

export const herdRoutes = {
  getHerd: route({
    id: 'getHerd',
    tag: 'Overview',
    method: 'GET',
    path: '/schedules/herd',
    access: 'viewer',
    status: 200,
    summary: 'See which jobs of a tenant start in the same minutes, and how they could be spread',
    description: `Counts the slots of at most ${MAX_SCHEDULES_IN_HERD.toLocaleString('en')} schedules by the minute in which their runs start, jitter and calendars included, and says what the peak would be if every suggestion was followed. Nothing is changed. At most 30 s old.`,
    query: z.strictObject({
      tenant: slug.optional().describe('The tenant; may be left out by callers of one tenant.'),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_HERD_HOURS)
        .default(DEFAULT_HOURS)
        .describe('How many hours are looked ahead.'),
      crowdedFrom: z.coerce
        .number()
        .int()
        .min(2)
        .max(10_000)
        .default(DEFAULT_CROWD)
        .describe('So many starts in one minute are a crowd.'),
    }),
    answer: z.object({
      from: shownTime.describe('The first minute that is counted.'),
      to: shownTime.describe('Where the counting ends.'),
      counted: z.int().describe('How many jobs are counted.'),
      isPartial: z.boolean().describe('True where the tenant has more schedules, or more slots, than are counted.'),
      frequent: z
        .int()
        .describe(`Jobs with more than ${MAX_HERD_SLOTS_PER_JOB} slots in that time, which are in no other number.`),
      peak: herdMinute.nullable().describe('The fullest minute; null where nothing starts.'),
      peakAfter: herdMinute.nullable().describe('The fullest minute if every suggestion was followed.'),
      crowded: z
        .array(herdMinute)
        .describe(`Minutes that are a crowd, the fullest first, at most ${MAX_HERD_INSTANTS}.`),
      suggestions: z
        .array(
          z.object({
            job: z.string().describe('The id of the job.'),
            name: z.string().describe('Its name.'),
            field: z.enum(['cron', 'jitterSeconds']).describe('What could be changed in its schedule.'),
            present: z.string().describe('What is written there; 0 where nothing is.'),
            suggested: z.string().describe('What could be written there instead.'),
          }),
        )
        .describe(
          `For jobs in crowds that could start at a time of their own, at most ${MAX_HERD_SUGGESTIONS}: \`H\` for a fixed minute, or jitter. Jobs that must start at their exact minute are yours to leave as they are.`,
        ),
    }),
  }),
} as const;
