/** The next wall-clock second that a cron expression names, without any zone: a bounded walk over its field tables. */
import { civilDate, DAY_SECONDS, dayNumber, monthLength } from './civil.js';
import { matchingDays } from './day-rule.js';
import type { CronExpression } from './parse-cron.js';

export class WallSearch {
  /** The month whose days were computed last: most searches stay in one month. */
  private monthKey = -1;
  private monthDays = 0;
  private readonly firstTime: number;

  constructor(private readonly cron: CronExpression) {
    this.firstTime = cron.hour.first * 3600 + cron.minute.first * 60 + cron.second.first;
  }

  /**
   * The least matching wall-clock second (counted as if it were UTC) that is not below `from`; null if none is left before
   * the last year.
   */
  next(from: number): number | null {
    const day = Math.floor(from / DAY_SECONDS);
    const { year, month, day: dayOfMonth } = civilDate(day);
    if (this.matches(year, month, dayOfMonth)) {
      const time = this.timeFrom(from - day * DAY_SECONDS);
      if (time >= 0) return day * DAY_SECONDS + time;
    }
    const next = this.nextDay(year, month, dayOfMonth + 1);
    return next === null ? null : next * DAY_SECONDS + this.firstTime;
  }

  private matches(year: number, month: number, day: number): boolean {
    if (this.cron.month.from(month) !== month || this.cron.year.from(year) !== year) return false;
    return (this.daysOf(year, month) & (1 << day)) !== 0;
  }

  /** The number of the first matching day not before that date; `day` may lie one beyond its month. */
  private nextDay(year: number, month: number, day: number): number | null {
    for (let y = this.cron.year.from(year); y >= 0; y = this.cron.year.from(y + 1)) {
      const isFirstYear = y === year;
      for (let m = this.cron.month.from(isFirstYear ? month : 1); m >= 0; m = this.cron.month.from(m + 1)) {
        const first = isFirstYear && m === month ? day : 1;
        const days = first > monthLength(y, m) ? 0 : this.daysOf(y, m) & (-1 << first);
        if (days !== 0) return dayNumber(y, m, 31 - Math.clz32(days & -days));
      }
    }
    return null;
  }

  private daysOf(year: number, month: number): number {
    const key = year * 12 + month;
    if (key !== this.monthKey) {
      this.monthDays = matchingDays(this.cron.days, year, month);
      this.monthKey = key;
    }
    return this.monthDays;
  }

  /** The first matching second of the day that is not below `from`; -1 if the day has none left. */
  private timeFrom(from: number): number {
    const { hour, minute, second } = this.cron;
    const h = Math.floor(from / 3600);
    const m = Math.floor((from % 3600) / 60);
    if (hour.from(h) === h) {
      if (minute.from(m) === m) {
        const s = second.from(from % 60);
        if (s >= 0) return h * 3600 + m * 60 + s;
      }
      const nextMinute = minute.from(m + 1);
      if (nextMinute >= 0) return h * 3600 + nextMinute * 60 + second.first;
    }
    const nextHour = hour.from(h + 1);
    return nextHour < 0 ? -1 : nextHour * 3600 + minute.first * 60 + second.first;
  }
}
