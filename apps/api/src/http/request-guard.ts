/**
 * Decides whether a request is accepted at all, before its body is read: how many requests its address, its token and its tenants have
 * sent, who sends it, and whether the sender reaches the route's role in any tenant. Each replica counts for itself.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import type { Authenticator, Credential, Presented } from '../access/authenticator.js';
import { EVERY_TENANT, reachesSomewhere, type Caller } from '../access/core/access.js';
import { RoleNowhere, TokenMissing } from '../access/require-access.js';
import { RateLimiter, type LimitStanding } from './core/rate-limiter.js';
import { WrongSecrets } from './core/wrong-secrets.js';
import type { Route } from './route.js';

const MS_PER_SECOND = 1_000;
/** A burst is the number of requests that the rate allows in this time. */
const BURST_SECONDS = 2;

/** Requests per second; 0 is no limit. */
export interface GuardLimits {
  readonly perToken: number;
  readonly perTenant: number;
  readonly perAddress: number;
  /** Wrong secrets per minute that lock an address out; 0 is never. */
  readonly lockoutAfter: number;
}

/** The parts of a request that the guard examines. */
export interface GuardedRequest {
  /** The address under which the requests are counted. */
  readonly address: string;
  readonly presented: Presented;
  readonly params: unknown;
}

export interface Admitted {
  readonly caller: Caller;
  readonly credential: Credential;
}

export type RefusalCause = 'noToken' | 'wrongToken' | 'wrongCallbackToken' | 'noRole' | 'lockedOut' | 'rateLimit';

type LimitName = 'token' | 'tenant' | 'address';

export class RequestGuard {
  private readonly limiters: ReadonlyMap<LimitName, RateLimiter>;
  private readonly wrongSecrets: WrongSecrets;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly clock: Pick<Clock, 'monotonic'>,
    limits: GuardLimits,
    /** Called for each refused request. */
    private readonly refused: (cause: RefusalCause) => void = () => undefined,
  ) {
    this.limiters = limitersOf(limits);
    this.wrongSecrets = new WrongSecrets(limits.lockoutAfter);
  }

  /** Counts a request that does not concern a tenant. Throws TOO_MANY_REQUESTS. */
  countAddress(address: string, standings: LimitStanding[]): void {
    this.take('address', address, standings);
  }

  /**
   * Admits a request to the route. `standings` gets the limits under which it was counted, even if it is refused. Throws
   * TOO_MANY_REQUESTS, UNAUTHENTICATED, FORBIDDEN, and UNAVAILABLE if the sender cannot be identified now.
   */
  async admit(route: Route, request: GuardedRequest, standings: LimitStanding[]): Promise<Admitted> {
    const credential = this.authenticator.credentialOf(request.presented);
    const isAttempt = route.access === 'attempt';
    if (!isAttempt || credential === null) this.take('address', request.address, standings);
    if (credential === null) {
      this.refused('noToken');
      throw new TokenMissing();
    }
    if (isAttempt) return this.admitAttempt(request, credential, standings);
    const caller = await this.callerOf(credential, request.address);
    this.take('token', caller.subject, standings);
    for (const tenant of tenantsOf(caller)) this.take('tenant', tenant, standings);
    if (route.access !== 'anyone' && !reachesSomewhere(caller, route.access)) {
      this.refused('noRole');
      throw new RoleNowhere(caller, route.access);
    }
    return { caller, credential };
  }

  /** Many workers may call from one address: their credentials are checked without a read, so only wrong ones count for the address. */
  private admitAttempt(
    { params, address }: GuardedRequest,
    credential: Credential,
    standings: LimitStanding[],
  ): Admitted {
    const { attempt } = Object(params) as { attempt?: unknown };
    try {
      const caller = this.authenticator.callerOfAttempt(attempt, credential);
      this.take('token', String(attempt), standings);
      return { caller, credential };
    } catch (error) {
      if (isWrong(error)) {
        this.refused('wrongCallbackToken');
        this.take('address', address, standings);
        this.requireUnlocked(address, digestOf(credential));
        this.wrongSecrets.wrong(address, this.clock.monotonic());
      }
      throw error;
    }
  }

  private async callerOf(credential: Credential, address: string): Promise<Caller> {
    const digest = digestOf(credential);
    if (!this.authenticator.provesItself(credential)) this.requireUnlocked(address, digest);
    try {
      const caller = await this.authenticator.callerOf(credential);
      this.wrongSecrets.right(address, digest);
      return caller;
    } catch (error) {
      if (isWrong(error)) {
        this.refused('wrongToken');
        this.requireUnlocked(address, digest);
        this.wrongSecrets.wrong(address, this.clock.monotonic());
      }
      throw error;
    }
  }

  private requireUnlocked(address: string, digest: string): void {
    const lockedMs = this.wrongSecrets.lockedForMs(address, digest, this.clock.monotonic());
    if (lockedMs <= 0) return;
    this.refused('lockedOut');
    throw tooMany('too many requests with wrong tokens came from your address; try again later', lockedMs);
  }

  private take(name: LimitName, key: string, standings: LimitStanding[]): void {
    const limiter = this.limiters.get(name);
    if (!limiter) return;
    const standing = limiter.take(key, this.clock.monotonic());
    standings.push({ name, rate: limiter.rate, standing });
    if (!standing.allowed) {
      this.refused('rateLimit');
      throw tooMany(
        `the limit of ${limiter.rate.perSecond} requests a second of one ${name} is exceeded`,
        standing.resetMs,
      );
    }
  }
}

function limitersOf({ perToken, perTenant, perAddress }: GuardLimits): ReadonlyMap<LimitName, RateLimiter> {
  const rates = new Map<LimitName, number>([
    ['token', perToken],
    ['tenant', perTenant],
    ['address', perAddress],
  ]);
  return new Map(
    [...rates].flatMap(([name, perSecond]) =>
      perSecond > 0 ? [[name, new RateLimiter({ perSecond, burst: perSecond * BURST_SECONDS })]] : [],
    ),
  );
}

/** The tenants in which a caller has rights; a caller who has rights in all tenants counts for none. */
const tenantsOf = ({ roles }: Caller): string[] => [
  ...new Set(roles.map(({ tenant }) => tenant).filter((tenant) => tenant !== EVERY_TENANT)),
];

const isWrong = (error: unknown): boolean => error instanceof AppError && error.code === 'UNAUTHENTICATED';
const digestOf = ({ kind, text }: Credential): string =>
  createHash('sha256').update(`${kind} ${text}`).digest('base64url');
const tooMany = (detail: string, waitMs: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', detail, { retryAfterSeconds: Math.ceil(waitMs / MS_PER_SECOND) });
