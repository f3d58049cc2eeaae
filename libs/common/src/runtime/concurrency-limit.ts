/**
 * How many operations one resource takes at once, found out from how long they take: the Gradient2 algorithm of Netflix'
 * concurrency-limits. While operations take as long as usual the limit grows; when they take longer, they queue inside the
 * resource, and the limit falls. Pure: times come in as arguments.
 */
export interface ConcurrencyBounds {
  readonly min: number;
  readonly max: number;
  readonly initial: number;
}

/** A decision is made on the mean of so many operations: single ones differ too much, from a read by key to a bulk write. */
const WINDOW_SAMPLES = 64;
/** Durations up to this multiple of the usual one are taken for noise. */
const TOLERANCE = 2;
/** The usual duration is an exponential mean over about so many windows. */
const USUAL_WINDOWS = 100;
/** Of a new limit, the part that takes effect at once. */
const SMOOTHING = 0.3;
/** A failed operation (timed out, connection lost) lowers the limit to this part of it. */
const FAILURE_FACTOR = 0.7;

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

  /** Takes note of an operation that ended after `durationMs` with `underWay` of them at once, itself included. */
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

  /** Takes note of an operation that the resource did not answer. */
  failed(): void {
    this.set(this.limit * FAILURE_FACTOR);
  }

  private decide(meanMs: number, mostUnderWay: number): void {
    this.usualMs ??= meanMs;
    this.usualMs += (meanMs - this.usualMs) / USUAL_WINDOWS;
    // After an overload the mean is far too long: it is brought back quicker than it came.
    if (this.usualMs > 2 * meanMs) this.usualMs *= 0.9;
    // What is not used says nothing about whether more could be.
    if (mostUnderWay < this.limit / 2) return;
    const gradient = Math.max(0.5, Math.min(1, (TOLERANCE * this.usualMs) / Math.max(meanMs, 0.001)));
    const wanted = this.limit * gradient + Math.sqrt(this.limit);
    this.set(this.limit * (1 - SMOOTHING) + wanted * SMOOTHING);
  }

  private set(limit: number): void {
    this.limit = Math.max(this.bounds.min, Math.min(this.bounds.max, limit));
  }
}
