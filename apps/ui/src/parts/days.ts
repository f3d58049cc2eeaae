/** The days of time zones, and when they begin. Pure. */
import { DAY_MS, format } from './time-text.js';

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

/** The instant at which a day, such as "2026-11-23", begins in the zone: where clocks skip midnight, when they do. */
export function dayStart(day: string, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  // Clocks may change on this day or on the one before.
  const before = asUtc - offsetAt(asUtc - DAY_MS, zone);
  const after = asUtc - offsetAt(asUtc + DAY_MS, zone);
  const first = Math.min(before, after);
  return isoDay(first, zone) === day ? first : Math.max(before, after);
}
