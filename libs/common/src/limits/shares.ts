/**
 * How much of each limit every tenant has, against its share. Of a limit of M permits a tenant of weight w is entitled to M * w / W,
 * where W is the sum of the weights of all tenants that hold permits or wait under the limit: the others use the share of a tenant that
 * does neither. Permits are counted from the runs as they are stored, so a restarted replica knows them again; only the order of tenants
 * with equal use depends on what this process has started.
 */
import type { Limit, Share } from './scope.js';

/** Lower is served first. */
export interface Standing {
  /** 0: below the whole permits of its share; 1: the rest of its share is a part of a permit; 2: it has its share or more. */
  readonly level: 0 | 1 | 2;
  /** The tenant's permits for each permit of its share, in the limit that is fullest for it. */
  readonly use: number;
  /** Starts so far for its weight. */
  readonly served: number;
}

interface Claim {
  readonly weight: number;
  readonly used: number;
  readonly waiting: number;
}

/** A tenant's starts for its weight, and how many of its runs wait. */
interface Account {
  served: number;
  waiting: number;
}

/** A tenant that returns is ahead of the others by at most this many starts, even if it had none for long. */
const MAX_CREDIT = 2;
/** Tenants whose starts are remembered. */
const MAX_ACCOUNTS = 10_000;

export class Shares {
  /** Claims by limit, then by tenant. */
  private readonly claims = new Map<string, Map<string, Claim>>();
  /** Weights of the tenants of each limit, added up. */
  private readonly weights = new Map<string, number>();
  private readonly groups = new Map<string, number>();
  private readonly accounts = new Map<string, Account>();
  /** The starts, for its weight, of the tenant that was served last. */
  private lastServed = 0;

  /** `sizeOf`: how many permits a limit allows here; null is no limit. */
  constructor(private readonly sizeOf: (limit: Limit) => number | null) {}

  /** Permits and promised ones; a negative count gives back. */
  use(limits: readonly Limit[], share: Share, count: number): void {
    for (const { key } of limits) this.claim(key, share, { used: count, waiting: 0 });
    if (share.group !== null) addTo(this.groups, groupKey(share), count);
  }

  /** A run of the tenant begins to wait (1), or waits no more (-1). */
  wait(limits: readonly Limit[], share: Share, runs: 1 | -1): void {
    for (const { key } of limits) this.claim(key, share, { used: 0, waiting: runs });
    const account = this.accounts.get(share.tenant) ?? { served: 0, waiting: 0 };
    if (account.waiting === 0)
      account.served = Math.max(account.served, this.leastServed() - MAX_CREDIT / share.weight);
    account.waiting += runs;
    this.accounts.set(share.tenant, account);
    if (this.accounts.size > MAX_ACCOUNTS) this.forgetIdle();
  }

  /** Notes starts that are given to the tenant, or taken back from it (negative). */
  serve({ tenant, weight }: Share, count: number): void {
    const account = this.accounts.get(tenant) ?? { served: this.lastServed, waiting: 0 };
    if (count > 0) this.lastServed = account.served;
    account.served += count / weight;
    this.accounts.set(tenant, account);
  }

  standing(limits: readonly Limit[], { tenant, weight }: Share): Standing {
    let level: Standing['level'] = 0;
    let use = 0;
    for (const limit of limits) {
      if (this.sizeOf(limit) === null) continue;
      const { used, entitled } = this.part(limit, { tenant, weight });
      const own = used < Math.floor(entitled) ? 0 : used < Math.ceil(entitled) ? 1 : 2;
      if (own > level) level = own;
      // Of a limit whose part is empty nobody has anything.
      if (entitled > 0) use = Math.max(use, used / entitled);
    }
    return { level, use, served: this.accounts.get(tenant)?.served ?? 0 };
  }

  /** With this many more permits the tenant would still not exceed the whole permits of its share. */
  lacks(limit: Limit, share: Share, more: number): boolean {
    const { used, entitled } = this.part(limit, share);
    return used + more <= Math.floor(entitled);
  }

  /** With one permit less the tenant would still have its share. */
  canSpare(limit: Limit, share: Share): boolean {
    const { used, entitled } = this.part(limit, share);
    return used - 1 >= Math.ceil(entitled);
  }

  /** The tenant's use of the limit, and its share: everything if the limit has no permits. */
  private part(
    limit: Limit,
    { tenant, weight }: Pick<Share, 'tenant' | 'weight'>,
  ): { readonly used: number; readonly entitled: number } {
    const { key } = limit;
    const used = this.claims.get(key)?.get(tenant)?.used ?? 0;
    const size = this.sizeOf(limit) ?? Infinity;
    return { used, entitled: (size * weight) / Math.max(weight, this.weights.get(key) ?? 0) };
  }

  /** Permits of its group, promised ones included, for its weight; 0 if the tenant's groups have no weights. */
  groupUse(share: Share): number {
    return share.group === null ? 0 : (this.groups.get(groupKey(share)) ?? 0) / share.groupWeight;
  }

  private claim(key: string, { tenant, weight }: Share, more: Pick<Claim, 'used' | 'waiting'>): void {
    const ofLimit = this.claims.get(key) ?? new Map<string, Claim>();
    const before = ofLimit.get(tenant) ?? { weight: 0, used: 0, waiting: 0 };
    const next = { weight, used: before.used + more.used, waiting: before.waiting + more.waiting };
    const isGone = next.used === 0 && next.waiting === 0;
    addTo(this.weights, key, (isGone ? 0 : weight) - before.weight);
    if (isGone) ofLimit.delete(tenant);
    else ofLimit.set(tenant, next);
    if (ofLimit.size === 0) this.claims.delete(key);
    else this.claims.set(key, ofLimit);
  }

  private leastServed(): number {
    const waiting = [...this.accounts.values()].flatMap((each) => (each.waiting > 0 ? [each.served] : []));
    return waiting.length > 0 ? Math.min(...waiting) : this.lastServed;
  }

  private forgetIdle(): void {
    for (const [tenant, { waiting }] of this.accounts) if (waiting === 0) this.accounts.delete(tenant);
  }
}

const groupKey = ({ tenant, group }: Share): string => `${tenant}/${group ?? ''}`;

/** Adds to a count; a count of 0 is not kept. */
export function addTo(counts: Map<string, number>, key: string, count: number): void {
  const sum = (counts.get(key) ?? 0) + count;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
