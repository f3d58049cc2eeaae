/** Times of iCalendar properties as local seconds in the zone of their event, counted as if they were UTC. */
import type ICAL from 'ical.js';
import { DAY_SECONDS, dayNumber, monthLength } from '#common/schedule/civil.js';
import type { Zone } from '#common/schedule/zone.js';
import { instantOfWall } from '#common/schedule/zoned-times.js';

/** The message is the problem; it names the event. */
export class IcsProblem extends Error {}

/** A zone of the IANA database by its name, or one that the file defines, without a name. */
export interface IcsZone {
  readonly name: string | null;
  readonly zone: Zone;
}

/** The zones that a file may name. */
interface NamedZones {
  readonly utc: IcsZone;
  named(name: string, event: string): IcsZone;
}

/** A date, or a time in the zone that it names; null for a time without a zone. */
export interface IcsTime {
  readonly isDate: boolean;
  readonly wall: number;
  readonly zone: IcsZone | null;
}

const TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(Z)?)?$/;
/** What the library writes for a date that is not marked as one. */
const WITHOUT_TIME = /T::$/;
/** Offsets of zones are multiples of this. */
const OFFSET_STEP_SECONDS = 900;
const CLOCK = { gap: 'after', overlap: 'first' } as const;

/** What the library writes for an empty value, of a time. */
const EMPTY: ReadonlySet<unknown> = new Set(['', '--', '--T::']);

/** The values of a property, as the library has written them in jCal (RFC 7265); programs also write properties without a value. */
export const valuesOf = (property: ICAL.Property): unknown[] =>
  (property.toJSON() as unknown[]).slice(3).filter((value) => !EMPTY.has(value));

/** The times of a property, which may hold several; the first of each period. */
export function timesOf(property: ICAL.Property, event: string, zones: NamedZones): IcsTime[] {
  return valuesOf(property).map((value) => timeOf(Array.isArray(value) ? value[0] : value, { property, event, zones }));
}

interface Place {
  readonly property: ICAL.Property;
  readonly event: string;
  readonly zones: NamedZones;
}

function timeOf(value: unknown, { property, event, zones }: Place): IcsTime {
  const [, year, month, day, hour, minute, second, utc] = TIME.exec(String(value).replace(WITHOUT_TIME, '')) ?? [];
  const date = dateWall(year, month, day);
  const time = hour === undefined ? 0 : timeOfDay(hour, minute, second);
  if (date === null || time === null) {
    throw new IcsProblem(`${event} has a ${property.name.toUpperCase()} that is not a valid time: ${String(value)}`);
  }
  const wall = date + time;
  if (utc !== undefined) return { isDate: false, wall, zone: zones.utc };
  // Programs also name zones, even unknown ones, of dates and of times in UTC, where a zone has no meaning.
  const named = hour === undefined ? undefined : property.getFirstParameter('tzid');
  return { isDate: hour === undefined, wall, zone: named ? zones.named(named, event) : null };
}

function dateWall(...date: readonly (string | undefined)[]): number | null {
  const [year = 0, month = 0, day = 0] = date.map(Number);
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month);
  return isDay ? dayNumber(year, month, day) * DAY_SECONDS : null;
}

/** A leap second counts as the second before it. */
function timeOfDay(...time: readonly (string | undefined)[]): number | null {
  const [hours = 0, minutes = 0, seconds = 0] = time.map(Number);
  return hours < 24 && minutes < 60 && seconds <= 60 ? hours * 3600 + minutes * 60 + Math.min(seconds, 59) : null;
}

/** The local time of the same instant in another zone. A date, or a time without a zone, is the same in each zone. */
export function wallIn({ isDate, wall, zone }: IcsTime, own: IcsZone): number {
  if (isDate || zone === null || zone === own) return wall;
  const instant = instantIn(zone, wall);
  return instant + own.zone.stretchAt(instant).offset;
}

/** The instant of a local time, in epoch seconds. */
export const instantIn = ({ zone }: IcsZone, wall: number): number => instantOfWall(zone, wall, CLOCK) ?? wall;

/** The number of the day that a time names in a series of whole days. Exchange names it by midnight in the zone of the series. */
export function dayNamed(time: IcsTime, own: IcsZone): number {
  const { isDate, wall, zone } = time;
  return isDate || zone?.name !== 'UTC' ? dayOf(wall) : dayAt(wall, own);
}

/**
 * The same for an instant: midnight, or the last second of a day, in the zone of whoever wrote it. That is not always the zone of the
 * calendar: then it is the nearest midnight in UTC.
 */
export function dayAt(instant: number, own: IcsZone): number {
  const isLastSecond = instant % 60 === 59;
  const midnight = isLastSecond ? instant + 1 : instant;
  const local = midnight + own.zone.stretchAt(midnight).offset;
  const isElsewhere = local % DAY_SECONDS !== 0 && midnight % OFFSET_STEP_SECONDS === 0;
  return (isElsewhere ? Math.round(midnight / DAY_SECONDS) : dayOf(local)) - (isLastSecond ? 1 : 0);
}

/** The number of the day of these local seconds. */
export const dayOf = (wall: number): number => Math.floor(wall / DAY_SECONDS);
