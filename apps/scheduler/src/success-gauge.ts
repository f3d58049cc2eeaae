import type { Clock } from '#common/clock/clock.js';
import { MAX_SUCCESS_AGES } from '#common/domain/limits.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { SuccessAgesStore } from '#common/mongo/success-ages.store.js';
import { countBySuccessAge, FIRST_AGE_MS, type SuccessAge } from './core/success-ages.js';

/** Ages are hours and days: they are read no more often than this, even if metrics are read more often. */
const LOOK_EVERY_MS = 60_000;

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
  const known = new Set<string>();
  let looked = -Infinity;
  metrics.beforeReading(async () => {
    if (clock.monotonic() - looked < LOOK_EVERY_MS) return;
    const shards = [...owned()];
    // Without shards there may be no database time, either.
    const now = shards.length === 0 ? 0 : clock.now();
    const jobs = await ages.oldestOf(shards, now - FIRST_AGE_MS, MAX_SUCCESS_AGES).catch(() => null);
    if (jobs === null) return;
    looked = clock.monotonic();
    const nameOf = (tenant: string): string => metrics.tenantNames.of(tenant);
    for (const [tenant, counts] of countBySuccessAge(jobs, now, { nameOf, known })) {
      known.add(tenant);
      for (const [age, count] of Object.entries(counts) as [SuccessAge, number][])
        metrics.jobsWithoutSuccess.set({ tenant, age }, count);
    }
  });
}
