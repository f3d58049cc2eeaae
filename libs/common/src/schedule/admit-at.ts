/** When a job's waiting runs have to be checked again although no run changes. */
import type { Instant } from '../run/run.js';
import { fullTimes, keysHeld, roomAt, type KeyUse } from './key-limit.js';
import type { ScheduleState, Waiter } from './schedule-state.js';

/**
 * The earliest time at which a permit can be given to a waiting run, or a run must not wait any longer, or all token buckets of keys are
 * full and can be removed. Null: only the end of a run changes anything. Runs that wait for a permit of a shared limit are left out: its
 * release wakes them.
 */
export function admitAtOf(
  state: Pick<ScheduleState, 'concurrency' | 'holders' | 'queue' | 'keyBuckets'>,
): Instant | null {
  const { queue, holders, keyBuckets = [] } = state;
  const use = { held: keysHeld(holders), fullAt: fullTimes(keyBuckets) };
  const times = queue.map((waiter) => checkAt(state, waiter, use));
  if (keyBuckets.length > 0) times.push(Math.ceil(Math.max(...use.fullAt.values())));
  const first = times.reduce((least, at) => Math.min(least, at), Infinity);
  // Runs of slots start after 0, so every time to be checked is positive.
  return first === Infinity ? null : Math.max(1, first);
}

function checkAt(
  { concurrency, holders }: Pick<ScheduleState, 'concurrency' | 'holders'>,
  { policy, startAfter, blockedBy, key }: Waiter,
  use: KeyUse,
): Instant {
  const { perKey, maxConcurrency } = concurrency;
  if (blockedBy !== null) return Infinity;
  const keyAt = roomAt(perKey, use, key);
  const isRefused = policy === 'Forbid' || (perKey?.policy === 'Forbid' && keyAt > startAfter);
  if (isRefused) return startAfter;
  if (policy !== 'Allow' && holders.length >= maxConcurrency) return Infinity;
  return Math.max(startAfter, keyAt);
}
