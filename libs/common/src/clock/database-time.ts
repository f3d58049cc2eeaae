/**
 * The time by which replicas plan: the database's, read regularly and continued by the monotonic clock in between. So a machine
 * whose clock jumps starts nothing early and declares nothing missed. An answer that contradicts the machine's own clock is not
 * used either: one of the two is wrong, and until they have agreed once, nothing can be decided.
 */
import { MAX_CLOCK_SKEW_MS } from '../domain/limits.js';
import { AppError } from '../errors/app-error.js';
import type { Clock } from './clock.js';

/** Reads the clock of the database. */
export interface DatabaseClock {
  serverTime(): Promise<number>;
}

/** An answer that took longer than this is too inexact. */
const MAX_ROUND_TRIP_MS = MAX_CLOCK_SKEW_MS / 2;

export class DatabaseTime implements Clock {
  /** Database time minus monotonic time when both clocks last agreed; null until then. */
  private ahead: number | null = null;
  /** The same by the last answer of the database, right or wrong. */
  private reportedAhead = 0;

  constructor(
    private readonly machine: Clock,
    private readonly database: DatabaseClock,
  ) {}

  /** Throws `UNAVAILABLE` until the clocks have agreed. */
  now(): number {
    if (this.ahead === null)
      throw new AppError(
        'UNAVAILABLE',
        'the time is not known: the database is too slow to tell it, or the clock of this service differs from it',
      );
    return Math.round(this.machine.monotonic() + this.ahead);
  }

  /** The database's clock, even if it contradicts this machine's. */
  reported(): number {
    return Math.round(this.machine.monotonic() + this.reportedAhead);
  }

  monotonic(): number {
    return this.machine.monotonic();
  }

  after(ms: number, action: () => void): () => void {
    return this.machine.after(ms, action);
  }

  /**
   * Reads the database's time; returns the milliseconds by which this machine's clock is ahead, or null if the answer took too
   * long.
   */
  async ask(): Promise<number | null> {
    const before = this.machine.monotonic();
    const server = await this.database.serverTime();
    const after = this.machine.monotonic();
    if (after - before > MAX_ROUND_TRIP_MS) return null;
    const ahead = server - (before + after) / 2;
    const skewMs = Math.round(this.machine.now() - (this.machine.monotonic() + ahead));
    this.reportedAhead = ahead;
    if (Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS) this.ahead = ahead;
    return skewMs;
  }
}
