/** Which notices are sent at once: webhooks that hang take no more than their share, and leave the rest to others. */
import type { TenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/run/notice.js';

export const MAX_AT_ONCE = 64;
export const MAX_PER_TENANT = 16;
export const MAX_PER_WEBHOOK = 4;

export type Addressed = Pick<Notice, 'id' | 'tenant' | 'to'>;

/** Those who have their share under way already. */
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
      all.flatMap(({ to }) => (to === undefined ? [] : [to])),
      MAX_PER_WEBHOOK,
    ),
  };
}

/** The notices of those due that may be sent beside what is under way, in their order. */
export function chooseNext<T extends Addressed>(due: readonly T[], underWay: readonly Addressed[]): T[] {
  const chosen: T[] = [];
  for (const notice of due) {
    const all = [...underWay, ...chosen];
    const { tenants, webhooks } = servedBy(all);
    const isServed = tenants.includes(notice.tenant) || (notice.to !== undefined && webhooks.includes(notice.to));
    if (all.length < MAX_AT_ONCE && !isServed && !all.some(({ id }) => id === notice.id)) chosen.push(notice);
  }
  return chosen;
}

function atLimit<K>(keys: readonly K[], limit: number): K[] {
  const counts = new Map<K, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= limit).map(([key]) => key);
}
