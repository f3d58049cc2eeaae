/** How far limits are used: live attempts, starts that are promised, and a token bucket where starts per second are limited. */

/** One limit that a start must keep; starts that share `key` share it. */
export interface StartLimit {
  readonly key: string;
  /** Live attempts at once; null is no limit. */
  readonly maxActive: number | null;
  /** Starts per second; null is no limit. */
  readonly maxPerSecond: number | null;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

export class LimitUsage {
  private readonly active = new Map<string, number>();
  private readonly promised = new Map<string, number>();
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly monotonic: () => number) {}

  /** Counts live attempts; a negative count takes them away. */
  addActive(limits: readonly StartLimit[], count: number): void {
    for (const { key } of limits) addTo(this.active, key, count);
  }

  /** Keeps room for starts that are offered to a run; a negative count gives it back. */
  addPromised(limits: readonly StartLimit[], count: number): void {
    for (const { key } of limits) addTo(this.promised, key, count);
  }

  /** Takes one token for each start that is given. */
  spend(limits: readonly StartLimit[], count: number): void {
    for (const { key, maxPerSecond } of limits)
      if (maxPerSecond !== null) this.bucket(key, maxPerSecond).tokens -= count;
  }

  /**
   * Starts that one limit allows now beside those that are promised. A gang (`least` > 1) of more than a second's worth begins
   * with a full second, and owes the rest.
   */
  room({ key, maxActive, maxPerSecond }: StartLimit, least: number): number {
    const promised = this.promised.get(key) ?? 0;
    let room = Number.MAX_SAFE_INTEGER;
    if (maxActive !== null) room = maxActive - (this.active.get(key) ?? 0) - promised;
    if (maxPerSecond !== null) {
      const tokens = Math.floor(this.bucket(key, maxPerSecond).tokens) - promised;
      room = Math.min(room, tokens >= mostTokens(maxPerSecond) ? Math.max(tokens, least) : tokens);
    }
    return Math.max(0, room);
  }

  /** A second's worth of starts may be saved up, no more. */
  private bucket(key: string, maxPerSecond: number): Bucket {
    const now = this.monotonic();
    const most = mostTokens(maxPerSecond);
    const bucket = this.buckets.get(key) ?? { tokens: most, filledAt: now };
    bucket.tokens = Math.min(most, bucket.tokens + ((now - bucket.filledAt) / 1_000) * maxPerSecond);
    bucket.filledAt = now;
    this.buckets.set(key, bucket);
    return bucket;
  }
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  const sum = (counts.get(key) ?? 0) + count;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}

const mostTokens = (maxPerSecond: number): number => Math.max(1, maxPerSecond);
