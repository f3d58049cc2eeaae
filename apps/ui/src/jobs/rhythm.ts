/** Converts the usual rhythms of jobs from and to cron. Pure. */

export type Rhythm =
  | { readonly kind: 'minutes'; readonly every: number }
  | { readonly kind: 'hourly'; readonly minute: string }
  | { readonly kind: 'daily'; readonly time: string }
  | { readonly kind: 'weekly'; readonly time: string; readonly days: readonly string[] }
  | { readonly kind: 'monthly'; readonly time: string; readonly day: number }
  /** A rhythm that only cron can express. */
  | { readonly kind: 'custom' };

const two = (value: number): string => String(value).padStart(2, '0');

/** `1-5` and `1,3` as days; null for anything else. */
function daysOf(text: string): string[] | null {
  const days = text.split(',').map((part) => {
    const match = /^([0-7])(?:-([0-7]))?$/.exec(part);
    if (match?.[1] === undefined) return null;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => String((from + i) % 7));
  });
  return days.some((each) => each === null || each.length === 0) ? null : days.flatMap((each) => each ?? []);
}

/** The rhythm of a cron expression; custom if it is none of the usual ones. */
export function rhythmOf(cron: string): Rhythm {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/);
  if (more.length > 0 || month !== '*') return CUSTOM;
  if (hour === '*') return day === '*' && weekday === '*' ? withinHour(minute) : CUSTOM;
  if (!isTimeOfDay(hour, minute)) return CUSTOM;
  return onDays(`${two(Number(hour))}:${two(Number(minute))}`, day, weekday);
}

const CUSTOM: Rhythm = { kind: 'custom' };

/** No clock shows 25:61: such an expression, and what is wrong with it, stay to be seen. */
const isTimeOfDay = (hour: string, minute: string): boolean => isBelow(24, hour) && isBelow(60, minute);

const isBelow = (limit: number, text: string): boolean => /^\d+$/.test(text) && Number(text) < limit;

function withinHour(minute: string): Rhythm {
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (step !== undefined) return { kind: 'minutes', every: Number(step) };
  return /^(\d+|H)$/.test(minute) ? { kind: 'hourly', minute } : CUSTOM;
}

function onDays(time: string, day: string, weekday: string): Rhythm {
  if (day === '*' && weekday === '*') return { kind: 'daily', time };
  if (day !== '*') return weekday === '*' && /^\d+$/.test(day) ? { kind: 'monthly', time, day: Number(day) } : CUSTOM;
  const days = daysOf(weekday);
  return days === null ? CUSTOM : { kind: 'weekly', time, days };
}

const atTime = (time: string): string => {
  const [hour = '0', minute = '0'] = time.split(':');
  return `${Number(minute)} ${Number(hour)}`;
};

const isWorkweek = (days: readonly string[]): boolean => [...days].sort().join('') === '12345';

/** The cron expression of a rhythm; null for a custom one. */
export function cronOf(rhythm: Rhythm): string | null {
  switch (rhythm.kind) {
    case 'minutes':
      return `*/${rhythm.every} * * * *`;
    case 'hourly':
      return `${rhythm.minute} * * * *`;
    case 'daily':
      return `${atTime(rhythm.time)} * * *`;
    case 'weekly':
      return `${atTime(rhythm.time)} * * ${isWorkweek(rhythm.days) ? '1-5' : [...rhythm.days].sort().join(',')}`;
    case 'monthly':
      return `${atTime(rhythm.time)} ${rhythm.day} * *`;
    case 'custom':
      return null;
  }
}
