/** The instants that calendars exclude: whole days, weekly windows, cron expressions and events, in the calendar's own zone. */
import { leastIndex } from '../domain/least-index.js';
import { isOfEveryYear, type CalendarSpec } from '../spec/calendar.js';
import type { Instant } from '../run/run.js';
import { civilDate, DAY_SECONDS, dayNumber, weekdayOf } from './civil.js';
import { parseCron } from './parse-cron.js';
import { WallSearch } from './wall-search.js';
import { Zone } from './zone.js';

/** True for a nominal instant that is excluded. */
export type Exclusion = (nominal: Instant) => boolean;

export const excludesNothing: Exclusion = () => false;

/** Seconds of local time, counted as if it were UTC: the first is included, the second is not. */
export type WallSpan = readonly [from: number, to: number];

/** The times of events in one zone: ascending, none touching another. */
export interface CalendarEvents {
  readonly zone: string;
  readonly spans: readonly WallSpan[];
}

/** A stored calendar, with the evaluated events of its `ics`. */
export interface CalendarRules extends CalendarSpec {
  readonly events?: readonly CalendarEvents[];
}

/** The union of what the calendars exclude. Throws RangeError for a calendar that could not have been saved. */
export function exclusionOf(calendars: readonly CalendarRules[]): Exclusion {
  const rules = calendars.map(ruleOf);
  if (rules.length === 0) return excludesNothing;
  return (nominal) => rules.some((excludes) => excludes(nominal));
}

type WallRule = (wall: number) => boolean;

function ruleOf(calendar: CalendarRules): Exclusion {
  const zone = Zone.of(calendar.timezone ?? 'UTC');
  const included = datesRule(calendar.include ?? []);
  const rules: WallRule[] = [
    ...(calendar.dates ? [datesRule(calendar.dates)] : []),
    ...(calendar.weekly ?? []).map(windowRule),
    ...(calendar.cron ?? []).map(cronRule),
    ...(calendar.workdays ? [otherDaysRule(calendar.workdays)] : []),
  ];
  const events = (calendar.events ?? []).map(eventsRule);
  return (nominal) => {
    const seconds = Math.floor(nominal / 1000);
    const wall = wallOf(zone, seconds);
    if (included(wall)) return false;
    return rules.some((excludes) => excludes(wall)) || events.some((excludes) => excludes(seconds));
  };
}

const wallOf = (zone: Zone, seconds: number): number => seconds + zone.stretchAt(seconds).offset;

/** The exclusion of an instant in epoch seconds. */
function eventsRule({ zone, spans }: CalendarEvents): (seconds: number) => boolean {
  const clock = Zone.of(zone);
  return (seconds) => {
    const wall = wallOf(clock, seconds);
    const next = leastIndex(spans.length, (i) => (spans[i]?.[0] ?? Infinity) > wall);
    return wall < (spans[next - 1]?.[1] ?? -Infinity);
  };
}

function datesRule(dates: readonly string[]): WallRule {
  const ofEveryYear = new Set(dates.filter(isOfEveryYear));
  const days = new Set(
    dates
      .filter((date) => !isOfEveryYear(date))
      .map((date) => {
        const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
        return dayNumber(year, month, day);
      }),
  );
  return (wall) => {
    const day = Math.floor(wall / DAY_SECONDS);
    return days.has(day) || (ofEveryYear.size > 0 && ofEveryYear.has(monthAndDay(day)));
  };
}

/** "12-25". */
function monthAndDay(dayNo: number): string {
  const { month, day } = civilDate(dayNo);
  return `${twoDigits(month)}-${twoDigits(day)}`;
}
const twoDigits = (value: number): string => String(value).padStart(2, '0');

type WeeklyWindow = NonNullable<CalendarSpec['weekly']>[number];
/** The names of the weekdays by number. */
const WEEKDAYS: readonly WeeklyWindow['days'][number][] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function otherDaysRule(workdays: WeeklyWindow['days']): WallRule {
  const weekdays = new Set(workdays.map((day) => WEEKDAYS.indexOf(day)));
  return (wall) => !weekdays.has(weekdayOf(Math.floor(wall / DAY_SECONDS)));
}

/** From `from` inclusive to `to` exclusive. */
function windowRule({ days, from, to }: WeeklyWindow): WallRule {
  const weekdays = new Set(days.map((day) => WEEKDAYS.indexOf(day)));
  const start = secondsOf(from);
  const end = secondsOf(to);
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
