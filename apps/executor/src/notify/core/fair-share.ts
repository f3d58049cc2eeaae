/** Selects the due notices that are sent now: a webhook that hangs takes no more than its share, so others are still served. */
import type { TenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/run/notice.js';

export const MAX_AT_ONCE = 64;
export const MAX_PER_TENANT = 16;
export const MAX_PER_WEBHOOK = 4;

export type Addressed = Pick<Notice, 'id' | 'tenant' | 'to'>;

/** Webhooks whose share is under way already. */
export interface Served {
  readonly tenants: readonly TenantId[];
  /** Digests of webhooks. */
  readonly webhooks: readonly string[];
}

export function servedBy(underWay: Iterable<Addressed>): Served {
  const all = [...underWay];
  return {
    tenants: atLimit(
      all.map(({ tenant }) => tenant),
      MAX_PER_TENANT,
    ),
    webhooks: atLimit(
      all.map(({ to }) => to),
      MAX_PER_WEBHOOK,
    ),
  };
}

/** The due notices that may be sent besides those under way, in their order. */
export function chooseNext<T extends Addressed>(due: readonly T[], underWay: readonly Addressed[]): T[] {
  const chosen: T[] = [];
  for (const notice of due) {
    const all = [...underWay, ...chosen];
    const { tenants, webhooks } = servedBy(all);
    const isServed = tenants.includes(notice.tenant) || webhooks.includes(notice.to);
    if (all.length < MAX_AT_ONCE && !isServed && !all.some(({ id }) => id === notice.id)) chosen.push(notice);
  }
  return chosen;
}

function atLimit<K>(keys: readonly K[], limit: number): K[] {
  const counts = new Map<K, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= limit).map(([key]) => key);
}
