import type { Clock } from '#common/clock/clock.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { BackfillsStore } from '#common/mongo/backfills.store.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';

/** Planning takes seconds, even after a crash. */
const OVERDUE_MS = 60_000;

export interface BacklogCounts {
  readonly schedules: Pick<SchedulesStore, 'countOverdue'>;
  readonly backfills: Pick<BackfillsStore, 'countOpen'>;
}

/** Counts overdue schedules and open backfills whenever metrics are read. Without a database the last values stay. */
export function measureBacklogs(
  { schedules, backfills }: BacklogCounts,
  { owned }: { readonly owned: () => ReadonlySet<number> },
  {
    metrics,
    clock,
  }: {
    readonly metrics: Pick<Metrics, 'schedulesOverdue' | 'backfillsOpen' | 'beforeReading'>;
    readonly clock: Clock;
  },
): void {
  metrics.beforeReading(async () => {
    const shards = [...owned()];
    // Without shards there may be no database time, either.
    const overdue =
      shards.length === 0 ? 0 : await schedules.countOverdue(shards, clock.now() - OVERDUE_MS).catch(() => null);
    if (overdue !== null) metrics.schedulesOverdue.set(overdue);
    const open = await backfills.countOpen(shards).catch(() => null);
    if (open !== null) metrics.backfillsOpen.set(open);
  });
}
