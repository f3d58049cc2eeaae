/** Writes a time by a pattern such as `D MMM YYYY`, in the time's own offset. The tokens are those of moment.js. */

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const MINUTE_MS = 60_000;

export interface OffsetTime {
  readonly at: number;
  readonly offsetMinutes: number;
}

/** Reads an RFC 3339 time; null for anything else, including days that do not exist. */
export function parseOffsetTime(text: string): OffsetTime | null {
  const match = RFC_3339.exec(text);
  if (!match) return null;
  const [, sign, hours = '0', minutes = '0'] = match;
  const offsetMinutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const at = Date.parse(text.toUpperCase());
  if (Number.isNaN(at)) return null;
  // `Date` reads a 30th of February as a day in March.
  const day = new Date(at + offsetMinutes * MINUTE_MS).getUTCDate();
  return day === Number(text.slice(8, 10)) ? { at, offsetMinutes } : null;
}

const TOKEN = /\[([^\]]*)\]|YYYY|YY|M{1,4}|Do|DD?|d{3,4}|d|HH?|hh?|mm?|ss?|SSS|A|a|ZZ?|X|x/g;

/** Text that is no token, or is in brackets, is not changed. */
export function formatTime({ at, offsetMinutes }: OffsetTime, pattern: string): string {
  const wall = new Date(at + offsetMinutes * MINUTE_MS);
  return pattern.replaceAll(
    TOKEN,
    (token, quoted: string | undefined) =>
      quoted ?? dayText(token, wall) ?? clockText(token, wall) ?? zoneText(token, at, offsetMinutes),
  );
}

const two = (value: number): string => String(value).padStart(2, '0');

function dayText(token: string, wall: Date): string | null {
  const month = wall.getUTCMonth();
  const day = wall.getUTCDate();
  const texts: Readonly<Record<string, () => string>> = {
    YYYY: () => String(wall.getUTCFullYear()).padStart(4, '0'),
    YY: () => two(wall.getUTCFullYear() % 100),
    MMMM: () => MONTHS[month] ?? '',
    MMM: () => MONTHS[month]?.slice(0, 3) ?? '',
    MM: () => two(month + 1),
    M: () => String(month + 1),
    Do: () => `${day}${ordinal(day)}`,
    DD: () => two(day),
    D: () => String(day),
    dddd: () => DAYS[wall.getUTCDay()] ?? '',
    ddd: () => DAYS[wall.getUTCDay()]?.slice(0, 3) ?? '',
    d: () => String(wall.getUTCDay()),
  };
  return texts[token]?.() ?? null;
}

function clockText(token: string, wall: Date): string | null {
  const hour = wall.getUTCHours();
  const half = hour % 12 === 0 ? 12 : hour % 12;
  const texts: Readonly<Record<string, () => string>> = {
    HH: () => two(hour),
    H: () => String(hour),
    hh: () => two(half),
    h: () => String(half),
    mm: () => two(wall.getUTCMinutes()),
    m: () => String(wall.getUTCMinutes()),
    ss: () => two(wall.getUTCSeconds()),
    s: () => String(wall.getUTCSeconds()),
    SSS: () => String(wall.getUTCMilliseconds()).padStart(3, '0'),
    A: () => (hour < 12 ? 'AM' : 'PM'),
    a: () => (hour < 12 ? 'am' : 'pm'),
  };
  return texts[token]?.() ?? null;
}

function zoneText(token: string, at: number, offsetMinutes: number): string {
  if (token === 'X') return String(Math.floor(at / 1_000));
  if (token === 'x') return String(at);
  const size = Math.abs(offsetMinutes);
  const between = token === 'Z' ? ':' : '';
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${between}${two(size % 60)}`;
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return { 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th';
}
