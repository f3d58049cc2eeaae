/**
 * Token buckets, one for each key, in the form of the generic cell rate algorithm: each is stored as the instant at which it is full
 * again.
 */
import { LRUCache } from 'lru-cache';

const MS_PER_SECOND = 1_000;
/** Intervals are fractions: the rounding error of the sum of many is smaller than this. */
const ROUNDING_MS = 1e-6;
/** Keys that are remembered; the least recently used are forgotten first. */
const MAX_KEYS = 20_000;

export interface Rate {
  readonly perSecond: number;
  /** Requests that may come at once. */
  readonly burst: number;
}

/** The state of a key after a request. */
export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** The time until the bucket is full again; for a refused request, until it would be allowed. */
  readonly resetMs: number;
}

export class RateLimiter {
  private readonly fullAt = new LRUCache<string, number>({ max: MAX_KEYS });

  constructor(readonly rate: Rate) {}

  /** Takes a token from the key's bucket, if there is one. `now` in milliseconds that never go back. */
  take(key: string, now: number): Standing {
    const { perSecond, burst } = this.rate;
    const intervalMs = MS_PER_SECOND / perSecond;
    const fullAt = Math.max(this.fullAt.get(key) ?? now, now) + intervalMs;
    const overdrawnMs = fullAt - now - burst * intervalMs;
    if (overdrawnMs > ROUNDING_MS) return { allowed: false, remaining: 0, resetMs: overdrawnMs };
    this.fullAt.set(key, fullAt);
    return {
      allowed: true,
      remaining: Math.floor((ROUNDING_MS - overdrawnMs) / intervalMs),
      resetMs: fullAt - now,
    };
  }
}

/** A limit under which a request was counted: its name, its rate, and the state of the caller. */
export interface LimitStanding {
  readonly name: string;
  readonly rate: Rate;
  readonly standing: Standing;
}

/**
 * The headers `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers, one item for each limit, and the three of
 * its earlier versions, which many clients read, for the limit that is nearest.
 */
export function rateLimitHeaders(standings: readonly LimitStanding[]): Record<string, string> {
  const nearestFirst = standings.toSorted((a, b) => share(a) - share(b));
  // A caller with several tenants gets the nearest limit in the answer.
  const limits = nearestFirst.filter(({ name }, at) => nearestFirst.findIndex((each) => each.name === name) === at);
  const [nearest] = limits;
  if (!nearest) return {};
  const { rate, standing } = nearest;
  return {
    RateLimit: limits.map(({ name, standing: s }) => `"${name}";r=${s.remaining};t=${seconds(s.resetMs)}`).join(', '),
    'RateLimit-Policy': limits.map(({ name, rate: r }) => `"${name}";q=${r.burst};w=${windowSeconds(r)}`).join(', '),
    'RateLimit-Limit': String(rate.burst),
    'RateLimit-Remaining': String(standing.remaining),
    'RateLimit-Reset': String(seconds(standing.resetMs)),
  };
}

const share = ({ rate, standing }: LimitStanding): number => (standing.allowed ? standing.remaining / rate.burst : -1);
const seconds = (ms: number): number => Math.ceil(ms / MS_PER_SECOND);
const windowSeconds = ({ burst, perSecond }: Rate): number => Math.max(1, Math.round(burst / perSecond));
