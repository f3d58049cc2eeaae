/** Recurrence rules (RFC 5545, 3.3.10) as far as schedules have them: those that name days, with times of the day. */
import { MAX_RRULE_COUNT, MAX_RRULE_INTERVAL, MAX_RRULE_LENGTH } from '../domain/limits.js';
import { DAY_SECONDS, dayNumber, monthLength } from './civil.js';

export const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** `-1FR` is `{ weekday: 5, nth: -1 }`; without a number `nth` is 0: each of them. */
export interface RruleDay {
  readonly weekday: number;
  readonly nth: number;
}

/** A rule as it is written; lists are ascending and empty where the part is absent. Weekdays count from Sunday = 0. */
export interface Rrule {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Occurrences from DTSTART on; null is no limit. */
  readonly count: number | null;
  /** The last second in which there may be an occurrence: local time counted as if it were UTC, or epoch seconds. */
  readonly until: { readonly kind: 'local' | 'utc'; readonly at: number } | null;
  readonly months: readonly number[];
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly days: readonly RruleDay[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
  readonly weekStart: number;
}

type Parts = ReadonlyMap<string, string>;
/** Its message is the problem, with the part. */
class Refusal extends Error {}

/** By number. */
export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const KNOWN = new Set(
  'FREQ INTERVAL COUNT UNTIL WKST BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS'.split(
    ' ',
  ),
);

/** Parses a rule, with or without `RRULE:` before it; a string as the result is the problem, with the part. */
export function parseRrule(text: string): Rrule | string {
  try {
    return read(partsOf(text));
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function partsOf(text: string): Parts {
  if (text.length > MAX_RRULE_LENGTH) refuse(`is longer than ${MAX_RRULE_LENGTH} characters`);
  const rule = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    // Programs write a semicolon at the end, people a space in lists.
    .replace(/;$/, '')
    .replaceAll(/(?<=[,;=])\s+|\s+(?=[,;=])/g, '');
  if (/\s/.test(rule))
    refuse('contains more than one rule: give DTSTART as `anchor`, and EXDATE as a calendar in `exclude`');
  if (/^(DTSTART|EXDATE|RDATE|EXRULE)\b/.test(rule)) {
    refuse(
      'must contain only the rule: give DTSTART as `anchor`, its time zone as `timezone`, and EXDATE as a calendar in `exclude`',
    );
  }
  const parts = new Map<string, string>();
  for (const part of rule.split(';')) {
    const [name = '', value = ''] = part.split('=', 2);
    if (value === '') refuse(`"${part}" is not a part such as FREQ=DAILY`);
    if (!KNOWN.has(name)) refuse(`${name} is not known: ${[...KNOWN].join(', ')} are`);
    if (parts.has(name)) refuse(`${name} is given twice`);
    parts.set(name, value);
  }
  return parts;
}

function read(parts: Parts): Rrule {
  const frequency = frequencyOf(parts.get('FREQ'));
  const list = (name: string, least: number, most: number): number[] =>
    listOf(parts, name, { least, most, signed: false });
  const signed = (name: string, most: number): number[] => listOf(parts, name, { least: 1, most, signed: true });
  const rule: Rrule = {
    frequency,
    interval: wholeOf(parts, 'INTERVAL', MAX_RRULE_INTERVAL) ?? 1,
    count: wholeOf(parts, 'COUNT', MAX_RRULE_COUNT),
    until: untilOf(parts.get('UNTIL')),
    months: list('BYMONTH', 1, 12),
    weeks: signed('BYWEEKNO', 53),
    yearDays: signed('BYYEARDAY', 366),
    monthDays: signed('BYMONTHDAY', 31),
    days: daysOf(parts.get('BYDAY')),
    hours: list('BYHOUR', 0, 23),
    minutes: list('BYMINUTE', 0, 59),
    seconds: list('BYSECOND', 0, 59),
    positions: signed('BYSETPOS', 366),
    weekStart: weekdayOf(parts.get('WKST') ?? 'MO', 'WKST'),
  };
  checkTogether(rule);
  return rule;
}

function frequencyOf(text: string | undefined): Frequency {
  if (text === undefined) refuse('needs FREQ, such as FREQ=MONTHLY');
  const frequency = FREQUENCIES.find((name) => name === text);
  if (frequency !== undefined) return frequency;
  if (['HOURLY', 'MINUTELY', 'SECONDLY'].includes(text)) {
    refuse(
      `FREQ=${text} is not supported: for steps within a day use \`every\` (seconds), or cron such as */15 * * * *`,
    );
  }
  return refuse(`FREQ=${text} is not known: ${FREQUENCIES.join(', ')} are`);
}

/** Checks the combination of parts by the table in RFC 5545, 3.3.10. */
function checkTogether(rule: Rrule): void {
  const { frequency, count, until, monthDays, days } = rule;
  if (count !== null && until !== null) refuse('can have COUNT or UNTIL, not both');
  if (frequency !== 'YEARLY') checkNotYearly(rule);
  if (rule.weeks.length > 0 && days.length === 0) refuse('BYWEEKNO needs BYDAY, such as BYDAY=MO');
  if (monthDays.length > 0 && frequency === 'WEEKLY') refuse('BYMONTHDAY cannot be combined with FREQ=WEEKLY');
  if (days.some(({ nth }) => nth !== 0)) checkOrdinals(rule);
  checkPositions(rule);
}

function checkNotYearly({ weeks, yearDays }: Rrule): void {
  if (weeks.length > 0) refuse('BYWEEKNO is possible only with FREQ=YEARLY');
  if (yearDays.length > 0) refuse('BYYEARDAY is possible only with FREQ=YEARLY');
}

function checkPositions({ positions, ...rule }: Rrule): void {
  const others = [rule.weeks, rule.yearDays, rule.monthDays, rule.days, rule.months];
  const times = [rule.hours, rule.minutes, rule.seconds];
  if (positions.length > 0 && [...others, ...times].every((list) => list.length === 0)) {
    refuse('BYSETPOS needs a further BY part, from whose days it chooses');
  }
}

function checkOrdinals({ frequency, weeks, days, months }: Rrule): void {
  if (frequency !== 'MONTHLY' && frequency !== 'YEARLY') {
    refuse('BYDAY takes numbers, as in 2MO, with FREQ=MONTHLY and FREQ=YEARLY only');
  }
  if (weeks.length > 0) refuse('BYDAY takes no numbers, as in 2MO, beside BYWEEKNO');
  const most = frequency === 'MONTHLY' || months.length > 0 ? 5 : 53;
  if (days.some(({ nth }) => Math.abs(nth) > most))
    refuse(`BYDAY takes numbers from 1 to ${most}, or -1 to -${most}, here`);
}

function wholeOf(parts: Parts, name: string, most: number): number | null {
  const text = parts.get(name);
  if (text === undefined) return null;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) refuse(`${name} is a whole number from 1 to ${most}`);
  return value;
}

interface Range {
  readonly least: number;
  readonly most: number;
  /** Numbers may also count from the end, as in -1. */
  readonly signed: boolean;
}

function listOf(parts: Parts, name: string, { least, most, signed }: Range): number[] {
  const text = parts.get(name);
  if (text === undefined) return [];
  const values = text.split(',').map((item) => {
    const value = /^[+-]?\d{1,3}$/.test(item) ? Number(item) : NaN;
    const size = signed ? Math.abs(value) : value;
    if (!(size >= least && size <= most)) {
      refuse(`${name} takes ${least} to ${most}${signed ? `, or -${most} to -1` : ''}, not ${item}`);
    }
    return value;
  });
  return [...new Set(values)].sort((a, b) => a - b);
}

function daysOf(text: string | undefined): RruleDay[] {
  if (text === undefined) return [];
  return text.split(',').map((item) => {
    const match = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item);
    if (!match) return refuse(`BYDAY takes days such as MO, 2TU or -1FR, not ${item}`);
    const nth = Number(match[1] ?? 0);
    if (match[1] !== undefined && nth === 0) refuse('BYDAY has no day with the number 0');
    return { weekday: weekdayOf(match[2] ?? '', 'BYDAY'), nth };
  });
}

function weekdayOf(text: string, name: string): number {
  const weekday = WEEKDAYS.indexOf(text);
  return weekday >= 0 ? weekday : refuse(`${name} takes the days ${WEEKDAYS.join(', ')}, not ${text}`);
}

const UNTIL = /^(\d{4})(0[1-9]|1[0-2])(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z)?)?$/;

/** A date includes its last second. */
function untilOf(text: string | undefined): Rrule['until'] {
  if (text === undefined) return null;
  const [, year, month, day, ...time] = UNTIL.exec(text) ?? [];
  const [y, m, d] = [year, month, day].map(Number);
  if (!y || !m || !d || d > monthLength(y, m)) {
    return refuse(`UNTIL is a date or time such as 20261231 or 20261231T230000Z, not ${text}`);
  }
  const [hour, minute, second, utc] = time;
  const seconds = hour === undefined ? DAY_SECONDS - 1 : Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return { kind: utc === undefined ? 'local' : 'utc', at: dayNumber(y, m, d) * DAY_SECONDS + seconds };
}

function refuse(problem: string): never {
  throw new Refusal(problem);
}
