/** The usage of start limits: live attempts, promised starts, and a token bucket if starts per second are limited. */

/** A limit on starts; starts with the same `key` share it. */
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

  /** Adds to the live attempts; a negative count subtracts. */
  addActive(limits: readonly StartLimit[], count: number): void {
    for (const { key } of limits) addTo(this.active, key, count);
  }

  /** Reserves room for starts that are offered to a run; a negative count gives it back. */
  addPromised(limits: readonly StartLimit[], count: number): void {
    for (const { key } of limits) addTo(this.promised, key, count);
  }

  /** Takes one token for each start. */
  spend(limits: readonly StartLimit[], count: number): void {
    for (const { key, maxPerSecond } of limits)
      if (maxPerSecond !== null) this.bucket(key, maxPerSecond).tokens -= count;
  }

  /**
   * How many starts one limit allows now besides those that are promised. A gang (`least` > 1) larger than the tokens of one second starts
   * when the bucket is full, which then falls below zero.
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

  /** The bucket holds at most the tokens of one second. */
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
