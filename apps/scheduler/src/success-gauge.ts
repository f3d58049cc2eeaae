import type { Clock } from '#common/clock/clock.js';
import { MAX_SUCCESS_AGES } from '#common/domain/limits.js';
import { atMostEachMinute } from '#common/metrics/at-most-each-minute.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { SuccessAgesStore } from '#common/mongo/success-ages.store.js';
import { countBySuccessAge, FIRST_AGE_MS, type SuccessAge } from './core/success-ages.js';

/** Reports for how long jobs have not succeeded, when metrics are read. Without a database the last values stay. */
export function measureSuccessAges(
  ages: Pick<SuccessAgesStore, 'oldestOf'>,
  { owned }: { readonly owned: () => ReadonlySet<number> },
  {
    metrics,
    clock,
  }: {
    readonly metrics: Pick<Metrics, 'jobsWithoutSuccess' | 'tenantNames' | 'beforeReading'>;
    readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  },
): void {
  const tenants = new Set<string>();
  const measure = async (): Promise<boolean> => {
    const shards = [...owned()];
    // Without shards there may be no database time, either.
    const now = shards.length === 0 ? 0 : clock.now();
    const jobs = await ages.oldestOf(shards, now - FIRST_AGE_MS, MAX_SUCCESS_AGES).catch(() => null);
    if (jobs === null) return false;
    const nameOf = (tenant: string): string => metrics.tenantNames.of(tenant);
    for (const [tenant, counts] of countBySuccessAge(jobs, now, { nameOf, tenants: tenants })) {
      tenants.add(tenant);
      for (const [age, count] of Object.entries(counts) as [SuccessAge, number][])
        metrics.jobsWithoutSuccess.set({ tenant, age }, count);
    }
    return true;
  };
  metrics.beforeReading(atMostEachMinute(clock, measure));
}
