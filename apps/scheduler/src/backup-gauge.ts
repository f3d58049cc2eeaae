import type { Clock } from '#common/clock/clock.js';
import type { BackupPlan } from '#common/config/service-config.js';
import { atMostEachMinute } from '#common/metrics/at-most-each-minute.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { InstanceStore } from '#common/mongo/instance.store.js';

/** Reports when the last backup and the last restore drill were made, when metrics are read. Without a database the last value stays. */
export function measureBackups(
  store: Pick<InstanceStore, 'backupTimes'>,
  metrics: Pick<Metrics, 'backupsScheduled' | 'lastBackup' | 'lastDrill' | 'beforeReading'>,
  { clock, plan }: { readonly clock: Pick<Clock, 'monotonic'>; readonly plan: BackupPlan | undefined },
): void {
  metrics.backupsScheduled.set(plan === 'scheduled' ? 1 : 0);
  const measure = async (): Promise<boolean> => {
    const times = await store.backupTimes().catch(() => null);
    if (times === null) return false;
    metrics.lastBackup.set((times.backupAt ?? 0) / 1_000);
    metrics.lastDrill.set((times.drillAt ?? 0) / 1_000);
    return true;
  };
  metrics.beforeReading(atMostEachMinute(clock, measure));
}
