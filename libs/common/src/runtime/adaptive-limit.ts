/**
 * Limits that adapt to measured durations, by two rules: the best number of concurrent operations has no target duration, so
 * `ConcurrencyLimit` compares with the usual one; a batch has a target duration, to which `AdaptiveBatchSize` steers. Pure: times
 * come in as arguments.
 */
export interface ConcurrencyBounds {
  readonly min: number;
  readonly max: number;
  readonly initial: number;
}

/** A decision uses the mean of this many operations: single ones differ too much, from a read by key to a bulk write. */
const WINDOW_SAMPLES = 64;
/** Durations up to this multiple of the usual one count as noise. */
const TOLERANCE = 2;
/** The usual duration is an exponential mean over about this many windows. */
const USUAL_WINDOWS = 100;
/** The share of a new limit that takes effect at once. */
const SMOOTHING = 0.3;
/** A failed operation (timed out, connection lost) lowers the limit to this part of it. */
const FAILURE_FACTOR = 0.7;

/**
 * How many operations one resource takes at once: the Gradient2 algorithm of Netflix' concurrency-limits. While operations take
 * as long as usual the limit grows; when they take longer, they queue inside the resource, and the limit falls.
 */
export class ConcurrencyLimit {
  private limit: number;
  private usualMs: number | null = null;
  private sumMs = 0;
  private samples = 0;
  private mostUnderWay = 0;

  constructor(private readonly bounds: ConcurrencyBounds) {
    this.limit = bounds.initial;
  }

  /** The present limit, a whole number within the bounds. */
  get current(): number {
    return Math.floor(this.limit);
  }

  /** Records an operation that ended after `durationMs` with `underWay` of them at once, itself included. */
  succeeded(durationMs: number, underWay: number): void {
    this.sumMs += durationMs;
    this.samples += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, underWay);
    if (this.samples < WINDOW_SAMPLES) return;
    this.decide(this.sumMs / this.samples, this.mostUnderWay);
    this.sumMs = 0;
    this.samples = 0;
    this.mostUnderWay = 0;
  }

  /** Records an operation that the resource did not answer. */
  failed(): void {
    this.set(this.limit * FAILURE_FACTOR);
  }

  private decide(meanMs: number, mostUnderWay: number): void {
    this.usualMs ??= meanMs;
    this.usualMs += (meanMs - this.usualMs) / USUAL_WINDOWS;
    // After an overload the usual duration is far too long: it falls faster than it rose.
    if (this.usualMs > 2 * meanMs) this.usualMs *= 0.9;
    // A limit that is not used gives no reason to raise it.
    if (mostUnderWay < this.limit / 2) return;
    const gradient = Math.max(0.5, Math.min(1, (TOLERANCE * this.usualMs) / Math.max(meanMs, 0.001)));
    const wanted = this.limit * gradient + Math.sqrt(this.limit);
    this.set(this.limit * (1 - SMOOTHING) + wanted * SMOOTHING);
  }

  private set(limit: number): void {
    this.limit = Math.max(this.bounds.min, Math.min(this.bounds.max, limit));
  }
}

export interface BatchLimits {
  readonly least: number;
  readonly most: number;
  /** The target duration of a batch, in milliseconds. */
  readonly targetMs: number;
}

/** A batch in time raises the next one by this share of the greatest. */
const GROWTH = 1 / 20;
const DECREASE = 1 / 2;

/**
 * The size of batches of low-priority work, so that a batch takes about `targetMs`. Additive increase, multiplicative decrease,
 * as a congestion window: load of the machine and the database shows in the duration of a batch, so a backlog is processed as
 * fast as there is room for it.
 */
export class AdaptiveBatchSize {
  private current: number;

  constructor(private readonly limits: BatchLimits) {
    this.current = limits.least;
  }

  /** How large the next batch may be. */
  get size(): number {
    return this.current;
  }

  /** Records a batch. A batch that was not full gives no reason for a larger one. */
  took(ms: number, count: number): void {
    const { least, most, targetMs } = this.limits;
    if (ms > targetMs) this.current = Math.max(least, Math.floor(this.current * Math.max(DECREASE, targetMs / ms)));
    else if (count >= this.current) this.current = Math.min(most, this.current + Math.ceil(most * GROWTH));
  }

  /** Live work was delayed, or a batch failed. */
  giveWay(): void {
    this.current = Math.max(this.limits.least, Math.floor(this.current * DECREASE));
  }
}
