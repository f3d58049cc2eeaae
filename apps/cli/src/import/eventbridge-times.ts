/** Times of EventBridge: `cron(…)` of six fields, `rate(…)` and `at(…)`. */
import { present } from './imported.js';

type Tell = (message: string) => void;

interface Around {
  readonly timezone: string | undefined;
  readonly startDate: string | undefined;
}

const SECONDS: Readonly<Record<string, number>> = { minute: 60, hour: 3_600, day: 86_400 };
const UTC = /^(?:Etc\/)?(?:UTC|GMT)$/;

/** Null for an expression of another form. `tell` is given what is different. */
export function timesOf(expression: string, { timezone: named, startDate }: Around, tell: Tell): object | null {
  const [, form = '', inner = ''] = /^(cron|rate|at)\((.*)\)$/s.exec(expression.trim()) ?? [];
  const timezone = named === undefined || UTC.test(named) ? undefined : named;
  if (form === 'cron') return cronOf(inner.trim().split(/\s+/), timezone);
  if (form === 'rate') return rateOf(inner, startDate, tell);
  return form === 'at' ? atOf(inner.trim(), timezone ?? 'UTC') : null;
}

function cronOf(fields: readonly string[], timezone: string | undefined): object | null {
  const [minute = '', hour = '', day = '', month = '', weekday = '', year = '*'] = fields;
  if (fields.length !== 6) return null;
  const times = [minute, hour, day, month, weekdays(weekday)];
  return {
    cron: (year === '*' ? times : ['0', ...times, year]).join(' '),
    // A time that the zone skips does not run there, and one that comes twice runs once.
    schedule: present({ timezone, dst: timezone === undefined ? undefined : { gap: 'skip' } }),
  };
}

/** Numbers from Sunday = 1 as numbers from Sunday = 0. Steps and the place within a month are numbers of another kind. */
const weekdays = (field: string): string =>
  field
    .split(',')
    .map((item) => {
      const [, days = item, rest = ''] = /^([^/#]*)(.*)$/.exec(item) ?? [];
      return `${days === 'L' ? '6' : days.replaceAll(/\d+/g, (number) => String((Number(number) + 6) % 7))}${rest}`;
    })
    .join(',');

function rateOf(inner: string, startDate: string | undefined, tell: Tell): object | null {
  const [, amount = '', unit = ''] = /^\s*(\d+)\s+(minute|hour|day)s?\s*$/.exec(inner) ?? [];
  const seconds = SECONDS[unit];
  if (seconds === undefined) return null;
  if (startDate === undefined) tell('counts from the creation of the job here');
  return { schedule: present({ every: Number(amount) * seconds, anchor: startDate }) };
}

function atOf(text: string, timezone: string): object | null {
  const wall = Date.parse(`${text}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) || Number.isNaN(wall)) return null;
  const offsetAt = offsetsOf(timezone);
  if (offsetAt === null) return null;
  // With the offset before a change of the clock and after it: the first one at which the clock shows this time.
  const [first = wall, second = first] = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near));
  const at = [first, second].find((each) => each + offsetAt(each) === wall) ?? first;
  return { schedule: { at: new Date(at).toISOString() } };
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The offset of a zone at an instant, in milliseconds; null for a zone that does not exist. */
function offsetsOf(timeZone: string): ((at: number) => number) | null {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    return (at) => {
      const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(format.format(at)) ?? [];
      return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
