/** Explains to people what a queued run waits for, from the document of its job alone. */
import { inRank } from '../domain/priority.js';
import type { RunId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { fullTimes, keysHeld, roomAt } from './key-limit.js';
import type { ScheduleState, Waiter } from './schedule-state.js';

export const WAIT_KINDS = ['time', 'job', 'key', 'group', 'tenant'] as const;

export interface Wait {
  readonly kind: (typeof WAIT_KINDS)[number];
  /** Runs that are active under the limit, and the greatest number; null where the document does not contain it. */
  readonly held: number | null;
  readonly size: number | null;
  /** Position among the runs of the job that wait for the same limit, from 1; null while it waits for a time. */
  readonly place: number | null;
  /** When it ends by itself; null where a run has to end first. */
  readonly until: Instant | null;
  /** Active runs under the limit. */
  readonly holders: readonly RunId[];
  readonly message: string;
}

type Job = Pick<ScheduleState, 'concurrency' | 'holders' | 'queue' | 'keyBuckets'>;

/** Empty where the run does not wait, or is about to be admitted. */
export function waitsOf(job: Job, run: RunId, now: Instant): readonly Wait[] {
  const waiter = job.queue.find((each) => each.run === run);
  if (waiter === undefined) return [];
  const { startAfter, blockedBy } = waiter;
  if (startAfter > now) return [timeWait(startAfter)];
  if (blockedBy !== null) return [sharedWait(job, waiter, blockedBy)];
  const next = job.queue.filter((each) => each.blockedBy === null && each.startAfter <= now);
  return [jobWait(job, waiter, next), keyWait(job, waiter, { next, now })].filter((wait) => wait !== null);
}

const NOBODY = { held: null, size: null, holders: [] } as const;

const timeWait = (until: Instant): Wait => ({
  kind: 'time',
  ...NOBODY,
  place: null,
  until,
  message: `the run starts no earlier than ${timeText(until)}`,
});

function sharedWait({ queue }: Job, waiter: Waiter, limit: string): Wait {
  const rivals = queue.filter(({ blockedBy }) => blockedBy === limit);
  const place = placeOf(rivals, waiter);
  const isGroup = limit.startsWith('group:');
  const what = isGroup ? `the group ${limit.slice(limit.indexOf('/') + 1)} is full` : 'the quota of the tenant is full';
  const kind = isGroup ? 'group' : 'tenant';
  return { kind, ...NOBODY, place, until: null, message: `${what}; place ${place} in the queue of the job` };
}

function jobWait({ concurrency, holders }: Job, waiter: Waiter, next: readonly Waiter[]): Wait | null {
  const { maxConcurrency: size } = concurrency;
  if (waiter.policy === 'Allow' || holders.length < size) return null;
  const rivals = next.filter(({ policy }) => policy !== 'Allow');
  const place = placeOf(rivals, waiter);
  const message = `the job is busy: ${holders.length} of ${size} runs are active; place ${place} in the queue`;
  return {
    kind: 'job',
    held: holders.length,
    size,
    place,
    until: null,
    message,
    holders: holders.map(({ run }) => run),
  };
}

function keyWait(
  { concurrency, holders, keyBuckets }: Job,
  waiter: Waiter,
  { next, now }: { readonly next: readonly Waiter[]; readonly now: Instant },
): Wait | null {
  const { perKey } = concurrency;
  const { key } = waiter;
  const at = roomAt(perKey, { held: keysHeld(holders), fullAt: fullTimes(keyBuckets) }, key);
  if (perKey === undefined || key === undefined || at <= now) return null;
  const active = holders.filter((each) => each.key === key).map(({ run }) => run);
  const rivals = next.filter((each) => each.key === key);
  const place = placeOf(rivals, waiter);
  const until = at === Infinity ? null : at;
  const why =
    until === null
      ? `busy: ${active.length} of ${perKey.max} runs are active`
      : `limited by its rate until ${timeText(until)}`;
  const message = `the key ${JSON.stringify(key)} is ${why}; place ${place} in the queue`;
  return { kind: 'key', held: active.length, size: perKey.max, place, until, holders: active, message };
}

const placeOf = (rivals: readonly Waiter[], { run }: Waiter): number =>
  inRank(rivals).findIndex((each) => each.run === run) + 1;

const timeText = (at: Instant): string => new Date(at).toISOString();
