/**
 * What must be known of an attempt before its lines may be stored: its tenant, run and job, and the secrets that it could print.
 */
import type { Clock } from '#common/clock/clock.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { parseAttemptId, type AttemptId, type JobId, type RunId, type TenantId } from '#common/domain/ids.js';
import type { LogLimits } from '#common/spec/definitions.js';
import type { SecretMask } from '#common/domain/secret-mask.js';
import { AppError } from '#common/errors/app-error.js';
import type { RunOrigin, RunReads } from '#common/mongo/run-reads.js';
import { Batcher } from '#common/runtime/batcher.js';
import type { SpecsStore } from '#common/mongo/specs.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { RunSecrets } from '#common/secrets/run-secrets.js';
import { toStoredValue, type StoredValue } from '#common/secrets/stored-value.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';

export interface AttemptFacts {
  readonly attempt: AttemptId;
  readonly run: RunId;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly mask: SecretMask;
  /** A value that it saves, in its stored form. */
  readonly toStored: (value: JsonValue) => StoredValue;
  /** The tenant's own limits; null where it has none. */
  readonly logLimits: LogLimits | null;
}

/** Runs that are loaded together. */
const READS = { maxBatch: 200, maxUnderWay: 2, maxWaiting: 10_000 };
/** Changed limits of a tenant apply to attempts that start after this time. */
const LIMITS_KEPT_MS = 30_000;
const MAX_LIMITS_KEPT = 10_000;
/**
 * The attempts of a run start at about the same time, and one attempt sends lines and storage. A removed run stays cached for at
 * most this time.
 */
const KEPT_MS = 5_000;
const MAX_RUNS_KEPT = 5_000;
const MAX_ATTEMPTS_KEPT = 2_000;

export class AttemptFactsReader {
  private readonly reads: Batcher<RunId, RunOrigin | null>;
  private readonly runs: TtlCache<RunId, RunOrigin>;
  private readonly attempts: TtlCache<AttemptId, AttemptFacts>;
  private readonly limits: TtlCache<TenantId, { readonly limits: LogLimits | null }>;

  constructor(
    private readonly books: {
      readonly runs: Pick<RunReads, 'origins'>;
      readonly specs: Pick<SpecsStore, 'get'>;
      readonly tenants: Pick<TenantsStore, 'load'>;
      readonly secrets: Pick<RunSecrets, 'maskOf'>;
    },
    private readonly box: Pick<SecretBox, 'seal'>,
    clock: Clock,
  ) {
    this.runs = new TtlCache(MAX_RUNS_KEPT, KEPT_MS, clock);
    this.attempts = new TtlCache(MAX_ATTEMPTS_KEPT, KEPT_MS, clock);
    this.limits = new TtlCache(MAX_LIMITS_KEPT, LIMITS_KEPT_MS, clock);
    this.reads = new Batcher((ids) => this.loadAll(ids), READS);
  }

  /** Throws AppError NOT_FOUND when the run does not exist: then nothing may be stored, because its secrets are unknown. */
  async read(attempt: AttemptId): Promise<AttemptFacts> {
    const known = this.attempts.get(attempt);
    if (known) return known;
    const facts = await this.readNow(attempt);
    this.attempts.set(attempt, facts);
    return facts;
  }

  private async readNow(attempt: AttemptId): Promise<AttemptFacts> {
    const key = parseAttemptId(attempt);
    const run = key === null ? null : await this.load(key.run);
    if (run === null) throw new AppError('NOT_FOUND', `there is no run of the attempt ${attempt}`);
    const spec = await this.books.specs.get(run.spec);
    if (spec === null) throw new AppError('NOT_FOUND', `the snapshot of run ${run.id} is gone`);
    const mask = await this.books.secrets.maskOf(run, spec, [attempt]);
    const toStored = (value: JsonValue): StoredValue => toStoredValue(this.box, mask, value);
    const logLimits = await this.logLimitsOf(run.tenant);
    return { attempt, run: run.id, tenant: run.tenant, job: run.job, mask, toStored, logLimits };
  }

  private async logLimitsOf(tenant: TenantId): Promise<LogLimits | null> {
    const known = this.limits.get(tenant);
    if (known) return known.limits;
    const limits = (await this.books.tenants.load(tenant))?.logLimits ?? null;
    this.limits.set(tenant, { limits });
    return limits;
  }

  private load(run: RunId): Promise<RunOrigin | null> {
    const known = this.runs.get(run);
    return known ? Promise.resolve(known) : this.reads.add(run);
  }

  private async loadAll(ids: readonly RunId[]): Promise<(RunOrigin | null)[]> {
    const runs = await this.books.runs.origins([...new Set(ids)]);
    for (const [id, run] of runs) this.runs.set(id, run);
    return ids.map((id) => runs.get(id) ?? null);
  }
}
