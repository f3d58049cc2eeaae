/** The public shape of when a job runs: its schedule, the treatment of late slots, the number of runs at once. */
import { z } from 'zod';
import {
  MAX_CRON_EXPRESSIONS,
  MAX_CRON_LENGTH,
  MAX_RRULE_LENGTH,
  MAX_RUN_WINDOWS,
  MAX_WORKING_DAYS,
} from '../domain/limits.js';
import { timeOfDay, WEEKDAYS } from './calendar.js';
import { instant, positiveSeconds, seconds, slug } from './fields.js';
import { perKeySpec } from './per-key.js';

export const cronExpression = z.string().trim().min(1).max(MAX_CRON_LENGTH);

export const MOVE_EXCLUDED = ['next', 'previous'] as const;
export const OUTSIDE_WINDOWS = ['skip', 'open'] as const;

const runWindow = z
  .strictObject({
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1)
      .max(7)
      .optional()
      .describe('Days of the week on which the window opens. Default: every day.'),
    from: timeOfDay.meta({ description: 'Time of day at which the window opens.', examples: ['22:00'] }),
    to: timeOfDay.meta({
      description: 'Time of day at which it closes, not included; on the next day if it is earlier than `from`.',
      examples: ['06:00'],
    }),
  })
  .refine((window) => window.from !== window.to, { path: ['to'], message: 'must differ from from' })
  .refine((window) => window.from !== '24:00', { path: ['from'], message: 'must be before 24:00' });

/** The job's time rule. Its expressions and zone are validated by `parseSchedule`, not by the shape. */
export const scheduleSpec = z.strictObject({
  cron: z
    .union([cronExpression, z.array(cronExpression).min(1).max(MAX_CRON_EXPRESSIONS)])
    .optional()
    .meta({
      description: `One cron expression or several, of five fields, six with seconds, or seven with seconds and year; each instant that one of them yields is a slot. At most ${MAX_CRON_EXPRESSIONS} of ${MAX_CRON_LENGTH} characters.`,
      examples: ['0 10 * * *', ['0 8 * * 1-5', '0 10 * * 6']],
    }),
  every: positiveSeconds.min(1).optional().describe('The seconds from one slot to the next, counted from `anchor`.'),
  fixedDelay: positiveSeconds
    .min(1)
    .optional()
    .describe('The seconds from the end of a run, whatever its result, to the next slot.'),
  rrule: z
    .string()
    .trim()
    .min(1)
    .max(MAX_RRULE_LENGTH)
    .optional()
    .meta({
      description: `A recurrence rule of RFC 5545 whose FREQ is DAILY, WEEKLY, MONTHLY or YEARLY; what the rule leaves open is taken from \`anchor\`. At most ${MAX_RRULE_LENGTH} characters.`,
      examples: ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=30;BYSECOND=0'],
    }),
  anchor: instant
    .optional()
    .describe(
      'The instant that `every` is counted from, or DTSTART of `rrule`. Default for `every`: the instant at which the job was created; for `rrule`: midnight before it, in `timezone`.',
    ),
  at: instant.optional().describe('The instant of a single slot.'),
  timezone: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({
      description: 'IANA name of the zone that `cron`, `rrule` and `windows` are read in. Default: UTC.',
      examples: ['Europe/Prague'],
    }),
  notBefore: instant.optional().describe('There are no slots before this instant.'),
  notAfter: instant.optional().describe('There are no slots after this instant.'),
  exclude: z
    .array(slug)
    .max(16)
    .optional()
    .describe('Ids of calendars of the tenant; slots that lie in one of them do not run.'),
  moveExcluded: z
    .enum(MOVE_EXCLUDED)
    .optional()
    .describe(
      'A slot that lies in a calendar of `exclude` is moved to the same time of the next or the previous day that lies in none of them. Default: the slot does not run.',
    ),
  shiftWorkingDays: z
    .int()
    .min(-MAX_WORKING_DAYS)
    .max(MAX_WORKING_DAYS)
    .refine((days) => days !== 0, 'must not be 0')
    .optional()
    .describe(
      `Each slot is moved forward, or back if the number is negative, by this many days that no calendar of \`exclude\` excludes; this follows \`moveExcluded\`. At most ${MAX_WORKING_DAYS}.`,
    ),
  windows: z
    .array(runWindow)
    .min(1)
    .max(MAX_RUN_WINDOWS)
    .optional()
    .meta({
      description: `The only windows, in \`timezone\`, within which slots run; at most ${MAX_RUN_WINDOWS}. Default: at any time.`,
      examples: [[{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '22:00', to: '06:00' }]],
    }),
  outsideWindows: z
    .enum(OUTSIDE_WINDOWS)
    .optional()
    .describe(
      'A slot outside of `windows`: `skip` does not run it; `open` moves it to the time at which the next window opens; all slots that are moved there become one slot. Default: `skip`.',
    ),
  minIntervalSeconds: positiveSeconds
    .min(1)
    .optional()
    .describe(
      'A slot does not run if it is fewer than this many seconds after the last slot that got a run. Default: no limit.',
    ),
  jitterSeconds: seconds
    .optional()
    .describe(
      'Each slot starts up to this many seconds later; the delay of one job is always the same part of them. Default: 0.',
    ),
  dst: z
    .strictObject({
      gap: z
        .enum(['skip', 'after', 'before'])
        .optional()
        .describe(
          'A slot at a time of day that does not exist: `after` runs it when the clock has jumped, `before` in the last second before the jump, `skip` does not run it. Default: `after`.',
        ),
      overlap: z
        .enum(['first', 'second', 'both'])
        .optional()
        .describe(
          'A slot at a time of day that occurs twice: whether it runs the first time, the second time or both times. Default: `first`.',
        ),
    })
    .optional()
    .describe('How slots are handled whose time of day a change of the clock leaves out or repeats.'),
});
export type ScheduleSpec = z.output<typeof scheduleSpec>;

export const MISFIRE_POLICIES = ['skip', 'last', 'all'] as const;
export const misfireSpec = z.strictObject({
  policy: z
    .enum(MISFIRE_POLICIES)
    .optional()
    .describe(
      'Slots that passed while nothing could start them: `skip` runs none, `last` only the latest, `all` all of them, up to `maxMissed`. Default: `last`.',
    ),
  maxMissed: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('How many of the slots that passed are run at most; the latest ones are chosen. Default: 5.'),
  startingDeadlineSeconds: seconds
    .nullable()
    .optional()
    .describe('A slot that is later than this many seconds is missed. Default: null, which is no limit.'),
});

export const CONCURRENCY_POLICIES = ['Allow', 'Forbid', 'Enqueue', 'Replace'] as const;
export type ConcurrencyPolicy = (typeof CONCURRENCY_POLICIES)[number];
export const concurrencySpec = z.strictObject({
  policy: z
    .enum(CONCURRENCY_POLICIES)
    .optional()
    .describe(
      'What happens to a run for which no permit is free: `Allow` sets no limit, `Forbid` refuses the run, `Enqueue` lets it wait, `Replace` ends the older run. Default: `Allow`.',
    ),
  maxConcurrency: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Runs of the job that may be active at once, where the policy sets a limit. Default: 1.'),
  group: slug
    .optional()
    .describe(
      "A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` set the number of permits.",
    ),
  maxQueued: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe('How many runs may wait with the policy `Enqueue`; further ones are refused. Default: 20.'),
  perKey: perKeySpec
    .optional()
    .describe(
      'A further limit for each value of a key, such as a customer: how many runs with this value may be active at once, and how many may start within a time.',
    ),
});
