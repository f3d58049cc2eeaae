import { LRUCache } from 'lru-cache';
import type { SpecHash, TenantId } from '#common/domain/ids.js';
import { DEFAULT_RETENTION, type Tenant } from '#common/spec/definitions.js';
import type { Run } from '#common/run/run.js';
import type { RunSpec } from '#common/spec/run-spec.js';
import type { Clock } from '#common/clock/clock.js';
import { planOf, type RunPlan } from '../run/plan.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';

/** The snapshot and plan of a run, cached per snapshot, tenant and change. */
export interface RunBasis {
  readonly spec: RunSpec;
  readonly plan: RunPlan;
  readonly tenant: Tenant | null;
}

export interface SpecReader {
  get(hash: SpecHash): Promise<RunSpec | null>;
}
export interface TenantReader {
  load(id: TenantId): Promise<Tenant | null>;
}

/** Settings of a tenant are read again after this long. */
const TENANT_AGE_MS = 30_000;
const MAX_TENANTS = 10_000;
/** The most cached plans: as many as jobs may be due at one instant, with room for others, because plans are read ahead. */
const MAX_PLANS = 20_000;
/** The most characters of their snapshots as JSON, so that few large ones take no more memory than many small ones. */
const MAX_PLANS_LENGTH = 32 * 1024 * 1024;

export class RunPlans {
  private readonly tenants: TtlCache<TenantId, { readonly tenant: Tenant | null }>;
  private readonly plans = new LRUCache<string, RunBasis>({
    max: MAX_PLANS,
    maxSize: MAX_PLANS_LENGTH,
    sizeCalculation: ({ spec }) => JSON.stringify(spec).length,
  });

  constructor(
    private readonly specs: SpecReader,
    private readonly tenantReader: TenantReader,
    clock: Clock,
  ) {
    this.tenants = new TtlCache(MAX_TENANTS, TENANT_AGE_MS, clock);
  }

  /** Null when the snapshot of the run does not exist. */
  async of(run: Pick<Run, 'spec' | 'tenant' | 'change' | 'overrides'>): Promise<RunBasis | null> {
    const tenant = await this.tenant(run.tenant);
    const own = { parallelism: run.overrides?.parallelism, change: run.change };
    const key = `${run.spec}/${run.tenant}/${tenant?.rev ?? 0}/${JSON.stringify(own)}`;
    const cached = this.plans.get(key);
    if (cached) return cached;
    const spec = await this.specs.get(run.spec);
    if (!spec) return null;
    const basis = { spec, plan: planOf(spec, tenant?.retention ?? DEFAULT_RETENTION, own), tenant };
    this.plans.set(key, basis);
    return basis;
  }

  private async tenant(id: TenantId): Promise<Tenant | null> {
    const cached = this.tenants.get(id);
    if (cached) return cached.tenant;
    const tenant = await this.tenantReader.load(id);
    this.tenants.set(id, { tenant });
    return tenant;
  }
}
