/** The instants that calendars exclude: whole days, weekly windows and cron expressions, each in the calendar's own zone. */
import type { CalendarSpec } from '../spec/calendar.js';
import type { Instant } from '../run/run.js';
import { DAY_SECONDS, dayNumber, weekdayOf } from './civil.js';
import { parseCron } from './parse-cron.js';
import { WallSearch } from './wall-search.js';
import { Zone } from './zone.js';

/** True for a nominal instant that is excluded. */
export type Exclusion = (nominal: Instant) => boolean;

export const excludesNothing: Exclusion = () => false;

/** What any of the calendars excludes. Throws RangeError for a calendar that could not have been saved. */
export function exclusionOf(calendars: readonly CalendarSpec[]): Exclusion {
  const rules = calendars.map(ruleOf);
  if (rules.length === 0) return excludesNothing;
  return (nominal) => rules.some((excludes) => excludes(nominal));
}

type WallRule = (wall: number) => boolean;

function ruleOf(calendar: CalendarSpec): Exclusion {
  const zone = Zone.of(calendar.timezone ?? 'UTC');
  const rules: WallRule[] = [
    ...(calendar.dates ? [datesRule(calendar.dates)] : []),
    ...(calendar.weekly ?? []).map(windowRule),
    ...(calendar.cron ?? []).map(cronRule),
  ];
  return (nominal) => {
    const seconds = Math.floor(nominal / 1000);
    const wall = seconds + zone.stretchAt(seconds).offset;
    return rules.some((excludes) => excludes(wall));
  };
}

function datesRule(dates: readonly string[]): WallRule {
  const days = new Set(
    dates.map((date) => {
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
      return dayNumber(year, month, day);
    }),
  );
  return (wall) => days.has(Math.floor(wall / DAY_SECONDS));
}

type WeeklyWindow = NonNullable<CalendarSpec['weekly']>[number];
/** By number of the weekday. */
const WEEKDAYS: readonly WeeklyWindow['days'][number][] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** From `from` inclusive to `to` exclusive. */
function windowRule({ days, from, to }: WeeklyWindow): WallRule {
  const weekdays = new Set(days.map((day) => WEEKDAYS.indexOf(day)));
  const [start, end] = [secondsOf(from), secondsOf(to)];
  return (wall) => {
    const day = Math.floor(wall / DAY_SECONDS);
    const time = wall - day * DAY_SECONDS;
    return time >= start && time < end && weekdays.has(weekdayOf(day));
  };
}

function secondsOf(timeOfDay: string): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return hours * 3600 + minutes * 60;
}

/** An expression without seconds excludes the whole of each minute that it names. */
function cronRule(text: string): WallRule {
  const parsed = parseCron(text, 'calendar');
  if (typeof parsed === 'string') throw new RangeError(`${text}: ${parsed}`);
  const search = new WallSearch(parsed);
  if (parsed.withSeconds) return (wall) => search.next(wall) === wall;
  return (wall) => {
    const minute = Math.floor(wall / 60) * 60;
    return search.next(minute) === minute;
  };
}
