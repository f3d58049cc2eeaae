/** Which days of a month a cron expression means, its two day fields joined. */
import { dayNumber, monthLength, weekdayOf } from './civil.js';

/** The day fields of an expression. A field that is `*` or `?` is null: it does not restrict. */
export interface DayRule {
  readonly dayOfMonth: DayOfMonthRule | null;
  readonly dayOfWeek: DayOfWeekRule | null;
}

export interface DayOfMonthRule {
  /** Bit d for day d, 1 to 31. */
  readonly days: number;
  /** `L` is 0, `L-3` is 3: days before the last one. */
  readonly beforeLast: readonly number[];
  /** `LW` is 0, `L-3W` is 3: the working day nearest to the day that lies so many days before the last one. */
  readonly nearestBeforeLast: readonly number[];
  /** `15W`: the working day nearest to the 15th, within the month. */
  readonly nearest: readonly number[];
}

export interface DayOfWeekRule {
  /** Bit w for weekday w, Sunday = 0. */
  readonly weekdays: number;
  /** `5L`: the last Friday. */
  readonly last: readonly number[];
  /** `5#2`: the second Friday. */
  readonly nth: readonly { readonly weekday: number; readonly nth: number }[];
}

const SATURDAY = 6;
const SUNDAY = 0;

interface Month {
  readonly length: number;
  /** Weekday of its first day. */
  readonly startsOn: number;
}

/** The days of a month that match, bit d for day d. Both fields restricted: either matches. */
export function matchingDays(rule: DayRule, year: number, month: number): number {
  const shape = { length: monthLength(year, month), startsOn: weekdayOf(dayNumber(year, month, 1)) };
  const all = allDays(shape.length);
  const { dayOfMonth, dayOfWeek } = rule;
  if (!dayOfMonth) return dayOfWeek ? byWeekday(dayOfWeek, shape) & all : all;
  const byDate = byDayOfMonth(dayOfMonth, shape) & all;
  return dayOfWeek ? byDate | (byWeekday(dayOfWeek, shape) & all) : byDate;
}

/** Bits 1 to `length`; 31 days reach the sign bit, which the callers read unsigned. */
const allDays = (length: number): number => (length === 31 ? -2 : ((1 << (length + 1)) - 1) & ~1);

function byDayOfMonth(rule: DayOfMonthRule, month: Month): number {
  let days = rule.days;
  for (const before of rule.beforeLast) if (month.length > before) days |= 1 << (month.length - before);
  const near = [...rule.nearest, ...rule.nearestBeforeLast.map((before) => month.length - before)];
  for (const day of near) if (day >= 1 && day <= month.length) days |= 1 << nearestWorkday(day, month);
  return days;
}

/** Saturday moves back to Friday and Sunday on to Monday, unless that would leave the month. */
function nearestWorkday(day: number, month: Month): number {
  const weekday = (month.startsOn + day - 1) % 7;
  if (weekday === SATURDAY) return day > 1 ? day - 1 : day + 2;
  if (weekday === SUNDAY) return day < month.length ? day + 1 : day - 2;
  return day;
}

function byWeekday(rule: DayOfWeekRule, month: Month): number {
  let days = 0;
  for (let weekday = 0; weekday < 7; weekday++) {
    if (rule.weekdays & (1 << weekday)) days |= everyWeek(firstOn(weekday, month));
  }
  for (const weekday of rule.last) {
    const first = firstOn(weekday, month);
    days |= 1 << (first + 7 * Math.floor((month.length - first) / 7));
  }
  for (const { weekday, nth } of rule.nth) {
    const day = firstOn(weekday, month) + 7 * (nth - 1);
    if (day <= month.length) days |= 1 << day;
  }
  return days;
}

const firstOn = (weekday: number, month: Month): number => 1 + ((weekday - month.startsOn + 7) % 7);
/** Days first, first + 7, … up to 31; what lies beyond the month is cut off by the caller. */
const everyWeek = (first: number): number =>
  (1 << first) | (1 << (first + 7)) | (1 << (first + 14)) | (1 << (first + 21)) | (first < 4 ? 1 << (first + 28) : 0);
