import type { Clock } from '../clock/clock.js';
import { atMostEachMinute } from '../metrics/at-most-each-minute.js';
import type { Metrics } from '../metrics/catalogue.js';
import type { Mongo } from '../mongo/mongo.js';
import { TenantsStore } from '../mongo/tenants.store.js';
import { WorkersStore } from '../mongo/workers.store.js';

/**
 * Reads which tenants and workers have a label value of their own: now, so that the first runs are counted under the right names, and when
 * metrics are read. Without the database the former ones stay.
 */
export async function keepNames({
  mongo,
  metrics,
  clock,
}: {
  readonly mongo: Mongo;
  readonly metrics: Pick<Metrics, 'tenantNames' | 'workerNames' | 'beforeReading'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}): Promise<void> {
  const bulk = mongo.inLane('bulk');
  const kinds = [
    { store: new TenantsStore(bulk), names: metrics.tenantNames },
    { store: new WorkersStore(bulk), names: metrics.workerNames },
  ] as const;
  const look = atMostEachMinute(clock, async () => {
    for (const { store, names } of kinds) {
      const first = names.most === 0 ? [] : await store.firstIds(names.most).catch(() => null);
      if (first !== null) names.choose(first);
    }
    return true;
  });
  metrics.beforeReading(look);
  await look();
}
