/**
 * Detects a stalled resource: it has work, no operation has ended for a while, and it does not answer a probe either. One slow
 * operation is no stall, because the probe is answered; an outage that refuses operations is none, because they end.
 */
import type { Clock } from '../clock/clock.js';
import { AppError } from '../errors/app-error.js';

/** When no operation has ended for this long, the resource is probed. */
const QUIET_MS = 500;
const CHECK_EVERY_MS = 100;

export class StallWatch {
  private underWay = 0;
  /** When an operation began after a rest or last ended, and when the resource was last probed. On the monotonic clock. */
  private movedAt = 0;
  private probedAt = 0;
  private isProbing = false;
  private isStalled = false;
  /** Rejects the waits of callers of `orStalled`. */
  private readonly waiting = new Set<(error: AppError) => void>();
  private isChecking = false;
  private callOff: () => void = () => undefined;

  constructor(
    private readonly resource: string,
    private readonly probe: () => Promise<unknown>,
    private readonly clock: Pick<Clock, 'monotonic' | 'after'>,
    /** A resource that does not answer the probe within this time is stalled. */
    private readonly patienceMs = 750,
  ) {}

  /** Performs an operation of the resource and records its end. */
  async note<T>(operation: () => Promise<T>): Promise<T> {
    if (this.underWay === 0) this.movedAt = this.clock.monotonic();
    this.underWay += 1;
    if (!this.isChecking) this.checkLater();
    try {
      const result = await operation();
      this.isStalled = false;
      return result;
    } finally {
      this.underWay -= 1;
      this.movedAt = this.clock.monotonic();
    }
  }

  /**
   * Runs `work` for a caller who waits. Throws UNAVAILABLE while the resource is stalled, without having started it, and as soon
   * as it stalls; work that has started continues without its caller.
   */
  orStalled<T>(work: () => Promise<T>): Promise<T> {
    if (this.isStalled) return Promise.reject(this.refusal());
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      work()
        .then(resolve, reject)
        .finally(() => this.waiting.delete(reject));
    });
  }

  /** Ends the watch; nothing is under way any more. */
  stop(): void {
    this.callOff();
  }

  private refusal(): AppError {
    return new AppError('UNAVAILABLE', `${this.resource} does not answer`);
  }

  private checkLater(): void {
    this.isChecking = true;
    this.callOff = this.clock.after(this.msToNextCheck(), () => {
      // Answers that arrived while this process was busy or stood still are handled first.
      setImmediate(() => {
        this.check();
      });
    });
  }

  /** A stall can only be found after nothing has ended for a while, so a resource is checked rarely. */
  private msToNextCheck(): number {
    if (this.isProbing || this.isStalled) return CHECK_EVERY_MS;
    const quietMs = this.clock.monotonic() - Math.max(this.movedAt, this.probedAt);
    return Math.max(CHECK_EVERY_MS, QUIET_MS - quietMs);
  }

  private check(): void {
    const now = this.clock.monotonic();
    if (this.isProbing && now - this.probedAt > this.patienceMs) this.stall();
    const hasWork = this.underWay > 0 || this.isStalled;
    if (hasWork && !this.isProbing && now - Math.max(this.movedAt, this.probedAt) > QUIET_MS) void this.ask(now);
    this.isChecking = false;
    if (hasWork || this.isProbing) this.checkLater();
  }

  private async ask(now: number): Promise<void> {
    this.probedAt = now;
    this.isProbing = true;
    // A refused probe is no stall, but it does not end a stall, either.
    const answered = await this.probe().then(
      () => true,
      () => false,
    );
    this.isProbing = false;
    if (answered) this.isStalled = false;
  }

  private stall(): void {
    this.isStalled = true;
    for (const refuse of this.waiting) refuse(this.refusal());
    this.waiting.clear();
  }
}
