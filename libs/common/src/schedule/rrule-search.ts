/**
 * The next wall-clock second that a recurrence rule names, without any zone. Periods (years, months, weeks, days) are found by
 * their number, so that a search begins at the requested time and not at DTSTART; it checks the days of 130 years at most.
 */
import { leastIndex } from '../domain/least-index.js';
import { civilDate, DAY_SECONDS, dayNumber, LAST_YEAR, monthLength, weekdayOf } from './civil.js';
import type { Rrule, RruleDay } from './parse-rrule.js';

const LAST_DAY = dayNumber(LAST_YEAR, 12, 31);

export class RruleSearch {
  private readonly rule: Rrule;
  private readonly times: TimesOfDay;
  private readonly firstPeriod: number;
  /** The last second, with COUNT that of the last occurrence. */
  private readonly last: number;
  /** The period whose days were computed last. */
  private period = NaN;
  private periodDays: readonly number[] = [];

  /** `start`: DTSTART, a local second counted as if it were UTC; parts that the rule leaves out are taken from it. */
  constructor(
    rule: Rrule,
    private readonly start: number,
  ) {
    this.rule = withDefaults(rule, start);
    this.times = new TimesOfDay(this.rule);
    this.firstPeriod = this.periodOf(Math.floor(start / DAY_SECONDS));
    const until = rule.until?.kind === 'local' ? rule.until.at : Infinity;
    this.last = until;
    if (rule.count !== null) this.last = this.nthFromStart(rule.count);
  }

  /** The least occurrence that is not below `from`; null if none is left before the last year. */
  next(from: number): number | null {
    const least = Math.max(from, this.start);
    const { interval } = this.rule;
    const here = this.periodOf(Math.floor(least / DAY_SECONDS));
    const steps = Math.ceil(Math.max(0, here - this.firstPeriod) / interval);
    for (let period = this.firstPeriod + steps * interval; this.firstDayOf(period) <= LAST_DAY; period += interval) {
      const instant = this.nextWithin(period, least);
      if (instant !== null) return instant <= this.last ? instant : null;
    }
    return null;
  }

  private nthFromStart(count: number): number {
    let at: number | null = this.next(this.start);
    for (let left = count - 1; left > 0 && at !== null; left--) at = this.next(at + 1);
    return at ?? Infinity;
  }

  /** The least occurrence of a period that is not below `least`. Occurrences are numbered by day, then by time of day. */
  private nextWithin(period: number, least: number): number | null {
    const days = this.daysOf(period);
    const size = days.length * this.times.count;
    const at = (index: number): number =>
      (days[Math.floor(index / this.times.count)] ?? 0) * DAY_SECONDS + this.times.at(index % this.times.count);
    const { positions } = this.rule;
    if (positions.length === 0) {
      const index = leastIndex(size, (each) => at(each) >= least);
      return index < size ? at(index) : null;
    }
    const chosen = positions
      .map((position) => (position > 0 ? position - 1 : size + position))
      .filter((index) => index >= 0 && index < size && at(index) >= least);
    return chosen.length > 0 ? at(Math.min(...chosen)) : null;
  }

  private periodOf(day: number): number {
    const { year, month } = civilDate(day);
    switch (this.rule.frequency) {
      case 'YEARLY':
        return year;
      case 'MONTHLY':
        return year * 12 + month - 1;
      case 'WEEKLY':
        return Math.floor((day - this.weekShift()) / 7);
      case 'DAILY':
        return day;
    }
  }

  private firstDayOf(period: number): number {
    switch (this.rule.frequency) {
      case 'YEARLY':
        return dayNumber(period, 1, 1);
      case 'MONTHLY':
        return dayNumber(Math.floor(period / 12), (period % 12) + 1, 1);
      case 'WEEKLY':
        return period * 7 + this.weekShift();
      case 'DAILY':
        return period;
    }
  }

  /** The first day from day 0 on with which a week begins. */
  private weekShift(): number {
    return (this.rule.weekStart - weekdayOf(0) + 7) % 7;
  }

  private daysOf(period: number): readonly number[] {
    if (period === this.period) return this.periodDays;
    const days: number[] = [];
    for (let day = this.firstDayOf(period); day < this.firstDayOf(period + 1); day++)
      if (this.matches(day)) days.push(day);
    this.period = period;
    this.periodDays = days;
    return days;
  }

  private matches(day: number): boolean {
    const { months, weeks, yearDays, monthDays, days } = this.rule;
    const { year, month, day: ofMonth } = civilDate(day);
    if (months.length > 0 && !months.includes(month)) return false;
    if (monthDays.length > 0 && !countsAs(monthDays, ofMonth, monthLength(year, month))) return false;
    if (yearDays.length > 0) {
      const first = dayNumber(year, 1, 1);
      if (!countsAs(yearDays, day - first + 1, dayNumber(year + 1, 1, 1) - first)) return false;
    }
    if (weeks.length > 0 && !this.isInWeeks(day)) return false;
    return days.length === 0 || days.some((each) => this.isDay(each, day));
  }

  private isDay({ weekday, nth }: RruleDay, day: number): boolean {
    if (weekdayOf(day) !== weekday) return false;
    if (nth === 0) return true;
    const { year, month, day: ofMonth } = civilDate(day);
    const { frequency, months } = this.rule;
    if (frequency === 'MONTHLY' || months.length > 0) return isNth(nth, ofMonth, monthLength(year, month));
    const first = dayNumber(year, 1, 1);
    return isNth(nth, day - first + 1, dayNumber(year + 1, 1, 1) - first);
  }

  /** Week 1 is the first with four days in the year. */
  private isInWeeks(day: number): boolean {
    const start = this.firstDayOfWeek(day);
    // The fourth day of a week determines its year.
    const { year } = civilDate(start + 3);
    const firstWeek = this.firstDayOfWeek(dayNumber(year, 1, 4));
    const nextYear = this.firstDayOfWeek(dayNumber(year + 1, 1, 4));
    return countsAs(this.rule.weeks, (start - firstWeek) / 7 + 1, (nextYear - firstWeek) / 7);
  }

  private firstDayOfWeek(day: number): number {
    return day - ((weekdayOf(day) - this.rule.weekStart + 7) % 7);
  }
}

/** True if the numbers, which count from 1, or from the end if negative, include this one of `count`. */
const countsAs = (numbers: readonly number[], number: number, count: number): boolean =>
  numbers.includes(number) || numbers.includes(number - count - 1);

/** Whether a day of a month or year is its nth of this weekday. */
const isNth = (nth: number, day: number, length: number): boolean =>
  nth > 0 ? Math.ceil(day / 7) === nth : Math.ceil((length - day + 1) / 7) === -nth;

/** Parts that the rule leaves out are those of DTSTART. */
function withDefaults(rule: Rrule, start: number): Rrule {
  const day = Math.floor(start / DAY_SECONDS);
  const { month, day: ofMonth } = civilDate(day);
  const time = start - day * DAY_SECONDS;
  const namesDays = [rule.weeks, rule.yearDays, rule.monthDays, rule.days].some((list) => list.length > 0);
  const timed = {
    ...rule,
    hours: orOne(rule.hours, Math.floor(time / 3600)),
    minutes: orOne(rule.minutes, Math.floor((time % 3600) / 60)),
    seconds: orOne(rule.seconds, time % 60),
  };
  if (namesDays || rule.frequency === 'DAILY') return timed;
  if (rule.frequency === 'WEEKLY') return { ...timed, days: [{ weekday: weekdayOf(day), nth: 0 }] };
  const months = rule.frequency === 'YEARLY' ? orOne(rule.months, month) : rule.months;
  return { ...timed, months, monthDays: [ofMonth] };
}

const orOne = (list: readonly number[], value: number): readonly number[] => (list.length > 0 ? list : [value]);

/** The times of day that hours, minutes and seconds name together, ascending and found by their number. */
class TimesOfDay {
  readonly count: number;

  /** Each list is ascending and not empty. */
  constructor(
    private readonly lists: {
      readonly hours: readonly number[];
      readonly minutes: readonly number[];
      readonly seconds: readonly number[];
    },
  ) {
    this.count = lists.hours.length * lists.minutes.length * lists.seconds.length;
  }

  /** Seconds of the day; `index` from 0 to before `count`. */
  at(index: number): number {
    const { hours, minutes, seconds } = this.lists;
    const minute = Math.floor(index / seconds.length);
    const hour = Math.floor(minute / minutes.length);
    return (
      (hours[hour] ?? 0) * 3600 + (minutes[minute % minutes.length] ?? 0) * 60 + (seconds[index % seconds.length] ?? 0)
    );
  }
}
