import { LRUCache } from 'lru-cache';
import type { RunId, SpecHash, TenantId } from '#common/domain/ids.js';
import { chunkKeysOf } from '#common/run/stored-tables.js';
import { isFinal } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import type { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunChunks, RunTables } from '../run/indexes.js';
import { DEFAULT_RETENTION, type Tenant, type RunSpec } from '#common/spec/definitions.js';
import type { Clock } from '#common/clock/clock.js';
import { planOf, type RunPlan } from '../run/plan.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';

/** Reads one run; calls at about the same time share a query. */
export type RunReader = Pick<RunReads, 'get'>;

/** A run with the documents that are stored beside it. */
export interface LoadedRun {
  readonly run: Run;
  /** The chunks as they were read; null for a cached run, which has its `tables` instead. */
  readonly chunks: RunChunks | null;
  readonly tables: RunTables | null;
}

/** Weight of the runs that have not ended. */
const MAX_OPEN = 20_000;
/**
 * Weight of the runs that have ended. A run gets few reports after its end, and these come soon; each cached run costs some 6 KiB of
 * memory, and processor time for its collection.
 */
const MAX_ENDED = 1_000;
/** The weight of a chunk of indexes in the cache: it takes some 25 KiB. */
const CHUNK_WEIGHT = 20;
/** The most reads of a run whose chunks another replica replaces repeatedly meanwhile. */
const MAX_READS = 10;

/**
 * Returns runs from a cache of the runs that this replica has read or written last, else reads them, in batches. A stale run costs a lost
 * write race and a second read, never a wrong result: every write is guarded by the revision.
 */
export class RunLoader {
  private readonly open = cacheOf(MAX_OPEN);
  private readonly ended = cacheOf(MAX_ENDED);

  constructor(
    private readonly store: RunReader,
    private readonly indexes: Pick<RunIndexesStore, 'of'>,
  ) {}

  /** The run as this replica has read or written it last; null if it is not in the cache. */
  peek(id: RunId): LoadedRun | null {
    return this.open.get(id) ?? this.ended.get(id) ?? null;
  }

  /** The run as it is stored. */
  async read(id: RunId): Promise<LoadedRun | null> {
    for (let read = 0; read < MAX_READS; read++) {
      const run = await this.store.get(id);
      if (!run) return null;
      const chunks = chunkKeysOf(run).length === 0 ? new Map() : await this.indexes.of(run);
      if (chunks) return { run, chunks, tables: null };
    }
    throw new AppError('UNAVAILABLE', `the indexes of run ${id} changed ${MAX_READS} times while they were read`);
  }

  /** Puts a run that is needed in a moment into the cache, if it is not there. Others may write it until then, as any cached run. */
  keep(loaded: LoadedRun): void {
    if (!this.peek(loaded.run.id)) this.open.set(loaded.run.id, loaded);
  }

  remember(run: Run, tables: RunTables): void {
    this.forget(run.id);
    const cache = isFinal(run.phase) ? this.ended : this.open;
    cache.set(run.id, { run, chunks: null, tables });
  }

  forget(id: RunId): void {
    this.open.delete(id);
    this.ended.delete(id);
  }

  /** The cached runs that have not ended. */
  get unended(): Run[] {
    return [...this.open.values()].map(({ run }) => run);
  }

  /** Drops runs that other replicas may write from now on. */
  keepOnly(mine: (run: Run) => boolean): void {
    for (const cache of [this.open, this.ended]) {
      for (const { run } of [...cache.values()]) if (!mine(run)) cache.delete(run.id);
    }
  }
}

const cacheOf = (maxSize: number): LRUCache<RunId, LoadedRun> =>
  new LRUCache({ maxSize, sizeCalculation: ({ run }) => 1 + CHUNK_WEIGHT * chunkKeysOf(run).length });

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
    return cached ? cached.tenant : this.tenantNow(id);
  }

  /** The tenant as it is stored now. */
  async tenantNow(id: TenantId): Promise<Tenant | null> {
    const tenant = await this.tenantReader.load(id);
    this.tenants.set(id, { tenant });
    return tenant;
  }
}
