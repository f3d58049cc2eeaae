/** Times, durations and numbers as people read them. Pure. */

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });
const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number, number])[] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', 86_400, 30],
  ['month', 2_592_000, 12],
  ['year', 31_536_000, Infinity],
];

/** "3 min. ago", "in 2 hr."; up to a second ahead is "now", because the page's clock may lag by a second. */
export function relativeText(at: number, now: number): string {
  const ahead = Math.round((at - now) / 1_000);
  const seconds = ahead === 1 ? 0 : ahead;
  if (seconds === 0) return 'now';
  const [unit, size] = STEPS.find(([, step, count]) => Math.round(Math.abs(seconds) / step) < count) ?? [
    'year',
    31_536_000,
  ];
  return relative.format(Math.round(seconds / size), unit);
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** "5,000". */
export const numberText = (value: number): string => value.toLocaleString('en');

/** "1 line", "5,000 lines". */
export const countText = (count: number, one: string, several = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : several}`;

/** "4,999"; "5,000+" where counting ended at `limit`. */
export const upTo = (count: number, limit: number): string =>
  `${numberText(count)}${count >= limit && count > 0 ? '+' : ''}`;

/** "850 ms", "4.2 s", "3 min 5 s", "2 h 10 min", "3 d 4 h". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1_000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
  return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / 3_600)} h`;
}

/** The same of seconds, as the API counts. */
export const secondsText = (seconds: number): string => durationText(seconds * 1_000);

/** How long something has taken so far. The page's clock ticks once a second: the time may seem to be negative. */
export const soFarText = (ms: number): string => (ms < 1_000 ? 'under 1 s' : durationText(ms));

/** The time that is left until `at`: "4:05", "1:02:09", "2 d 3 h". */
export function countdownText(at: number, now: number): string {
  const left = Math.max(0, Math.ceil((at - now) / 1_000));
  if (left >= 86_400) return durationText(left * 1_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(left / 3_600);
  const minutes = Math.floor((left % 3_600) / 60);
  const seconds = left % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function format(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([zone, options]);
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  formats.set(key, formatter);
  return formatter;
}

const EXACT: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
};
const SHORT: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
};
const CLOCK: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
};

/** A time with day, seconds and zone: "Mon, 23 Nov 2026, 10:00:00 CET". */
export const exactText = (at: number, zone: string): string => format(zone, EXACT).format(at);
interface ShortLook {
  /** Whether seconds are shown; default: if there are any. */
  readonly seconds?: boolean | undefined;
  readonly now?: number;
}

const HALF_HOUR_MS = 1_800_000;
/** Clocks are turned back by one of these. */
const TURNS_MS = [-2 * HALF_HOUR_MS, -HALF_HOUR_MS, HALF_HOUR_MS, 2 * HALF_HOUR_MS];

export const hasSeconds = (at: number): boolean => at % 60_000 >= 1_000;

/** "Mon 23 Nov, 10:00": with the year if it is not the present one, and with the zone if the clocks show this time twice. */
export function shortText(
  at: number,
  zone: string,
  { seconds = hasSeconds(at), now = Date.now() }: ShortLook = {},
): string {
  const year = format(zone, { year: 'numeric' });
  const options: Intl.DateTimeFormatOptions = {
    ...SHORT,
    ...(year.format(at) !== year.format(now) && { year: 'numeric' }),
    ...(seconds && { second: '2-digit' }),
  };
  const text = format(zone, options).format(at);
  const isTwice = TURNS_MS.some((turn) => format(zone, options).format(at + turn) === text);
  return isTwice ? format(zone, { ...options, timeZoneName: 'short' }).format(at) : text;
}
/** "10:00:00.250". */
export const clockText = (at: number, zone: string): string => format(zone, CLOCK).format(at);
/** "10:00". */
export const minuteText = (at: number, zone: string): string =>
  format(zone, { hour: '2-digit', minute: '2-digit' }).format(at);
/** "23 Nov". */
export const dayText = (at: number, zone: string): string =>
  format(zone, { day: '2-digit', month: 'short' }).format(at);
