/** The progress of a bulk operation. */
import type { Bulk, BulkRefusal, BulkState } from '#common/domain/bulk.js';
import { MAX_BULK_REFUSALS, MAX_BULK_STANDSTILL_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';

/** The operation after this many more of its objects; `refused` are the objects among them that were not changed. */
export function afterPart(
  bulk: Bulk,
  part: { readonly count: number; readonly refused: readonly BulkRefusal[] },
  now: Instant,
): Bulk {
  const next = {
    ...bulk,
    failingSince: null,
    position: bulk.position + part.count,
    refused: bulk.refused + part.refused.length,
    refusals: [...bulk.refusals, ...part.refused].slice(0, MAX_BULK_REFUSALS),
  };
  // A list may end early, for example after a restore: then the operation is complete.
  return part.count === 0 || next.position >= bulk.total ? ended(next, 'Completed', '', now) : next;
}

/** The operation with its final state and message. */
export const ended = (bulk: Bulk, state: Exclude<BulkState, 'Running'>, message: string, now: Instant): Bulk => ({
  ...bulk,
  state,
  message,
  finishedAt: now,
  credential: null,
});

/** The operation, to be continued at `until` because a service is not available; ended if no part has succeeded for too long. */
export function delayed(bulk: Bulk, { until, why, now }: { until: Instant; why: string; now: Instant }): Bulk {
  const failingSince = bulk.failingSince ?? now;
  if (now - failingSince > MAX_BULK_STANDSTILL_MS) return ended(bulk, 'Failed', why, now);
  return { ...bulk, leaseUntil: until, failingSince };
}
