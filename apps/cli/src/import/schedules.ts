/** Converts the schedule of a CronJob, as the controller of Kubernetes reads it. */
import type { Fields } from './fields.js';
import { present } from './imported.js';

/** A time that the zone skips does not run, and one that comes twice runs twice. */
export const dstOfGo = (timezone: string | undefined): object | undefined =>
  timezone === undefined || /^(?:Etc\/)?UTC$/.test(timezone) ? undefined : { gap: 'skip', overlap: 'both' };

const ZONE_BEFORE = /^(?:CRON_)?TZ=(\S+)\s+(.*)$/s;
const EVERY = /^@every\s+(\S+)$/;

export function scheduleOf(spec: Fields, zoneGiven: string | undefined): Record<string, unknown> {
  const text = spec.text('schedule')?.trim() ?? '';
  const [, before, rest = text] = ZONE_BEFORE.exec(text) ?? [];
  const named = spec.text('timeZone');
  if (before !== undefined && named !== undefined)
    spec.note('timeZone', `is taken, and the zone ${before} of the schedule is not`);
  const timezone = named ?? before ?? zoneGiven;
  const [, duration] = EVERY.exec(rest) ?? [];
  const every = secondsOf(duration);
  if (every !== undefined) {
    spec.note('schedule', 'counts from the creation of the job here');
    return { schedule: { every: Math.max(1, Math.floor(every)) } };
  }
  if (timezone === undefined)
    spec.note('timeZone', 'is missing: times are read as UTC, but CronJobs use the time zone of their controller');
  return { cron: rest, schedule: present({ timezone, dst: dstOfGo(timezone) }) };
}

const UNITS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g;

/** The seconds of a duration of Go, `1h30m` or `90s`; undefined if the text is none. */
export function secondsOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || text === '' || text.replaceAll(PART, '') !== '') return undefined;
  return [...text.matchAll(PART)].reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0), 0);
}
