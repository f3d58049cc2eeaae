/**
 * Expands the events of an iCalendar file (RFC 5545) to spans of local time, up to the last year of schedules. This is done when a
 * calendar is saved, so that a slot needs only a search in a sorted list.
 */
import ICAL from 'ical.js';
import { MAX_ICS_SPANS } from '#common/domain/limits.js';
import { DAY_SECONDS, dayNumber, LAST_YEAR } from '#common/schedule/civil.js';
import type { CalendarEvents, WallSpan } from '#common/schedule/exclusion.js';
import { exceptionsOf, isRule, occurrencesOf } from './ics-rule.js';
import { contentLines, quotedLine, type ContentLine, withLineEnds } from './ics-lines.js';
import {
  dayNamed,
  dayOf,
  IcsProblem,
  instantIn,
  timesOf,
  valuesOf,
  wallIn,
  type IcsTime,
  type IcsZone,
} from './ics-times.js';
import { IcsZones } from './ics-zones.js';

/** `problem` describes the error in the file and names the event. */
export type ReadIcs =
  { readonly ok: true; readonly events: readonly CalendarEvents[] } | { readonly ok: false; readonly problem: string };

const END_OF_TIME = dayNumber(LAST_YEAR + 1, 1, 1) * DAY_SECONDS;
const MAX_QUOTED = 40;

/** `zone` is the zone of dates, and of times that name none where the file names none for them (X-WR-TIMEZONE). */
export function readIcs(text: string, zone: string): ReadIcs {
  const lines = contentLines(text);
  try {
    return { ok: true, events: eventsOf(calendarsIn(text), zone, linesOfEvents(lines)) };
  } catch (error) {
    if (error instanceof IcsProblem) return { ok: false, problem: error.message };
    // The library throws plain errors of many kinds for files that it cannot read.
    const message = error instanceof Error ? error.message : String(error);
    const number = quotedLine(lines, message);
    return { ok: false, problem: `cannot be read${number === null ? '' : ` (line ${number})`}: ${message}` };
  }
}

function calendarsIn(text: string): ICAL.Component[] {
  const lines = normalIcs(text);
  if (lines === '') throw new IcsProblem('is empty');
  if (!/^BEGIN:/i.test(lines)) {
    throw new IcsProblem(
      `is not an iCalendar file: it begins with "${lines.slice(0, MAX_QUOTED)}", not with BEGIN:VCALENDAR`,
    );
  }
  const parsed = ICAL.parse(lines) as unknown[];
  if (parsed.length === 0) throw new IcsProblem('contains no VCALENDAR');
  // The library gives a list if the text has several calendars.
  const all = (Array.isArray(parsed[0]) ? parsed : [parsed]).map((each) => new ICAL.Component(each as []));
  if (all.some(({ name }) => name !== 'vcalendar')) throw new IcsProblem('contains something other than a VCALENDAR');
  return all;
}

/** The number of the first line of one event after the other. */
type NextLine = () => number | undefined;

/** Events have the order of the file. */
function linesOfEvents(lines: readonly ContentLine[]): NextLine {
  const numbers = lines.flatMap(({ number, text }) => (/^BEGIN:VEVENT\s*$/i.test(text) ? [number] : []));
  let next = 0;
  return () => numbers[next++];
}

function eventsOf(calendars: readonly ICAL.Component[], zone: string, nextLine: NextLine): CalendarEvents[] {
  const spans = new Map<string, WallSpan[]>();
  let left = MAX_ICS_SPANS;
  for (const event of calendars.flatMap((calendar) => eventsIn(calendar, new IcsZones(zone, calendar), nextLine))) {
    // A zone that only the file has is of no use where schedules are planned: its times are told as instants.
    const own = event.zone.name ?? 'UTC';
    const list = spans.get(own) ?? [];
    spans.set(own, list);
    for (const span of spansOf(event)) {
      if (left-- === 0) {
        throw new IcsProblem(
          `${event.name}: up to this event there are more than ${MAX_ICS_SPANS} times until the year ${LAST_YEAR}`,
        );
      }
      list.push(event.zone.name === null ? [instantIn(event.zone, span[0]), instantIn(event.zone, span[1])] : span);
    }
  }
  return [...spans].map(([own, list]) => ({ zone: own, spans: merged(list) }));
}

interface IcsEvent {
  readonly component: ICAL.Component;
  readonly name: string;
  readonly uid: string;
  /** The number of its version; 0 unless it is given. */
  readonly version: number;
  readonly isDate: boolean;
  /** The zone of the event, in which its other times are given. */
  readonly zone: IcsZone;
  readonly zones: IcsZones;
  readonly start: number;
  readonly seconds: number;
  /** The beginning of the occurrence of a series that this event replaces. */
  readonly replaces: IcsTime | null;
  /** Beginnings of occurrences that other events of the file replace or cancel. */
  readonly replaced: readonly IcsTime[];
}

/** The events that take place. An event with RECURRENCE-ID replaces one occurrence of its series; cancelled, it removes it. */
function eventsIn(calendar: ICAL.Component, zones: IcsZones, nextLine: NextLine): IcsEvent[] {
  const isCancelledAll = upperOf(calendar, 'method') === 'CANCEL';
  const all = newestOf(
    calendar.getAllSubcomponents('vevent').map((component) => eventOf(component, zones, nextLine())),
  );
  const exceptions = Map.groupBy(
    all.filter(({ replaces, uid }) => replaces !== null && uid !== ''),
    ({ uid }) => uid,
  );
  return all
    .filter(({ component }) => !isCancelledAll && upperOf(component, 'status') !== 'CANCELLED')
    .map((event) => {
      if (event.replaces !== null) return event;
      return { ...event, replaced: (exceptions.get(event.uid) ?? []).flatMap(({ replaces }) => replaces ?? []) };
    });
}

/** Without older versions of an event, or of an occurrence that was moved twice (SEQUENCE). Programs give equal ones to other events. */
function newestOf(events: readonly IcsEvent[]): IcsEvent[] {
  const newest = new Map<string, number>();
  const keyOf = ({ uid, replaces, zone }: IcsEvent): string =>
    `${replaces === null ? '' : instantIn(zone, wallIn(replaces, zone))} ${uid}`;
  for (const event of events) newest.set(keyOf(event), Math.max(event.version, newest.get(keyOf(event)) ?? 0));
  return events.filter((event) => event.uid === '' || event.version === newest.get(keyOf(event)));
}

const upperOf = (component: ICAL.Component, property: string): string =>
  String(component.getFirstPropertyValue(property) ?? '').toUpperCase();

function eventOf(component: ICAL.Component, zones: IcsZones, line: number | undefined): IcsEvent {
  const uid = String(component.getFirstPropertyValue('uid') ?? '');
  const name = `the event "${String(component.getFirstPropertyValue('summary') ?? uid)}" (line ${line ?? '?'})`;
  const start = timeIn(component, 'dtstart', { name, zones });
  if (start === null) throw new IcsProblem(`${name} has no DTSTART`);
  const own = start.isDate ? zones.own : (start.zone ?? zones.floating);
  if (component.getFirstProperty('recurrence-id')?.getFirstParameter('range')) {
    throw new IcsProblem(
      `${name} replaces all later occurrences (RANGE), which is not supported: end its series with UNTIL`,
    );
  }
  if (rulesOf(component).length > 1) throw new IcsProblem(`${name} has more than one RRULE`);
  return {
    component,
    name,
    uid,
    version: Number(component.getFirstPropertyValue('sequence') ?? 0) || 0,
    isDate: start.isDate,
    zone: own,
    zones,
    start: start.wall,
    replaced: [],
    seconds: secondsOf(component, { ...start, zone: own }, { name, zones }),
    replaces: timeIn(component, 'recurrence-id', { name, zones }),
  };
}

const rulesOf = (component: ICAL.Component): ICAL.Property[] => component.getAllProperties('rrule').filter(isRule);

type Place = Pick<IcsEvent, 'name' | 'zones'>;

function timeIn(component: ICAL.Component, property: string, { name, zones }: Place): IcsTime | null {
  const first = component.getFirstProperty(property);
  return first === null ? null : (timesOf(first, name, zones)[0] ?? null);
}

/** A date lasts a day, a time no time, where the event does not say otherwise. */
function secondsOf(component: ICAL.Component, start: IcsTime & { readonly zone: IcsZone }, place: Place): number {
  const { name } = place;
  const end = timeIn(component, 'dtend', place);
  if (end !== null) return secondsUntil(end, start, name);
  const duration = component.getFirstProperty('duration');
  if (duration === null) return start.isDate ? DAY_SECONDS : 0;
  const text = String(valuesOf(duration)[0]);
  if (!/^\+?P(?:\d+W|(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/i.test(text))
    throw new IcsProblem(`${name} has a DURATION that is not valid: ${text}`);
  return ICAL.Duration.fromString(text.toUpperCase()).toSeconds();
}

/** Programs that do not know that DTEND is excluded write the day itself: then, as in other programs, the event is that day. */
function secondsUntil(end: IcsTime, start: IcsTime & { readonly zone: IcsZone }, name: string): number {
  const seconds = wallIn(end, start.zone) - start.wall;
  if (start.isDate) return seconds > 0 ? seconds : DAY_SECONDS;
  if (seconds < 0) throw new IcsProblem(`${name} ends before it begins`);
  return seconds;
}

function* spansOf(event: IcsEvent): Generator<WallSpan> {
  const { component, name, zone, zones, start, seconds, replaces } = event;
  const [rule] = replaces === null ? rulesOf(component) : [];
  const excluded = excludedFrom(event);
  const begins = rule === undefined ? [start] : occurrencesOf(rule, event);
  for (const begin of begins) if (!excluded(begin)) yield* spanOf(begin, seconds);
  for (const property of component.getAllProperties('rdate')) {
    for (const [i, time] of timesOf(property, name, zones).entries()) {
      const begin = event.isDate ? dayNamed(time, zone) * DAY_SECONDS : wallIn(time, zone);
      if (!excluded(begin)) yield* spanOf(begin, periodSeconds(valuesOf(property)[i]) ?? seconds);
    }
  }
}

/** Whether an occurrence that begins there is left out. A date in EXDATE leaves out each occurrence of that day. */
function excludedFrom(event: IcsEvent): (begin: number) => boolean {
  const { component, name, zone, zones, isDate, replaced } = event;
  const listed = component.getAllProperties('exdate').flatMap((property) => timesOf(property, name, zones));
  const times = [...listed, ...replaced];
  const byRule = component
    .getAllProperties('exrule')
    .filter(isRule)
    .flatMap((rule) => [...exceptionsOf(rule, event)]);
  const begins = new Set([...byRule, ...times.filter((time) => !time.isDate).map((time) => wallIn(time, zone))]);
  const days = new Set(times.filter((time) => time.isDate || isDate).map((time) => dayNamed(time, zone)));
  return (begin) => begins.has(begin) || days.has(dayOf(begin));
}

/** The length of a PERIOD, whose end is a time or a duration; null for a plain time. */
function periodSeconds(value: unknown): number | null {
  if (!Array.isArray(value)) return null;
  const end = String(value[1]);
  if (end.startsWith('P')) return ICAL.Duration.fromString(end).toSeconds();
  const [from = NaN, to = NaN] = [String(value[0]), end].map((each) => Date.parse(each.replace(/Z?$/, 'Z')) / 1000);
  return to > from ? to - from : 0;
}

/** Empty for an event without a duration, and after the last year of schedules. */
function* spanOf(begin: number, seconds: number): Generator<WallSpan> {
  if (seconds > 0 && begin < END_OF_TIME) yield [begin, begin + seconds];
}

/** Ascending, and no span touches another: for a time, only the last span that begins before it has to be checked. */
function merged(spans: readonly WallSpan[]): WallSpan[] {
  const result: WallSpan[] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) result[result.length - 1] = [last[0], Math.max(last[1], to)];
    else result.push([from, to]);
  }
  return result;
}

/* The text of an iCalendar file in the form that the library reads without a loss. */

/** Exchange writes these names with colons, which end a parameter, and without quotation marks. */
const UNQUOTED_ZONE = /;TZID=(tzone:\/\/[^:;"\s]+|\((?:UTC|GMT)[^)"\r\n]*\)[^:;"\r\n]*)(?=[:;])/gi;
/** RFC 5545 has no offsets at times; the library drops them. */
const WITH_OFFSET = /(?<=[:,/])(\d{8}T\d{6})([+-]\d\d):?(\d\d)(?=[,/\r]|$)/g;

/** Programs write dates of the extended form of ISO 8601, which RFC 5545 does not have. */
const EXTENDED =
  /(?<=[:,/=])(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)(?:\.\d+)?(?=[Z+,/;\r-]|$)|(?=[,/;\r]|$))/g;
const OF_TIMES = /^(?:DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID|RRULE|EXRULE)[;:].*/gim;

/** Files have a byte order mark, and line ends of all systems. */
export const normalIcs = (text: string): string =>
  withLineEnds(text.replace(/^\ufeff/, ''))
    .trim()
    .replace(UNQUOTED_ZONE, ';TZID="$1"')
    .replace(OF_TIMES, (line) => line.replace(EXTENDED, inBasicForm))
    .replace(WITH_OFFSET, inUtc);

const inBasicForm = (_whole: string, ...parts: readonly (string | number | undefined)[]): string => {
  const [year, month, day, hour, minute, second] = parts;
  return [year, month, day, ...(hour === undefined ? [] : ['T', hour, minute, second])].join('');
};

function inUtc(whole: string, local: string, hours: string, minutes: string): string {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    /^(....)(..)(..)T(..)(..)(..)$/.exec(local) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`);
  return Number.isNaN(at) ? whole : new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
