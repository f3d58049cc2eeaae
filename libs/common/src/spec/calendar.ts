/** The public shape of a calendar: instants that a schedule excludes. */
import { z } from 'zod';
import { MAX_CRON_LENGTH, MAX_ICS_LENGTH } from '../domain/limits.js';
import { displayName, slug } from './fields.js';

const MAX_DATES = 2_000;
const MAX_RULES = 64;

const NOT_A_DAY = 'must be a date such as 2026-12-25, or 12-25 for every year';
/** A leap year: February 29 is a day of some years. */
const SOME_LEAP_YEAR = 2000;
const isDay = (text: string): boolean =>
  z.iso.date().safeParse(isOfEveryYear(text) ? `${SOME_LEAP_YEAR}-${text}` : text).success;
const dates = z
  .array(
    z
      .string()
      .regex(/^(?:\d{4}-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, { error: NOT_A_DAY, abort: true })
      .refine(isDay, NOT_A_DAY),
  )
  .max(MAX_DATES);

/** Whether the day of a calendar is one of every year, such as `12-25`. */
export const isOfEveryYear = (day: string): boolean => day.length === 'MM-DD'.length;

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time of day such as 08:30');
const weeklyWindow = z
  .strictObject({
    days: z.array(z.enum(WEEKDAYS)).min(1).max(7).describe('Days of the week.'),
    from: timeOfDay.meta({ description: 'Time of day at which the window begins.', examples: ['08:30'] }),
    to: timeOfDay.meta({
      description: 'Time of day at which the window ends, not included; later than `from`.',
      examples: ['24:00'],
    }),
  })
  .refine((window) => window.from < window.to, { path: ['to'], message: 'must be later than from' });

const calendarFields = {
  name: displayName.optional().describe('The display name.'),
  timezone: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('IANA zone in which dates and times of day are read. Default: UTC.'),
  dates: dates.optional().meta({
    description:
      'Whole days that are excluded: of one year, such as `2026-12-24`, or of every year, such as `12-25`; `02-29` is a day of leap years.',
    examples: [['2026-12-24', '12-25']],
  }),
  cron: z
    .array(z.string().trim().min(1).max(MAX_CRON_LENGTH))
    .max(MAX_RULES)
    .optional()
    .describe('Cron expressions; the instants that they yield are excluded.'),
  weekly: z.array(weeklyWindow).max(MAX_RULES).optional().describe('Windows of the week that are excluded.'),
  ics: z
    .string()
    .min(1)
    .max(MAX_ICS_LENGTH)
    .optional()
    .meta({
      description: `Text of an iCalendar file (RFC 5545), at most ${MAX_ICS_LENGTH} characters: the times of the events in it are excluded.`,
      examples: [
        'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Christmas Day\r\nDTSTART;VALUE=DATE:20261225\r\nRRULE:FREQ=YEARLY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      ],
    }),
  workdays: z
    .array(z.enum(WEEKDAYS))
    .min(1)
    .max(7)
    .optional()
    .meta({
      description: 'Working days of the week: all other days of the week are excluded.',
      examples: [['mon', 'tue', 'wed', 'thu', 'fri']],
    }),
  include: dates.optional().meta({
    description:
      'Whole days, as in `dates`, that are not excluded even if another field excludes them, such as a Saturday that is a working day.',
    examples: [['2026-10-10']],
  }),
};

/** Body of `PUT /calendars/{id}`. */
export const calendarSpec = z.strictObject(calendarFields);
/** Body of `POST /calendars`. */
export const newCalendar = z.strictObject({
  id: slug.describe('The id within the tenant; `schedule.exclude` refers to the calendar by it.'),
  tenant: slug.describe('The tenant that the calendar belongs to.'),
  ...calendarFields,
});
export type CalendarSpec = z.output<typeof calendarSpec>;
