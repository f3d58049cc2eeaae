/**
 * The facts about an attempt that are needed before its lines may be stored: its tenant, run and job, and the secrets that it could print.
 */
import type { Clock } from '#common/clock/clock.js';
import { parseAttemptId, type AttemptId, type RunId, type JobId, type TenantId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { RunOrigin, RunReads } from '#common/mongo/run-reads.js';
import type { SpecsStore } from '#common/mongo/specs.store.js';
import { Batcher } from '#common/runtime/batcher.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import type { Instant } from '#common/run/run.js';
import type { LogLimits } from '#common/spec/definitions.js';
import type { SecretMask } from '#common/domain/secret-mask.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { RunSecrets } from '#common/secrets/run-secrets.js';
import { toStoredValue, type StoredValue } from '#common/secrets/stored-value.js';

type Spec = NonNullable<Awaited<ReturnType<SpecsStore['get']>>>;

const READS = { maxBatch: 200, maxUnderWay: 2, maxWaiting: 10_000 };
/** The attempts of a run start at about the same time. A removed run stays cached for at most this time. */
const RUN_KEPT_MS = 5_000;
const MAX_RUNS_KEPT = 5_000;

export class AttemptOrigins {
  private readonly reads: Batcher<RunId, RunOrigin | null>;
  private readonly cache: TtlCache<RunId, RunOrigin>;

  constructor(
    private readonly runs: Pick<RunReads, 'origins' | 'existsNow'>,
    private readonly specs: Pick<SpecsStore, 'get'>,
    clock: Clock,
  ) {
    this.cache = new TtlCache(MAX_RUNS_KEPT, RUN_KEPT_MS, clock);
    this.reads = new Batcher((ids) => this.loadAll(ids), READS);
  }

  /** Throws AppError NOT_FOUND when the run or its snapshot does not exist. */
  async of(attempt: AttemptId): Promise<{ readonly run: RunOrigin; readonly spec: Spec }> {
    const id = parseAttemptId(attempt)?.run;
    const run = id === undefined ? null : (this.cache.get(id) ?? (await this.reads.add(id)));
    if (run === null) throw new AppError('NOT_FOUND', `there is no run of the attempt ${attempt}`);
    const spec = await this.specs.get(run.spec);
    if (spec === null) throw new AppError('NOT_FOUND', `the snapshot of run ${run.id} no longer exists`);
    return { run, spec };
  }

  private async loadAll(ids: readonly RunId[]): Promise<(RunOrigin | null)[]> {
    const wanted = [...new Set(ids)];
    const runs = await this.runs.origins(wanted);
    const missing = wanted.filter((id) => !runs.has(id));
    const exist = await Promise.all(missing.map((id) => this.runs.existsNow(id)));
    if (exist.includes(true))
      throw new AppError('UNAVAILABLE', 'the database has answered from a state that is older than the run; try again');
    for (const [id, run] of runs) this.cache.set(id, run);
    return ids.map((id) => runs.get(id) ?? null);
  }
}

export interface AttemptFacts {
  readonly attempt: AttemptId;
  readonly run: RunId;
  readonly tenant: TenantId;
  readonly job: JobId;
  /** When its run was created. */
  readonly runAt: Instant;
  readonly mask: SecretMask;
  /** Converts a saved value to its stored form. */
  readonly toStored: (value: JsonValue) => StoredValue;
  /** The tenant's own limits; null if it has none. */
  readonly logLimits: LogLimits | null;
}

/** Changed limits of a tenant apply to attempts that start after this time. */
const LIMITS_KEPT_MS = 30_000;
const MAX_LIMITS_KEPT = 10_000;
/** The facts are cached for this long, because an attempt sends both log lines and job storage. */
const KEPT_MS = 5_000;
const MAX_ATTEMPTS_KEPT = 2_000;

export class AttemptFactsReader {
  private readonly attempts: TtlCache<AttemptId, AttemptFacts>;
  private readonly limits: TtlCache<TenantId, { readonly limits: LogLimits | null }>;

  constructor(
    private readonly origins: Pick<AttemptOrigins, 'of'>,
    private readonly tenants: Pick<TenantsStore, 'load'>,
    private readonly secrets: Pick<RunSecrets, 'maskOf'>,
    private readonly tools: { readonly box: Pick<SecretBox, 'seal'>; readonly clock: Clock },
  ) {
    this.attempts = new TtlCache(MAX_ATTEMPTS_KEPT, KEPT_MS, tools.clock);
    this.limits = new TtlCache(MAX_LIMITS_KEPT, LIMITS_KEPT_MS, tools.clock);
  }

  /** Throws AppError NOT_FOUND when the run does not exist: then nothing may be stored, because its secrets are unknown. */
  async read(attempt: AttemptId): Promise<AttemptFacts> {
    const cached = this.attempts.get(attempt);
    if (cached) return cached;
    const facts = await this.readNow(attempt);
    this.attempts.set(attempt, facts);
    return facts;
  }

  private async readNow(attempt: AttemptId): Promise<AttemptFacts> {
    const { run, spec } = await this.origins.of(attempt);
    const mask = await this.secrets.maskOf(run, spec, [attempt]);
    const toStored = (value: JsonValue): StoredValue => toStoredValue(this.tools.box, mask, value);
    const logLimits = await this.logLimitsOf(run.tenant);
    const { id, tenant, job, createdAt: runAt } = run;
    return { attempt, run: id, tenant, job, runAt, mask, toStored, logLimits };
  }

  private async logLimitsOf(tenant: TenantId): Promise<LogLimits | null> {
    const cached = this.limits.get(tenant);
    if (cached) return cached.limits;
    const limits = (await this.tenants.load(tenant))?.logLimits ?? null;
    this.limits.set(tenant, { limits });
    return limits;
  }
}
