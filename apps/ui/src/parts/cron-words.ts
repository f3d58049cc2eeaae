/** Schedules in words. Pure. */
import cronstrue from 'cronstrue';
import { cronsOf, type Scheduled } from './schedule-text.js';

/** The value of `H` is chosen for each job, so that not all jobs start at the same moment. */
const HASHED = /\bH(\(\d+-\d+\))?(\/\d+)?/g;

/** A cron expression in words: "At 10:00, Monday through Friday". Null if there are no words for it, as for a chosen hour or day. */
export function cronWords(cron: string): string | null {
  if (/\sH/.test(cron)) return null;
  const spread = HASHED.test(cron);
  const plain = cron.replace(HASHED, (_, range: string | undefined, step: string | undefined) =>
    step === undefined ? (range?.slice(1).split('-')[0] ?? '0') : `*${step}`,
  );
  try {
    const words = cronstrue.toString(plain, { use24HourTimeFormat: true, verbose: false });
    return spread ? `${words}, at a minute chosen for the job` : words;
  } catch {
    return null;
  }
}

export function scheduleWords(job: Scheduled): string | null {
  const words = cronsOf(job).map(cronWords);
  return words.length === 0 || words.includes(null) ? null : words.join('; ');
}
