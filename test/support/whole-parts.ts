/**
 * The parts of shared limits of an executor that is alone: it has the whole of each. Starts per second come from a bucket with those of one
 * second; a full one gives a gang of any size.
 */
import type { Clock } from '#common/clock/clock.js';
import type { PartSource } from '../../apps/executor/src/loop/start-queue.js';

interface Bucket {
  tokens: number;
  filledAt: number;
}

const POLL_MS = 50;

export class WholeParts implements PartSource {
  private readonly buckets = new Map<string, Bucket>();
  private changed: (event: 'parts' | 'lease') => void = () => undefined;
  private isPolling = false;

  constructor(
    private readonly clock: Pick<Clock, 'monotonic' | 'after'>,
    /** Starts per second by limit. */
    private readonly rates: Readonly<Record<string, number>> = {},
    private readonly sizes: Readonly<Record<string, number>> = {},
  ) {}

  unitsOf(key: string): number | null {
    return this.sizes[key] ?? null;
  }

  tokensOf(key: string): number | null {
    const rate = this.rates[key];
    if (rate === undefined) return null;
    const { tokens } = this.bucket(key, rate);
    return tokens >= Math.max(1, rate) ? Math.max(1_000, rate) : Math.floor(tokens);
  }

  spend(key: string, starts: number): void {
    const rate = this.rates[key];
    if (rate !== undefined) this.bucket(key, rate).tokens -= starts;
  }

  want(): void {
    if (this.isPolling || Object.keys(this.rates).length === 0) return;
    this.isPolling = true;
    this.clock.after(POLL_MS, () => {
      this.isPolling = false;
      this.changed('parts');
      if (Object.entries(this.rates).some(([key, rate]) => this.bucket(key, rate).tokens < rate)) this.want();
    });
  }

  serve(_demands: unknown, changed: (event: 'parts' | 'lease') => void): void {
    this.changed = changed;
  }

  private bucket(key: string, rate: number): Bucket {
    const now = this.clock.monotonic();
    const most = Math.max(1, rate);
    const bucket = this.buckets.get(key) ?? { tokens: most, filledAt: now };
    bucket.tokens = Math.min(most, bucket.tokens + ((now - bucket.filledAt) / 1_000) * rate);
    bucket.filledAt = now;
    this.buckets.set(key, bucket);
    return bucket;
  }
}

/** Live attempts that were all claimed by the replica that counts them. */
export const allOwn = (count: number): { readonly all: number; readonly own: number } => ({ all: count, own: count });
