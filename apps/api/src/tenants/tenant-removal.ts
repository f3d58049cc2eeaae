import type { Instant } from '#common/run/run.js';
import type { TenantId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { TokenRemoval } from '../tokens/token-making.js';

/**
 * Removes tenants. Retention removes the rest of their history (runs, logs, audit), which a later tenant with the same id does not see.
 */
export class TenantRemoval {
  constructor(
    private readonly stores: {
      readonly tenants: Pick<TenantsStore, 'remove'>;
      readonly jobs: Pick<JobsStore, 'countUpTo'>;
      readonly runs: Pick<RunReads, 'hasUnfinished'>;
      /** The stores of objects that are removed with the tenant. */
      readonly definitions: readonly { removeAll(tenant: TenantId): Promise<void> }[];
    },
    private readonly tokens: Pick<TokenRemoval, 'leaveTenant'>,
  ) {}

  /** Throws IN_USE while it has jobs, or runs under way. */
  async check(tenant: TenantId): Promise<void> {
    if ((await this.stores.jobs.countUpTo(tenant, 1)) > 0) throw new AppError('IN_USE', 'the tenant still has jobs');
    if (await this.stores.runs.hasUnfinished(tenant)) throw new AppError('IN_USE', 'the tenant still has active runs');
  }

  /** Safe to repeat: rights are removed first, so that an interrupted removal leaves none. */
  async remove(tenant: TenantId, now: Instant): Promise<void> {
    await this.tokens.leaveTenant(tenant);
    for (const store of this.stores.definitions) await store.removeAll(tenant);
    await this.stores.tenants.remove(tenant, now);
  }
}
