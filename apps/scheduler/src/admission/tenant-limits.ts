import type { Clock } from '#common/clock/clock.js';
import type { Tenant } from '#common/spec/definitions.js';
import { NO_HOLDS, type Holds } from '#common/holds/hold-watch.js';
import type { TenantId } from '#common/domain/ids.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { LimitTerms } from '../core/change-limit.js';
import { groupLimitKey, tenantLimitKey } from '#common/domain/shared-limit.js';

/** A changed quota or group size takes effect after at most this time. */
const KEPT_MS = 5_000;
const MAX_KEPT = 10_000;
const DEFAULT_GROUP_SIZE = 1;

export interface TenantStore {
  load(id: TenantId): Promise<Tenant | null>;
}

/** The shared limits of a job's runs and their sizes, from the definition of its tenant. */
export class TenantLimits {
  private readonly kept: TtlCache<TenantId, Promise<Tenant | null>>;

  constructor(
    private readonly tenants: TenantStore,
    clock: Clock,
    private readonly holds: Pick<Holds, 'isHeld'> = NO_HOLDS,
  ) {
    this.kept = new TtlCache(MAX_KEPT, KEPT_MS, clock);
  }

  /** The keys of the shared limits of a job, in the order in which their permits are taken. */
  async keysFor(state: Pick<ScheduleState, 'tenant' | 'concurrency'>): Promise<string[]> {
    const tenant = await this.tenant(state.tenant);
    const { group } = state.concurrency;
    return [
      ...(group === null ? [] : [groupLimitKey(state.tenant, group)]),
      ...((tenant?.maxActiveRuns ?? null) === null ? [] : [tenantLimitKey(state.tenant)]),
    ];
  }

  /** Reads the tenant's limits ahead, unless they are known. Only a hint that they will be needed. */
  readAhead(tenant: TenantId): void {
    this.tenant(tenant).catch(() => undefined);
  }

  /** True while none of the tenant's runs may be admitted. */
  isHeld(tenant: TenantId): boolean {
    return this.holds.isHeld('admissions', tenant);
  }

  /** True if the job's runs need any permit, or have to wait because the tenant is held. */
  async isLimited(state: ScheduleState): Promise<boolean> {
    if (this.isHeld(state.tenant)) return true;
    const { policy, perKey } = state.concurrency;
    return policy !== 'Allow' || perKey !== undefined || (await this.keysFor(state)).length > 0;
  }

  /** The limit as the tenant defines it now. Groups share the tenant's quota by their weights. */
  async termsOf(key: string, tenantId: TenantId): Promise<LimitTerms> {
    const { groupWeights = {} } = (await this.tenant(tenantId)) ?? {};
    const isShared = key === tenantLimitKey(tenantId) && Object.keys(groupWeights).length > 0;
    return { size: await this.sizeOf(key, tenantId), weights: isShared ? groupWeights : null };
  }

  /** The number of permits of the limit; null if the tenant has no such limit any more. */
  async sizeOf(key: string, tenantId: TenantId): Promise<number | null> {
    const tenant = await this.tenant(tenantId);
    if (key === tenantLimitKey(tenantId)) return tenant?.maxActiveRuns ?? null;
    const group = key.slice(groupLimitKey(tenantId, '').length);
    return tenant?.groups?.[group] ?? DEFAULT_GROUP_SIZE;
  }

  private tenant(id: TenantId): Promise<Tenant | null> {
    const cached = this.kept.get(id);
    if (cached) return cached;
    const tenant = this.tenants.load(id);
    tenant.catch(() => this.kept.delete(id));
    this.kept.set(id, tenant);
    return tenant;
  }
}
