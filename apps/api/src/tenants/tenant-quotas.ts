import { LRUCache } from 'lru-cache';
import type { Tenant } from '#common/spec/definitions.js';
import type { TenantId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import { plainTenant, type TenantsStore } from '#common/mongo/tenants.store.js';

/** The default limits of a new tenant; null means no limit. */
export type DefaultQuotas = Pick<Tenant, 'maxJobs' | 'maxActiveRuns'>;

/**
 * If a tenant has room for at least this many more jobs, its jobs are counted only once in a while: this many jobs are not created in that
 * time.
 */
const COUNT_MARGIN = 1_000;
const COUNT_BELIEVED_MS = 1_000;
const MAX_COUNTS_KNOWN = 10_000;

/** The limits of tenants. */
export class TenantQuotas {
  private readonly counts = new LRUCache<TenantId, number>({ max: MAX_COUNTS_KNOWN, ttl: COUNT_BELIEVED_MS });

  constructor(
    private readonly tenants: Pick<TenantsStore, 'ensure' | 'load'>,
    private readonly defaults: DefaultQuotas,
  ) {}

  /** A tenant of which only the id is known. */
  newTenant(id: TenantId, now: Instant): Tenant {
    return { ...plainTenant(id, now), ...this.defaults };
  }

  /**
   * Checks that there is room for one more job; `count` counts the jobs, up to a bound. Returns whether the tenant exists. Throws
   * QUOTA_EXCEEDED.
   */
  async requireRoomForJob(id: TenantId, now: Instant, count: (atMost: number) => Promise<number>): Promise<boolean> {
    const tenant = await this.tenants.load(id);
    const { maxJobs } = tenant ?? this.newTenant(id, now);
    if (maxJobs !== null) await this.requireRoom(id, maxJobs, count);
    return tenant !== null;
  }

  private async requireRoom(id: TenantId, maxJobs: number, count: (atMost: number) => Promise<number>): Promise<void> {
    const cached = this.counts.get(id);
    if (cached !== undefined && cached + COUNT_MARGIN < maxJobs) {
      this.counts.set(id, cached + 1, { noUpdateTTL: true });
      return;
    }
    const counted = await count(maxJobs);
    if (counted >= maxJobs)
      throw new AppError('QUOTA_EXCEEDED', `the tenant ${id} may have at most ${maxJobs} jobs (maxJobs)`);
    this.counts.set(id, counted + 1);
  }

  /** Stores a tenant that has its first job now. */
  async ensureTenant(id: TenantId, now: Instant): Promise<void> {
    await this.tenants.ensure(this.newTenant(id, now));
  }
}
