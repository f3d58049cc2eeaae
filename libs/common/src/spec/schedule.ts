/** The public shape of when a job runs: its schedule, what becomes of late slots, how many runs there may be at once. */
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
      .describe('Days of the week on which the window opens; every day unless given.'),
    from: timeOfDay.meta({ description: 'Time of day at which the window opens.', examples: ['22:00'] }),
    to: timeOfDay.meta({
      description: 'Time of day at which it closes, not included; on the next day if it is earlier than `from`.',
      examples: ['06:00'],
    }),
  })
  .refine((window) => window.from !== window.to, { path: ['to'], message: 'must differ from from' })
  .refine((window) => window.from !== '24:00', { path: ['from'], message: 'must be before 24:00' });

/** The job's time rule. Whether its expressions and zone make sense is judged by the schedule dialect, not by the shape. */
export const scheduleSpec = z.strictObject({
  cron: z
    .union([cronExpression, z.array(cronExpression).min(1).max(MAX_CRON_EXPRESSIONS)])
    .optional()
    .meta({
      description: `One cron expression or several, of five fields, six with seconds, or seven with seconds and year; a slot is what any of them yields. At most ${MAX_CRON_EXPRESSIONS} of ${MAX_CRON_LENGTH} characters.`,
      examples: ['0 10 * * *', ['0 8 * * 1-5', '0 10 * * 6']],
    }),
  every: positiveSeconds.min(1).optional().describe('A slot every so many seconds, counted from `anchor`.'),
  fixedDelay: positiveSeconds
    .min(1)
    .optional()
    .describe('A slot so many seconds after the run of the one before has ended, however it ended.'),
  rrule: z
    .string()
    .trim()
    .min(1)
    .max(MAX_RRULE_LENGTH)
    .optional()
    .meta({
      description: `A recurrence rule of RFC 5545 whose FREQ is DAILY, WEEKLY, MONTHLY or YEARLY; what it leaves open is that of \`anchor\`. At most ${MAX_RRULE_LENGTH} characters.`,
      examples: ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;BYHOUR=9;BYMINUTE=30;BYSECOND=0'],
    }),
  anchor: instant
    .optional()
    .describe(
      'The instant that `every` is counted from, or DTSTART of `rrule`. Unless given: the instant at which the job was made; of `rrule` midnight before it, in `timezone`.',
    ),
  at: instant.optional().describe('A single slot at this instant.'),
  timezone: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({
      description: 'IANA name of the zone that `cron`, `rrule` and `windows` are read in; UTC unless given.',
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
      'A slot that lies in a calendar of `exclude` is moved to the same time of the next or the previous day that does not; it does not run unless given.',
    ),
  shiftWorkingDays: z
    .int()
    .min(-MAX_WORKING_DAYS)
    .max(MAX_WORKING_DAYS)
    .refine((days) => days !== 0, 'must not be 0')
    .optional()
    .describe(
      `Each slot is moved by so many days that the calendars of \`exclude\` do not take out, back if negative; after \`moveExcluded\`. At most ${MAX_WORKING_DAYS}.`,
    ),
  windows: z
    .array(runWindow)
    .min(1)
    .max(MAX_RUN_WINDOWS)
    .optional()
    .meta({
      description: `Slots run within these windows only, in \`timezone\`; at any time unless given. At most ${MAX_RUN_WINDOWS}.`,
      examples: [[{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '22:00', to: '06:00' }]],
    }),
  outsideWindows: z
    .enum(OUTSIDE_WINDOWS)
    .optional()
    .describe(
      'A slot outside of `windows`: `skip` does not run it; `open` moves it to the time at which the next window opens, all that are moved there being one slot. `skip` unless given.',
    ),
  minIntervalSeconds: positiveSeconds
    .min(1)
    .optional()
    .describe(
      'A slot that is nearer than so many seconds to the last one that got a run does not run; no limit unless given.',
    ),
  jitterSeconds: seconds
    .optional()
    .describe(
      'Each slot starts up to so many seconds later, always by the same share of them for one job; 0 unless given.',
    ),
  dst: z
    .strictObject({
      gap: z
        .enum(['skip', 'after', 'before'])
        .optional()
        .describe(
          'A time of day that does not exist: `after` runs when the clock has jumped, `before` in the last second before it jumps, `skip` does not run. `after` unless given.',
        ),
      overlap: z
        .enum(['first', 'second', 'both'])
        .optional()
        .describe('A time of day that comes twice: whether the first, the second or both run. `first` unless given.'),
    })
    .optional()
    .describe('What becomes of times of day that a change of the clock leaves out or repeats.'),
});
export type ScheduleSpec = z.output<typeof scheduleSpec>;

export const MISFIRE_POLICIES = ['skip', 'last', 'all'] as const;
export const misfireSpec = z.strictObject({
  policy: z
    .enum(MISFIRE_POLICIES)
    .optional()
    .describe(
      '`skip`: none of the slots that passed runs; `last`: the latest does; `all`: all do, up to `maxMissed`. `last` unless given.',
    ),
  maxMissed: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('How many slots that passed are made up for at most, the latest ones; 5 unless given.'),
  startingDeadlineSeconds: seconds
    .nullable()
    .optional()
    .describe('A slot that is later than so many seconds is missed; null, which it is unless given, is no limit.'),
});

export const CONCURRENCY_POLICIES = ['Allow', 'Forbid', 'Enqueue', 'Replace'] as const;
export type ConcurrencyPolicy = (typeof CONCURRENCY_POLICIES)[number];
export const concurrencySpec = z.strictObject({
  policy: z
    .enum(CONCURRENCY_POLICIES)
    .optional()
    .describe(
      'What happens to a run for which no permit is free: `Allow` knows no limit, `Forbid` refuses it, `Enqueue` lets it wait, `Replace` ends the older run for it. `Allow` unless given.',
    ),
  maxConcurrency: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('Runs of the job that may be active at once, where the policy sets a limit; 1 unless given.'),
  group: slug
    .optional()
    .describe(
      "A concurrency group of the tenant: its permits are shared by all jobs that name it. The tenant's `groups` say how many there are.",
    ),
  maxQueued: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe('Runs that may wait with `Enqueue`; one more is refused. 20 unless given.'),
  perKey: perKeySpec
    .optional()
    .describe(
      'A further limit for each value of a key, such as a customer: how many runs with it may be active at once, and how many may start in a time.',
    ),
});
