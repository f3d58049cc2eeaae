/**
 * The time by which replicas plan: the database's, asked for now and then and carried on by the monotonic clock in between.
 * So a machine whose clock jumps fires nothing early and calls nothing missed, even before anybody has noticed.
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
  /** Database time minus monotonic time; null until it was asked for. */
  private ahead: number | null = null;

  constructor(
    private readonly machine: Clock,
    private readonly database: DatabaseClock,
  ) {}

  /** By this machine's clock until the database has told its time. */
  now(): number {
    return this.ahead === null ? this.machine.now() : Math.round(this.machine.monotonic() + this.ahead);
  }

  monotonic(): number {
    return this.machine.monotonic();
  }

  after(ms: number, action: () => void): () => void {
    return this.machine.after(ms, action);
  }

  /** Asks the database; gives the milliseconds by which this machine's clock is ahead of it. */
  async ask(): Promise<number> {
    const before = this.machine.monotonic();
    const server = await this.database.serverTime();
    const after = this.machine.monotonic();
    if (after - before > MAX_ROUND_TRIP_MS) {
      throw new AppError('UNAVAILABLE', `the database took ${Math.round(after - before)} ms to tell its time`);
    }
    this.ahead = server - (before + after) / 2;
    return Math.round(this.machine.now() - this.now());
  }
}
