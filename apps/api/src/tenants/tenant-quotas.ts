import type { Tenant } from '#common/spec/definitions.js';
import type { TenantId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import { plainTenant, type TenantsStore } from '#common/mongo/tenants.store.js';

/** What a new tenant may have unless it is said otherwise; null is no limit. */
export type DefaultQuotas = Pick<Tenant, 'maxJobs' | 'maxActiveRuns'>;

/** What tenants may have. */
export class TenantQuotas {
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
    if (maxJobs !== null && (await count(maxJobs)) >= maxJobs) {
      throw new AppError('QUOTA_EXCEEDED', `the tenant ${id} may have ${maxJobs} jobs`);
    }
  }
}
