import type { Clock } from '#common/clock/clock.js';
import { atMostEachMinute } from '#common/metrics/at-most-each-minute.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { InstanceStore } from '#common/mongo/instance.store.js';

/** Reports when the last backup was made, when metrics are read. Without a database the last value stays. */
export function measureBackups(
  store: Pick<InstanceStore, 'lastBackup'>,
  metrics: Pick<Metrics, 'lastBackup' | 'beforeReading'>,
  clock: Pick<Clock, 'monotonic'>,
): void {
  const measure = async (): Promise<boolean> => {
    const at = await store.lastBackup().catch(() => undefined);
    if (at === undefined) return false;
    metrics.lastBackup.set((at ?? 0) / 1_000);
    return true;
  };
  metrics.beforeReading(atMostEachMinute(clock, measure));
}
