import { LRUCache } from 'lru-cache';
import type { Tenant } from '#common/spec/definitions.js';
import type { TenantId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import { plainTenant, type TenantsStore } from '#common/mongo/tenants.store.js';

/** The default limits of a new tenant; null means no limit. */
export type DefaultQuotas = Pick<Tenant, 'maxJobs' | 'maxActiveRuns'>;

/** Jobs of a tenant that has room for so many more are counted once in a while: no others are made in that time. */
const COUNT_MARGIN = 1_000;
const COUNT_BELIEVED_MS = 1_000;
const MAX_COUNTS_KNOWN = 10_000;

/** The limits of tenants. */
export class TenantQuotas {
  private readonly counts = new LRUCache<TenantId, number>({ max: MAX_COUNTS_KNOWN, ttl: COUNT_BELIEVED_MS });

  constructor(
    private readonly tenants: Pick<TenantsStore, 'ensure'>,
    private readonly defaults: DefaultQuotas,
  ) {}

  /** A tenant of which nothing but its id is known. */
  newTenant(id: TenantId, now: Instant): Tenant {
    return { ...plainTenant(id, now), ...this.defaults };
  }

  /** Room for one more job, of which `count` says how many there are, counted no further than asked. Throws QUOTA_EXCEEDED. */
  async requireRoomForJob(id: TenantId, now: Instant, count: (atMost: number) => Promise<number>): Promise<void> {
    const { maxJobs } = await this.tenants.ensure(this.newTenant(id, now));
    if (maxJobs === null) return;
    const known = this.counts.get(id);
    if (known !== undefined && known + COUNT_MARGIN < maxJobs) {
      this.counts.set(id, known + 1, { noUpdateTTL: true });
      return;
    }
    const counted = await count(maxJobs);
    if (counted >= maxJobs)
      throw new AppError('QUOTA_EXCEEDED', `the tenant ${id} may have at most ${maxJobs} jobs (maxJobs)`);
    this.counts.set(id, counted + 1);
  }
}
