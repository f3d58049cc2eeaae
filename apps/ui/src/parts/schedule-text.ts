/** A job's rule in one line. Pure. */
import type { Schemas } from '../api/client.js';
import { secondsText } from './time-text.js';

type Schedule = Schemas['Schedule'];
type After = NonNullable<Schemas['Job']['after']>;
export interface Scheduled {
  readonly after?: After | undefined;
  readonly cron?: string | undefined;
  readonly schedule?: Schedule | undefined;
}

export const cronsOf = ({ cron, schedule }: Scheduled): string[] => [schedule?.cron ?? cron ?? []].flat();

/** The schedule in its written form: `0 10 * * * (Europe/Prague)`. */
export function scheduleText(job: Scheduled): string {
  const { every, at, fixedDelay, rrule, timezone } = job.schedule ?? {};
  const texts = rrule === undefined ? cronsOf(job) : [rrule];
  if (texts.length > 0) return `${texts.join(' · ')}${timezone ? ` (${timezone})` : ''}`;
  if (every) return `every ${secondsText(every)}`;
  if (fixedDelay) return `${secondsText(fixedDelay)} after the last run`;
  if (at) return `once, ${at}`;
  return afterText(job.after) ?? 'by hand';
}

/** Null if it runs after no other job. */
function afterText(after: Scheduled['after']): string | null {
  const [first, ...others] = after ?? [];
  if (first === undefined) return null;
  return others.length === 0 ? `after ${first.job}` : `after ${others.length + 1} jobs`;
}
