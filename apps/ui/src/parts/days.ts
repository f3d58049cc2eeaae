/** The days and the wall-clock times of time zones, and the instants at which they begin. Pure. */
import { DAY_MS, format, hasSeconds } from './time-text.js';

const TWO = '2-digit';
const ALL_PARTS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: TWO,
  day: TWO,
  hour: TWO,
  minute: TWO,
  second: TWO,
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
};

/** "2026-11-23". */
export const isoDay = (at: number, zone: string): string =>
  new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10);

/** By how many milliseconds the clocks of the zone are ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const parts = format(zone, ALL_PARTS);
  const of = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, fractionalSecond = 0 } = of;
  return Date.UTC(year, month - 1, day, hour, minute, second, fractionalSecond) - at;
}

/** "2026-11-23T10:00", as the clocks of the zone show it; with seconds where it has some. The form of inputs of a local time. */
export const wallText = (at: number, zone: string): string =>
  new Date(at + offsetAt(at, zone)).toISOString().slice(0, hasSeconds(at) ? 19 : 16);

/**
 * The instant at which the clocks of the zone show this time: of two the first. A time that they skip is as much later. NaN if the text
 * is none.
 */
export function instantAt(wall: string, zone: string): number {
  const asUtc = wall.includes('T') ? Date.parse(`${wall}Z`) : NaN;
  if (Number.isNaN(asUtc)) return NaN;
  // Clocks may change on this day or on the one before.
  const before = asUtc - offsetAt(asUtc - DAY_MS, zone);
  const after = asUtc - offsetAt(asUtc + DAY_MS, zone);
  const first = Math.min(before, after);
  return first + offsetAt(first, zone) === asUtc ? first : Math.max(before, after);
}

/** The instant in RFC 3339, with the offset of the zone. */
export function offsetText(at: number, zone: string): string {
  const minutes = Math.round(offsetAt(at, zone) / 60_000);
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, 19);
  if (minutes === 0) return `${local}Z`;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`;
}

/** The instant at which a day, such as "2026-11-23", begins in the zone: where clocks skip midnight, when they do. */
export const dayStart = (day: string, zone: string): number => instantAt(`${day}T00:00`, zone);
