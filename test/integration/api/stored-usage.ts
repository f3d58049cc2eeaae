/** Usage ledgers as the executor stores them. */
import { asJobId, asTenantId } from '#common/domain/ids.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { NO_COUNTS, type Counts } from '#common/usage/ledger.js';

interface Stored {
  readonly tenant: string;
  /** Absent: the ledger of the tenant. */
  readonly job?: string;
  /** `2026-11`. */
  readonly month: string;
  /** By the day of the month, two digits. */
  readonly days: Readonly<Record<string, Partial<Counts>>>;
}

/** Stores the first version of a ledger. */
export async function storeUsage(mongo: Mongo, ...ledgers: readonly Stored[]): Promise<void> {
  const store = new UsageStore(mongo);
  const saved = await Promise.all(
    ledgers.map(({ tenant, job = null, month, days }) => {
      const kind = job === null ? ('tenant' as const) : ('job' as const);
      return store.save({
        id: `${month}/${kind}/${job ?? tenant}`,
        kind,
        tenant: asTenantId(tenant),
        month,
        through: 1,
        rev: 1,
        job: job === null ? null : asJobId(job),
        days: Object.fromEntries(Object.entries(days).map(([day, counts]) => [day, { ...NO_COUNTS, ...counts }])),
      });
    }),
  );
  if (!saved.every(Boolean)) throw new Error('there was such a ledger already');
}
