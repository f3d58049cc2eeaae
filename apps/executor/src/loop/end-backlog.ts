/**
 * Counts the ended attempts that wait for the seal of their output. After an outage of the log-collector they are many, and what new
 * runs need would be taken from them: as long as the collector works them off, few new runs begin at the same time. While it does not
 * answer, runs begin as ever, because waiting for it would not end theirs sooner.
 */
import type { Clock } from '#common/clock/clock.js';

/** More than these are a backlog: at the highest rate of ends, about two seconds' worth wait at any time. */
const MAX_WAITING = 256;
/** A collector that has answered within this time is at work. */
const AT_WORK_MS = 2_000;

export class EndBacklog {
  private waiting = 0;
  private answeredAt = -Infinity;

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Counts an attempt that waits until `work` ends. */
  async during(work: () => Promise<void>): Promise<void> {
    this.waiting += 1;
    try {
      await work();
    } finally {
      this.waiting -= 1;
    }
  }

  /** The collector has answered. */
  answered(): void {
    this.answeredAt = this.clock.monotonic();
  }

  /** Many attempts wait, and the collector is working them off. */
  get isWorkedOff(): boolean {
    return this.waiting > MAX_WAITING && this.clock.monotonic() - this.answeredAt < AT_WORK_MS;
  }
}
