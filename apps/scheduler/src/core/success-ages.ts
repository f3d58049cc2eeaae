/** Counts jobs by how long they have not succeeded: a pure function of their stored state and the time. */
import type { Instant } from '#common/run/run.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The ages in ascending order; a job counts with each age that it has passed. */
const AGES = { '1h': HOUR_MS, '6h': 6 * HOUR_MS, '1d': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const;
const AGE_NAMES = Object.keys(AGES) as (keyof typeof AGES)[];
/** A job whose last success is younger than the first age is not counted. */
export const FIRST_AGE_MS = AGES['1h'];

export type SuccessAge = keyof typeof AGES | 'never';

export type AgeCounts = Readonly<Record<SuccessAge, number>>;

const NONE: AgeCounts = { '1h': 0, '6h': 0, '1d': 0, '7d': 0, '30d': 0, never: 0 };

/** Counts by the name that `nameOf` gives the tenant of a job; names in `known` without such a job have zeros. */
export function countBySuccessAge<T extends string>(
  jobs: readonly { readonly tenant: T; readonly at: Instant | null }[],
  now: Instant,
  { nameOf, tenants: tenants }: { readonly nameOf: (tenant: T) => string; readonly tenants: Iterable<string> },
): Map<string, AgeCounts> {
  const counts = new Map<string, Record<SuccessAge, number>>([...tenants].map((name) => [name, { ...NONE }]));
  for (const { tenant, at } of jobs) {
    const name = nameOf(tenant);
    const own = counts.get(name) ?? { ...NONE };
    counts.set(name, own);
    if (at === null) own.never++;
    else for (const age of AGE_NAMES) if (now - at >= AGES[age]) own[age]++;
  }
  return counts;
}
