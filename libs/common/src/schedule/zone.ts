/** A time zone as stretches of constant offset, computed once from the runtime's zone data. Times are in seconds. */
import { LRUCache } from 'lru-cache';
import { DAY_SECONDS, dayNumber, FIRST_YEAR, LAST_YEAR } from './civil.js';

/** `[start, end)` in epoch seconds with one offset from UTC, and the offsets on either side of it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
  readonly offsetBefore: number;
  readonly offsetAfter: number;
}

/** No zone in the data changes its offset twice within this time; the golden test over all zones checks it. */
const PROBE_SECONDS = 5 * DAY_SECONDS;
/** Greater than the number of zones, aliases included. */
const MAX_KEPT_ZONES = 1_000;

const kept = new LRUCache<string, Zone>({ max: MAX_KEPT_ZONES });

/** True for a name of the IANA data base that this runtime knows; fixed offsets such as `+01:00` are not names. */
export function isZoneName(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) return false;
  try {
    return canonicalZone(name).length > 0;
  } catch {
    return false;
  }
}

/**
 * The name in the spelling of the IANA data base. This runtime ignores case and MongoDB does not, so only this spelling goes to the
 * database. Throws RangeError for a name that the runtime does not know.
 */
export const canonicalZone = (name: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;

/** Zones without summer time for the offsets that no `Etc/GMT` zone has. */
const ZONES_BY_OFFSET: Readonly<Record<string, string>> = {
  '-09:30': 'Pacific/Marquesas',
  '+03:30': 'Asia/Tehran',
  '+04:30': 'Asia/Kabul',
  '+05:30': 'Asia/Kolkata',
  '+05:45': 'Asia/Kathmandu',
  '+06:30': 'Asia/Yangon',
  '+08:45': 'Australia/Eucla',
  '+09:30': 'Australia/Darwin',
};
const FIXED_OFFSET = /^(?:UTC|GMT|Z)?([+-])(\d{1,2}):?(\d\d)?$/i;

/** Why the name is no zone, and what to write for a fixed offset; null for a name of the IANA data base. */
export function zoneProblem(name: string): string | null {
  if (isZoneName(name)) return null;
  const [, sign = '', hours = '', minutes = '00'] = FIXED_OFFSET.exec(name) ?? [];
  if (sign === '') return `"${name}" is not a time zone of the IANA database, such as Europe/Prague`;
  const instead = zoneOfOffset(sign, Number(hours), minutes);
  const inverted = instead.startsWith('Etc/') ? ' (east of UTC has a minus sign in these names)' : '';
  return `"${name}" is a fixed offset, not a time zone of the IANA database: write ${instead}${inverted}`;
}

function zoneOfOffset(sign: string, hours: number, minutes: string): string {
  const etc = hours === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`;
  if (minutes === '00' && isZoneName(etc)) return etc;
  return ZONES_BY_OFFSET[`${sign}${String(hours).padStart(2, '0')}:${minutes}`] ?? 'the zone of a place';
}

export class Zone {
  private readonly years = new Map<number, readonly Stretch[]>();
  private last: Stretch | null = null;

  private constructor(private readonly offsetAt: (seconds: number) => number) {}

  /** The zone of that name; throws RangeError for a name that the runtime does not know. */
  static of(name: string): Zone {
    let zone = kept.get(name);
    if (!zone) {
      zone = new Zone(offsetReader(name));
      kept.set(name, zone);
    }
    return zone;
  }

  /** A zone that a file defines: `offsetAt` gives the offset at an instant. */
  static by(offsetAt: (seconds: number) => number): Zone {
    return new Zone(offsetAt);
  }

  /** The stretch that holds this instant. Stretches also end at the turn of each UTC year, there with equal offsets. */
  stretchAt(seconds: number): Stretch {
    const last = this.last;
    if (last && seconds >= last.start && seconds < last.end) return last;
    const next = this.yearAt(seconds).find((stretch) => seconds < stretch.end);
    if (!next) throw new RangeError(`no stretch at ${seconds}`);
    this.last = next;
    return next;
  }

  private yearAt(seconds: number): readonly Stretch[] {
    const guess = FIRST_YEAR + Math.floor(seconds / (365.2425 * DAY_SECONDS));
    const year = Math.min(Math.max(guess, FIRST_YEAR - 1), LAST_YEAR + 1);
    const exact = seconds < yearStart(year) ? year - 1 : seconds >= yearStart(year + 1) ? year + 1 : year;
    const bounded = Math.min(Math.max(exact, FIRST_YEAR - 1), LAST_YEAR + 1);
    let stretches = this.years.get(bounded);
    if (!stretches) {
      stretches = stretchesOf(bounded, this.offsetAt);
      this.years.set(bounded, stretches);
    }
    return stretches;
  }
}

const yearStart = (year: number): number => dayNumber(year, 1, 1) * DAY_SECONDS;

/** Before the first and after the last year that schedules support, the offset counts as constant. */
function stretchesOf(year: number, offsetAt: (seconds: number) => number): Stretch[] {
  if (year < FIRST_YEAR) return [constant(-Infinity, yearStart(FIRST_YEAR), offsetAt(yearStart(FIRST_YEAR) - 1))];
  if (year > LAST_YEAR) return [constant(yearStart(LAST_YEAR + 1), Infinity, offsetAt(yearStart(LAST_YEAR + 1)))];
  const from = yearStart(year);
  const to = yearStart(year + 1);
  const changes = changesBetween(from, to, offsetAt);
  const edges = [from, ...changes, to];
  const stretches: Stretch[] = [];
  for (let i = 0; i + 1 < edges.length; i++) {
    const start = edges[i] ?? from;
    const end = edges[i + 1] ?? to;
    stretches.push({
      start,
      end,
      offset: offsetAt(start),
      offsetBefore: offsetAt(start - 1),
      offsetAfter: offsetAt(end),
    });
  }
  return stretches;
}

const constant = (start: number, end: number, offset: number): Stretch => ({
  start,
  end,
  offset,
  offsetBefore: offset,
  offsetAfter: offset,
});

/** Instants strictly between `from` and `to` at which the offset becomes another, ascending. */
function changesBetween(from: number, to: number, offsetAt: (seconds: number) => number): number[] {
  const changes: number[] = [];
  let offset = offsetAt(from);
  for (let low = from; low < to - 1; low += PROBE_SECONDS) {
    const high = Math.min(low + PROBE_SECONDS, to - 1);
    const next = offsetAt(high);
    if (next !== offset) changes.push(bisect(low, high, offsetAt));
    offset = next;
  }
  return changes;
}

/** The first instant after `low` with another offset than `low`. */
function bisect(low: number, high: number, offsetAt: (seconds: number) => number): number {
  const offset = offsetAt(low);
  let before = low;
  let after = high;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

function offsetReader(name: string): (seconds: number) => number {
  if (name === 'UTC' || name === 'Etc/UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  return (seconds) => offsetFrom(format.format(seconds * 1000));
}

/** Reads the offset at the end of `12/31/1969, GMT-00:44:30`, in seconds; plain `GMT` is zero. */
function offsetFrom(text: string): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
  if (!match) throw new RangeError(`no offset in ${text}`);
  const [, sign, hours, minutes, seconds] = match;
  const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return sign === '-' ? -size : size;
}
