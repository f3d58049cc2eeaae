/** Token buckets, one for each key, as the generic cell rate algorithm keeps them: by the instant at which each is full again. */
import { LRUCache } from 'lru-cache';

const MS_PER_SECOND = 1_000;
/** Intervals are fractions: what many of them add up to is off by less than this. */
const ROUNDING_MS = 1e-6;
/** Keys that are remembered; of those that have asked least lately it is forgotten what they took. */
const MAX_KEYS = 20_000;

export interface Rate {
  readonly perSecond: number;
  /** Requests that may come at once. */
  readonly burst: number;
}

/** How a key stands after it has asked. */
export interface Standing {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the bucket is full again; of a refused request, until it would be allowed. */
  readonly resetMs: number;
}

export class RateLimiter {
  private readonly fullAt = new LRUCache<string, number>({ max: MAX_KEYS });

  constructor(readonly rate: Rate) {}

  /** Takes one from the key's bucket, if it holds one. `now` in milliseconds that never go back. */
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

/** A limit that a request was counted under: its name, its rate, and how the caller stands. */
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
