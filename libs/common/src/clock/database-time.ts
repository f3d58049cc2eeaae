/**
 * The time by which replicas plan: the database's, asked for now and then and carried on by the monotonic clock in between.
 * So a machine whose clock jumps fires nothing early and calls nothing missed, even before anybody has noticed. An answer that
 * the machine's own clock contradicts is not believed either: one of the two is wrong, and until they have agreed once, there is
 * no time to decide anything by.
 */
import { MAX_CLOCK_SKEW_MS } from '../domain/limits.js';
import { AppError } from '../errors/app-error.js';
import type { Clock } from './clock.js';

/** How the store's clock is read; a part of the Mongo door. */
export interface DatabaseClock {
  serverTime(): Promise<number>;
}

/** An answer that took longer says too little about when it was given. */
const MAX_ROUND_TRIP_MS = MAX_CLOCK_SKEW_MS / 2;

export class DatabaseTime implements Clock {
  /** Database time minus monotonic time when both clocks agreed last; null until then. */
  private ahead: number | null = null;
  /** The same as the database told it last, right or wrong. */
  private toldAhead = 0;

  constructor(
    private readonly machine: Clock,
    private readonly database: DatabaseClock,
  ) {}

  /** Throws `UNAVAILABLE` until the clocks have agreed. */
  now(): number {
    if (this.ahead === null)
      throw new AppError('UNAVAILABLE', 'the time is not known: the clock differs from the database');
    return Math.round(this.machine.monotonic() + this.ahead);
  }

  /** What the database's clock shows, even if nobody believes it. */
  told(): number {
    return Math.round(this.machine.monotonic() + this.toldAhead);
  }

  monotonic(): number {
    return this.machine.monotonic();
  }

  after(ms: number, action: () => void): () => void {
    return this.machine.after(ms, action);
  }

  /** Asks the database; gives the milliseconds by which this machine's clock is ahead of it, or null if the answer took too long. */
  async ask(): Promise<number | null> {
    const before = this.machine.monotonic();
    const server = await this.database.serverTime();
    const after = this.machine.monotonic();
    if (after - before > MAX_ROUND_TRIP_MS) return null;
    const ahead = server - (before + after) / 2;
    const skewMs = Math.round(this.machine.now() - (this.machine.monotonic() + ahead));
    this.toldAhead = ahead;
    if (Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS) this.ahead = ahead;
    return skewMs;
  }
}
