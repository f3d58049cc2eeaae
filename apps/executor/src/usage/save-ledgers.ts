import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { UsageStore } from '#common/mongo/usage.store.js';
import type { Ledger, Part } from '#common/usage/ledger.js';

export interface LedgerStores {
  readonly usage: Pick<UsageStore, 'load' | 'save'>;
  readonly tenants: Pick<TenantsStore, 'loadMany'>;
}

const LEDGERS_AT_ONCE = 500;

/**
 * Gives each ledger its part, except those of removed tenants. `withPart` returns null where a ledger has taken it. False: another process
 * has written one of the ledgers meanwhile; those after it may lack their parts.
 */
export async function saveLedgers(
  { usage, tenants }: LedgerStores,
  parts: readonly Part[],
  withPart: (ledger: Ledger | null, part: Part) => Ledger | null,
): Promise<boolean> {
  for (let from = 0; from < parts.length; from += LEDGERS_AT_ONCE) {
    const chunk = parts.slice(from, from + LEDGERS_AT_ONCE);
    // The ledgers of a removed tenant went with it.
    const there = new Set(
      (await tenants.loadMany([...new Set(chunk.map(({ tenant }) => tenant))])).map(({ id }) => id),
    );
    const some = chunk.filter(({ tenant }) => there.has(tenant));
    const before = await usage.load(some.map(({ id }) => id));
    const next = some.flatMap((part) => withPart(before.get(part.id) ?? null, part) ?? []);
    const saved = await Promise.all(next.map((ledger) => usage.save(ledger)));
    if (!saved.every(Boolean)) return false;
  }
  return true;
}
