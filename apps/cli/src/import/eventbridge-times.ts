/** Times of EventBridge: `cron(…)` of six fields, `rate(…)` and `at(…)`. */
import { Zone } from '#common/schedule/zone.js';
import { instantOfWall } from '#common/schedule/zoned-times.js';
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
  const wall = Date.parse(`${text}Z`) / 1_000;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) || Number.isNaN(wall)) return null;
  const at = instantOfWall(Zone.of(timezone), wall, { gap: 'after', overlap: 'first' });
  return at === null ? null : { schedule: { at: new Date(at * 1_000).toISOString() } };
}
