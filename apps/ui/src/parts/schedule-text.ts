/** A job's rule in one line, and in words. Pure. */
import cronstrue from 'cronstrue';
import type { Schemas } from '../api/client.js';
import { durationText } from './time-text.js';

type Schedule = Schemas['Schedule'];
interface Job {
  readonly cron?: string | undefined;
  readonly schedule?: Schedule | undefined;
}

const cronsOf = ({ cron, schedule }: Job): string[] => [schedule?.cron ?? cron ?? []].flat();

/** As it is written: `0 10 * * * (Europe/Prague)`. */
export function scheduleText(job: Job): string {
  const { every, at, timezone } = job.schedule ?? {};
  const crons = cronsOf(job);
  if (crons.length > 0) return `${crons.join(' · ')}${timezone ? ` (${timezone})` : ''}`;
  if (every) return `every ${durationText(every * 1_000)}`;
  if (at) return `once, ${at}`;
  return 'by hand';
}

/** What `H` stands for is chosen for each job, so that not all start at the same moment. */
const HASHED = /\bH(\(\d+-\d+\))?(\/\d+)?/g;

/** A cron expression in words: "At 10:00, Monday through Friday". Null where it cannot be said. */
export function cronWords(cron: string): string | null {
  const spread = HASHED.test(cron);
  const plain = cron.replace(HASHED, (_, range: string | undefined, step: string | undefined) =>
    step === undefined ? (range?.slice(1).split('-')[0] ?? '0') : `*${step}`,
  );
  try {
    const words = cronstrue.toString(plain, { use24HourTimeFormat: true, verbose: false });
    return spread ? `${words}, at a minute of the job’s own` : words;
  } catch {
    return null;
  }
}

export function scheduleWords(job: Job): string | null {
  const words = cronsOf(job).map(cronWords);
  return words.length === 0 || words.includes(null) ? null : words.join('; ');
}
