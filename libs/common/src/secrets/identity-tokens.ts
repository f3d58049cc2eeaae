/** Makes the identity tokens of attempts, and says by which keys others verify them (ADR 27). A token is stored nowhere. */
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Clock } from '../clock/clock.js';
import type { PublicJwk } from '../crypto/identity-key.js';
import type { SecretBox } from '../crypto/secret-box.js';
import type { AttemptId } from '../domain/ids.js';
import { MAX_IDENTITY_SECONDS } from '../domain/limits.js';
import type { Metrics } from '../metrics/catalogue.js';
import type { IdentityKeysStore } from '../mongo/identity-keys.store.js';
import type { Instant, Run } from '../run/run.js';
import { SharedCalls } from '../runtime/shared-calls.js';
import { TtlCache } from '../runtime/ttl-cache.js';
import type { FieldProblem } from '../schedule/parse-schedule.js';
import type { StoredJobSpec, Tenant } from '../spec/definitions.js';
import { identityProblems, type IdentitySpec } from '../spec/identity.js';

const MS = 1_000;
/** A verifier whose clock is behind ours by less accepts a new token; no replica's clock is wrong by more than a second. */
const EARLIER_SECONDS = 30;
/** A stored public key is kept for longer than tokens live, so that it is written about once an hour. */
const KEPT_MS = 2 * MAX_IDENTITY_SECONDS * MS;
/** How long verifiers may keep the keys, in seconds: a new key is published for longer before it signs. */
export const KEYS_MAX_AGE_SECONDS = 300;
const KEYS_READ_MS = 30_000;
export const IDENTITY_CLAIMS = [
  ...(['iss', 'sub', 'aud', 'exp', 'iat', 'nbf', 'jti'] as const),
  ...(['tenant', 'job', 'version', 'run', 'attempt', 'trigger', 'requester'] as const),
] as const;

export interface IdentityToken {
  readonly token: string;
  readonly expiresAt: Instant;
}

export interface IdentityRequest {
  readonly run: Pick<Run, 'id' | 'tenant' | 'job' | 'jobVersion' | 'trigger' | 'requestedBy'>;
  readonly attempt: AttemptId;
  readonly job: Pick<StoredJobSpec, 'identity' | 'identitySubject'>;
  readonly tenant: Pick<Tenant, 'identityAudiences'> | null;
  /** The headers with which a web service is called; none for pods and processes. */
  readonly headers?: Readonly<Record<string, string>>;
  /** One of the audiences of the job; null: all of them. */
  readonly audience: string | null;
  /** Longer than `MAX_IDENTITY_SECONDS` counts as that. */
  readonly seconds: number;
}

interface IdentityService {
  readonly issuer: string | null;
  readonly metrics: Pick<Metrics, 'identityTokens'>;
}

export class IdentityTokens {
  private keptUntil: Instant = 0;
  private readonly keeping = new SharedCalls<string, void>();
  private readonly readKeys: TtlCache<string, Promise<readonly PublicJwk[]>>;
  /** For the time in which the database cannot be read. */
  private lastRead: readonly PublicJwk[] = [];

  constructor(
    private readonly box: Pick<SecretBox, 'identityKeys'>,
    private readonly store: Pick<IdentityKeysStore, 'keep' | 'published'>,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
    private readonly service: IdentityService,
  ) {
    this.readKeys = new TtlCache(1, KEYS_READ_MS, clock);
  }

  /**
   * The problem if the job may not have the token: it is judged again each time, because the tenant's rights or the worker may have
   * changed since it was saved. Throws where it cannot be stored that the key is in use.
   */
  async issue(outcome: 'given' | 'renewed', request: IdentityRequest): Promise<IdentityToken | FieldProblem> {
    const { issuer, metrics } = this.service;
    const { tenant, job, headers = {} } = request;
    const identity = narrowed(job.identity, request.audience);
    const place = { issuer, audiences: tenant?.identityAudiences, headers: Object.keys(headers) };
    const [problem = UNNAMED] = [...identityProblems(identity, place)];
    const isRefused = problem !== UNNAMED || issuer === null || job.identitySubject === undefined || !identity;
    metrics.identityTokens.inc({ outcome: isRefused ? 'refused' : outcome });
    return isRefused ? problem : this.sign(request, { iss: issuer, sub: job.identitySubject, aud: identity.audience });
  }

  private async sign(
    { run, attempt, seconds }: IdentityRequest,
    about: { readonly iss: string; readonly sub: string; readonly aud: string[] },
  ): Promise<IdentityToken> {
    const [{ jwk, privateKey }] = this.box.identityKeys;
    const now = Math.floor(this.clock.now() / MS);
    const exp = now + Math.ceil(Math.min(Math.max(seconds, 1), MAX_IDENTITY_SECONDS));
    await this.keep(jwk, exp * MS);
    const claims = {
      // First, because it cannot be guessed: the rest of a token whose beginning was cut off is worth nothing.
      jti: randomUUID(),
      ...about,
      iat: now - EARLIER_SECONDS,
      nbf: now - EARLIER_SECONDS,
      exp,
      tenant: run.tenant,
      job: run.job,
      version: run.jobVersion,
      run: run.id,
      attempt,
      trigger: run.trigger,
      ...(run.requestedBy !== null && { requester: run.requestedBy }),
    };
    const header = { alg: 'ES256', kid: jwk.kid, typ: 'JWT' };
    return { token: await new SignJWT(claims).setProtectedHeader(header).sign(privateKey), expiresAt: exp * MS };
  }

  /** The keys by which tokens are verified: of our `SECRET_KEYS`, and former ones until their last token has expired. */
  async publicKeys(): Promise<readonly PublicJwk[]> {
    const own = this.box.identityKeys.map(({ jwk }) => jwk);
    const ids = new Set(own.map(({ kid }) => kid));
    const stored = await this.stored();
    return [...own, ...stored.filter(({ kid }) => !ids.has(kid))];
  }

  private async keep(jwk: PublicJwk, expiresAt: Instant): Promise<void> {
    if (expiresAt <= this.keptUntil) return;
    await this.keeping.run(jwk.kid, async () => {
      const now = this.clock.now();
      await this.store.keep(jwk, now + KEPT_MS, now);
      this.keptUntil = now + KEPT_MS;
    });
  }

  private stored(): Promise<readonly PublicJwk[]> {
    const cached = this.readKeys.get('');
    if (cached) return cached;
    const reading = this.store.published(this.clock.now()).then(
      (keys) => (this.lastRead = keys),
      () => this.lastRead,
    );
    this.readKeys.set('', reading);
    return reading;
  }
}

const UNNAMED: FieldProblem = { path: 'identity', message: 'is not one that the job has: save the job again' };

/** Nothing where the job has no identity for this audience. */
function narrowed(identity: IdentitySpec | undefined, audience: string | null): IdentitySpec | undefined {
  if (identity === undefined || audience === null) return identity;
  return identity.audience.includes(audience) ? { audience: [audience] } : undefined;
}
