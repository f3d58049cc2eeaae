import type { Clock } from '#common/clock/clock.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { InstanceStore } from '#common/mongo/instance.store.js';

/** Backups are a day old: their time is read no more often than this, even if metrics are read more often. */
const LOOK_EVERY_MS = 60_000;

/** Reports when the last backup was made, when metrics are read. Without a database the last value stays. */
export function measureBackups(
  store: Pick<InstanceStore, 'lastBackup'>,
  metrics: Pick<Metrics, 'lastBackup' | 'beforeReading'>,
  clock: Pick<Clock, 'monotonic'>,
): void {
  let looked = -Infinity;
  metrics.beforeReading(async () => {
    if (clock.monotonic() - looked < LOOK_EVERY_MS) return;
    const at = await store.lastBackup().catch(() => undefined);
    if (at === undefined) return;
    looked = clock.monotonic();
    metrics.lastBackup.set((at ?? 0) / 1_000);
  });
}
