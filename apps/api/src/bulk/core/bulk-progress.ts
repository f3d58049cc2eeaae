/** How a bulk operation gets on. */
import type { Bulk, BulkRefusal, BulkState } from '#common/domain/bulk.js';
import { MAX_BULK_AGE_MS, MAX_BULK_REFUSALS } from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';

/** It after so many more of its objects; `refused` are those of them that were left as they were. */
export function afterPart(
  bulk: Bulk,
  part: { readonly count: number; readonly refused: readonly BulkRefusal[] },
  now: Instant,
): Bulk {
  const next = {
    ...bulk,
    position: bulk.position + part.count,
    refused: bulk.refused + part.refused.length,
    refusals: [...bulk.refusals, ...part.refused].slice(0, MAX_BULK_REFUSALS),
  };
  // A list that ends early, as after a restore, has nothing more to be done.
  return part.count === 0 || next.position >= bulk.total ? ended(next, 'Completed', '', now) : next;
}

/** It with nothing left to do. */
export const ended = (bulk: Bulk, state: Exclude<BulkState, 'Running'>, message: string, now: Instant): Bulk => ({
  ...bulk,
  state,
  message,
  finishedAt: now,
  credential: null,
});

/** It, left alone until `until` because a service was away; ended where that has gone on for too long. */
export const delayed = (bulk: Bulk, { until, why, now }: { until: Instant; why: string; now: Instant }): Bulk =>
  now - bulk.createdAt > MAX_BULK_AGE_MS ? ended(bulk, 'Failed', why, now) : { ...bulk, leaseUntil: until };
