/**
 * Expands the events of an iCalendar file (RFC 5545) to spans of local time, up to the last year of schedules. This is done when a
 * calendar is saved, so that a slot needs only a search in a sorted list.
 */
import ICAL from 'ical.js';
import { MAX_ICS_SPANS } from '#common/domain/limits.js';
import { DAY_SECONDS, dayNumber, LAST_YEAR, monthLength } from '#common/schedule/civil.js';
import type { CalendarEvents, WallSpan } from '#common/schedule/exclusion.js';
import { isZoneName, Zone } from '#common/schedule/zone.js';

/** `problem` describes the error in the file and names the event. */
export type ReadIcs =
  { readonly ok: true; readonly events: readonly CalendarEvents[] } | { readonly ok: false; readonly problem: string };

/** `zone` is the zone of dates, and of times that name none. */
export function readIcs(text: string, zone: string): ReadIcs {
  try {
    return { ok: true, events: eventsOf(calendarsIn(text), zone) };
  } catch (error) {
    if (error instanceof IcsProblem) return { ok: false, problem: error.message };
    // The library throws plain errors of many kinds for files that it cannot read.
    return { ok: false, problem: `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

class IcsProblem extends Error {}

function calendarsIn(text: string): ICAL.Component[] {
  const parsed = ICAL.parse(text) as unknown[];
  if (parsed.length === 0) throw new IcsProblem('contains no VCALENDAR');
  // The library gives a list if the text has several calendars.
  const all = (Array.isArray(parsed[0]) ? parsed : [parsed]).map((each) => new ICAL.Component(each as []));
  if (all.some(({ name }) => name !== 'vcalendar')) throw new IcsProblem('contains something other than a VCALENDAR');
  return all;
}

function eventsOf(calendars: readonly ICAL.Component[], zone: string): CalendarEvents[] {
  const spans = new Map<string, WallSpan[]>();
  let left = MAX_ICS_SPANS;
  for (const { event, zone: own } of calendars.flatMap((calendar) => seriesOf(calendar, zone))) {
    const list = spans.get(own) ?? [];
    spans.set(own, list);
    for (const span of spansOf(event)) {
      if (left-- === 0) {
        throw new IcsProblem(
          `${nameOf(event)}: up to this event there are more than ${MAX_ICS_SPANS} times until the year ${LAST_YEAR}`,
        );
      }
      list.push(span);
    }
  }
  return [...spans].map(([zone, list]) => ({ zone, spans: merged(list) }));
}

interface Series {
  readonly event: ICAL.Event;
  readonly zone: string;
}

/** The events, each with the exceptions that the file has for single occurrences; cancelled events are left out. */
function seriesOf(calendar: ICAL.Component, zone: string): Series[] {
  // Without these components every time stays as it is written, and is read in the zone that it names.
  calendar.removeAllSubcomponents('vtimezone');
  const all = calendar.getAllSubcomponents('vevent').map((component) => ({
    component,
    zone: prepared(component, zone),
    uid: String(component.getFirstPropertyValue('uid') ?? ''),
    isException: component.hasProperty('recurrence-id'),
  }));
  return all
    .filter(({ component, isException }) => !isException && !isCancelled(component))
    .map(({ component, zone, uid }) => {
      const exceptions = all.filter((other) => other.isException && other.uid === uid && uid !== '');
      const moved = exceptions.filter((other) => !isCancelled(other.component));
      for (const { component: other } of exceptions.filter((each) => isCancelled(each.component)))
        component.addPropertyWithValue('exdate', timeOf(other, 'recurrence-id'));
      return { event: new ICAL.Event(component, { exceptions: moved.map((each) => each.component) }), zone };
    });
}

const isCancelled = (component: ICAL.Component): boolean =>
  String(component.getFirstPropertyValue('status')).toUpperCase() === 'CANCELLED';

const nameOf = ({ component }: { readonly component: ICAL.Component }): string =>
  `the event "${String(component.getFirstPropertyValue('summary') ?? component.getFirstPropertyValue('uid') ?? '')}"`;

/** Converts every time of the event to the event's zone, which is returned. Throws for an event that cannot be expanded. */
function prepared(component: ICAL.Component, zone: string): string {
  const name = nameOf({ component });
  const start = component.getFirstProperty('dtstart');
  if (start === null) throw new IcsProblem(`${name} has no DTSTART`);
  const own = zoneOf(start, zone, name);
  const end = component.getFirstProperty('dtend');
  if (end !== null && zoneOf(end, zone, name) !== own)
    throw new IcsProblem(`${name} begins and ends in different time zones`);
  const rules = component.getAllProperties('rrule');
  if (rules.length > 1) throw new IcsProblem(`${name} has more than one RRULE`);
  for (const rule of rules) checkRule(rule.getFirstValue() as ICAL.Recur, own, name);
  for (const property of ['dtstart', 'dtend', 'exdate', 'rdate', 'recurrence-id'].flatMap((each) =>
    component.getAllProperties(each),
  )) {
    const values = (property.getValues() as unknown[]).map((value) =>
      value instanceof ICAL.Time ? localTime(value, own) : value,
    );
    if (property.isMultiValue) property.setValues(values);
    else property.setValue(values[0] ?? '');
  }
  if (component.hasProperty('exrule')) throw new IcsProblem(`${name} has an EXRULE, which RFC 5545 does not define`);
  return own;
}

function zoneOf(property: ICAL.Property, zone: string, name: string): string {
  const time = property.getFirstValue();
  if (!(time instanceof ICAL.Time))
    throw new IcsProblem(`${name} has a ${property.name.toUpperCase()} that is not a valid time`);
  if (time.isDate) return zone;
  if (time.zone === ICAL.Timezone.utcTimezone) return 'UTC';
  const named = property.getFirstParameter('tzid');
  if (!named) return zone;
  if (isZoneName(named)) return named;
  throw new IcsProblem(
    `${name} is in the zone "${named}", which is not a time zone of the IANA database, such as Europe/Prague`,
  );
}

/** The same instant on the clock of the zone, as a time without a zone. */
function localTime(time: ICAL.Time, zone: string): ICAL.Time {
  if (time.isDate || time.zone !== ICAL.Timezone.utcTimezone) return time;
  const seconds = wallOf(time);
  const local = new Date((seconds + Zone.of(zone).stretchAt(seconds).offset) * 1000);
  return ICAL.Time.fromDateTimeString(local.toISOString().slice(0, 19));
}

function timeOf(component: ICAL.Component, property: string): ICAL.Time {
  const time = component.getFirstPropertyValue(property);
  if (time instanceof ICAL.Time) return time;
  throw new IcsProblem(`${nameOf({ component })} has a ${property.toUpperCase()} that is not a valid time`);
}

/** The parts of a rule that name days. A rule with such parts may still never hold; the caller bounds the time of the search. */
const RULE_PARTS: Readonly<Record<string, readonly string[]>> = {
  YEARLY: ['BYMONTH', 'BYMONTHDAY', 'BYDAY', 'BYSETPOS'],
  MONTHLY: ['BYMONTHDAY', 'BYDAY', 'BYSETPOS'],
  WEEKLY: ['BYDAY'],
  DAILY: [],
};

function checkRule(rule: ICAL.Recur, zone: string, name: string): void {
  const known = RULE_PARTS[rule.freq];
  if (known === undefined) {
    throw new IcsProblem(
      `${name} recurs ${rule.freq}, but an event may recur only ${Object.keys(RULE_PARTS).join(', ')}`,
    );
  }
  const unknown = Object.keys(rule.parts).find((part) => !known.includes(part));
  if (unknown !== undefined) {
    throw new IcsProblem(
      `${name} has ${unknown} in a rule with FREQ=${rule.freq}, in which these parts are possible: ${known.join(', ') || 'none'}`,
    );
  }
  if (rule.until) rule.until = localTime(rule.until, zone);
}

function* spansOf(event: ICAL.Event): Generator<WallSpan> {
  if (!event.isRecurring()) {
    yield* spanOf(event.startDate, event.endDate);
    return;
  }
  const times = event.iterator();
  for (let time = times.next() as ICAL.Time | undefined; time; time = times.next() as ICAL.Time | undefined) {
    if (time.year > LAST_YEAR) return;
    const { startDate, endDate } = event.getOccurrenceDetails(time) as Occurrence;
    if (isMeant(event, time)) yield* spanOf(startDate, endDate);
  }
}

/** The library turns a 29th or 30th of February into the 1st of March: days that a yearly rule does not name are left out again. */
function isMeant({ component, startDate }: ICAL.Event, time: ICAL.Time): boolean {
  const rule = component.getFirstPropertyValue('rrule');
  if (!(rule instanceof ICAL.Recur) || rule.freq !== 'YEARLY' || time.compare(startDate) === 0) return true;
  const added = component.getAllProperties('rdate').flatMap((property) => property.getValues() as unknown[]);
  return isNamed(rule, startDate, time) || added.some((each) => each instanceof ICAL.Time && each.compare(time) === 0);
}

function isNamed(rule: ICAL.Recur, start: ICAL.Time, { year, month, day }: ICAL.Time): boolean {
  const { BYMONTH, BYMONTHDAY, BYDAY } = rule.parts as Readonly<Record<string, readonly number[]>>;
  const isFree = BYMONTHDAY === undefined && BYDAY === undefined;
  const months = BYMONTH ?? (isFree ? [start.month] : [month]);
  const days = BYMONTHDAY ?? (isFree ? [start.day] : [day]);
  const fromEnd = day - monthLength(year, month) - 1;
  return months.includes(month) && (days.includes(day) || days.includes(fromEnd));
}

interface Occurrence {
  readonly startDate: ICAL.Time;
  readonly endDate: ICAL.Time;
}

/** Empty for an event without a duration. */
function* spanOf(start: ICAL.Time, end: ICAL.Time): Generator<WallSpan> {
  const span: WallSpan = [wallOf(start), wallOf(end)];
  if (span[1] > span[0]) yield span;
}

const wallOf = ({ year, month, day, isDate, hour, minute, second }: ICAL.Time): number =>
  dayNumber(year, month, day) * DAY_SECONDS + (isDate ? 0 : hour * 3600 + minute * 60 + second);

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
