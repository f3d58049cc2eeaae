import type { Clock } from '#common/clock/clock.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { ScheduleCounts } from '#common/mongo/schedule-counts.store.js';

/** Planning takes seconds, even after a crash. */
const OVERDUE_MS = 60_000;

/** Counts overdue schedules whenever metrics are read. Without a database the last figure stays. */
export function measureOverdue(
  counts: Pick<ScheduleCounts, 'dueBefore'>,
  owned: () => ReadonlySet<number>,
  { metrics, clock }: { readonly metrics: Pick<Metrics, 'schedulesOverdue' | 'beforeReading'>; readonly clock: Clock },
): void {
  metrics.beforeReading(async () => {
    const shards = [...owned()];
    // Without shards the database time may not be known, either.
    const overdue =
      shards.length === 0 ? 0 : await counts.dueBefore(shards, clock.now() - OVERDUE_MS).catch(() => null);
    if (overdue !== null) metrics.schedulesOverdue.set(overdue);
  });
}
