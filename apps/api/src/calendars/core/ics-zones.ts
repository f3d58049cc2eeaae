/** The zones that the times of a calendar name: of the IANA database, of Windows, or as the file itself defines them (RFC 5545, 3.6.5). */
import type ICAL from 'ical.js';
import { isZoneName, Zone } from '#common/schedule/zone.js';
import { occurrencesOf } from './ics-rule.js';
import { IcsProblem, timesOf, valuesOf, wallIn, type IcsZone } from './ics-times.js';
import { zoneOfWindows } from './windows-zones.js';

/** Programs write a change or two of the clock for each year. */
const MAX_ONSETS = 5_000;
const OFFSET = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/;

/** The instant from which an offset holds, and the offset before it. */
interface Onset {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

export class IcsZones {
  readonly utc: IcsZone;
  /** The zone of dates. */
  readonly own: IcsZone;
  /** The zone of times that name none: that of the calendar's author, which Google, Apple and others write into the file. */
  readonly floating: IcsZone;
  private readonly zones = new Map<string, IcsZone>();

  constructor(
    own: string,
    private readonly calendar: ICAL.Component,
  ) {
    this.utc = this.ofDatabase('UTC');
    this.own = this.ofDatabase(own);
    const author = nameInDatabase(String(calendar.getFirstPropertyValue('x-wr-timezone') ?? ''));
    this.floating = author === null ? this.own : this.ofDatabase(author);
  }

  /** Throws IcsProblem for a name that is not known; the event is named in it. */
  named(name: string, event: string): IcsZone {
    const inDatabase = nameInDatabase(name);
    if (inDatabase !== null) return this.ofDatabase(inDatabase);
    const definition = this.calendar
      .getAllSubcomponents('vtimezone')
      .find((each) => String(each.getFirstPropertyValue('tzid')) === name);
    if (definition === undefined) {
      throw new IcsProblem(
        `${event} is in the zone "${name}", which is neither a time zone of the IANA database, such as Europe/Prague, nor of Windows, nor defined in the file`,
      );
    }
    // libical, of which Evolution and others are made, writes the name of the database beside the definition.
    const location = nameInDatabase(String(definition.getFirstPropertyValue('x-lic-location')));
    if (location !== null) return this.ofDatabase(location);
    return this.keeping(`vtimezone ${name}`, () => ({
      name: null,
      zone: zoneOf(definition, `the zone "${name}"`, this),
    }));
  }

  private ofDatabase(name: string): IcsZone {
    return this.keeping(name, () => ({ name, zone: Zone.of(name) }));
  }

  private keeping(key: string, make: () => IcsZone): IcsZone {
    const zone = this.zones.get(key) ?? make();
    this.zones.set(key, zone);
    return zone;
  }
}

/** Programs write an IANA name with or without a prefix of their own, or only its slash, or the name of Windows. */
function nameInDatabase(name: string): string | null {
  const plain = name.replace(/^\//, '');
  if (isZoneName(plain)) return plain;
  const [, suffix = ''] = /^(?:tzone:|\/).*?\/([A-Za-z]+(?:\/[A-Za-z0-9_+-]+){0,2})$/.exec(name) ?? [];
  const zoneName = [suffix, suffix.slice(suffix.indexOf('/') + 1)].find(isZoneName);
  return zoneName ?? zoneOfWindows(name);
}

/** At each instant the offset of the latest onset counts; before the first onset, the offset that it ends. */
function zoneOf(definition: ICAL.Component, name: string, zones: IcsZones): Zone {
  const parts = ['standard', 'daylight'].flatMap((kind) => definition.getAllSubcomponents(kind));
  const onsets = parts.flatMap((part) => onsetsOf(part, name, zones)).sort((a, b) => a.at - b.at);
  const [first] = onsets;
  if (first === undefined) throw new IcsProblem(`${name} has neither STANDARD nor DAYLIGHT`);
  return Zone.by((seconds) => onsets.findLast(({ at }) => at <= seconds)?.after ?? first.before);
}

function onsetsOf(part: ICAL.Component, name: string, zones: IcsZones): Onset[] {
  const before = offsetIn(part, 'tzoffsetfrom', name);
  const after = offsetIn(part, 'tzoffsetto', name);
  const local: IcsZone = { name: null, zone: Zone.by(() => before) };
  const wallsOf = (property: ICAL.Property): number[] =>
    timesOf(property, name, zones).map((time) => wallIn(time, local));
  const [start] = part.getAllProperties('dtstart').flatMap(wallsOf);
  if (start === undefined) throw new IcsProblem(`${name} has a ${part.name.toUpperCase()} without DTSTART`);
  const walls = [start, ...part.getAllProperties('rdate').flatMap(wallsOf)];
  for (const rule of part.getAllProperties('rrule')) {
    for (const wall of occurrencesOf(rule, { name, isDate: false, start, zone: local })) {
      if (walls.push(wall) > MAX_ONSETS)
        throw new IcsProblem(`${name} changes its clock more than ${MAX_ONSETS} times`);
    }
  }
  return walls.map((wall) => ({ at: wall - before, before, after }));
}

function offsetIn(part: ICAL.Component, property: string, name: string): number {
  const first = part.getFirstProperty(property);
  const text = String(first === null ? '' : valuesOf(first)[0]);
  const [, sign, ...digits] = OFFSET.exec(text) ?? [];
  if (sign === undefined) throw new IcsProblem(`${name} has a ${property.toUpperCase()} that is not valid: ${text}`);
  const [hours = 0, minutes = 0, seconds = 0] = digits.map((each) => Number(each));
  const size = hours * 3600 + minutes * 60 + (Number.isNaN(seconds) ? 0 : seconds);
  return sign === '-' ? -size : size;
}
