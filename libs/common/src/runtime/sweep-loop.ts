/**
 * Repeats a task with a pause after each time, never twice at once. A failure is logged and the next time repeats the task;
 * `stop` waits for the task under way. A task may give the number of things that it has found: one that has found none for a while
 * is repeated less often until it finds something.
 */
import { systemClock, type Clock } from '../clock/clock.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';

/** How long a task finds nothing before its pauses become longer, and by which factor. */
const REST_AFTER_MS = 60_000;
const REST_FACTOR = 3;

export class SweepLoop {
  private callOff: () => void = () => undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  /** The sum of the pauses since something was found. */
  private idleMs = 0;

  constructor(
    private readonly what: string,
    private readonly work: () => Promise<unknown>,
    private readonly pauseMs: number,
    private readonly tools: { readonly log: Logger; readonly clock?: Pick<Clock, 'after'> },
  ) {}

  /** Starts the first time `afterMs` from now. */
  start(afterMs = this.nextPauseMs()): void {
    if (this.stopped) return;
    const { log, clock = systemClock } = this.tools;
    this.callOff = clock.after(afterMs, () => {
      this.running = this.work()
        .then((found) => {
          this.idleMs = found === 0 ? this.idleMs + this.pauseMs : 0;
        })
        .catch((error: unknown) => {
          log.warn({ what: this.what, error: messageOf(error) }, 'a sweep failed, the next one repeats it');
        })
        .finally(() => {
          this.start();
        });
    });
  }

  private nextPauseMs(): number {
    return this.idleMs >= REST_AFTER_MS ? REST_FACTOR * this.pauseMs : this.pauseMs;
  }

  /** Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.callOff();
    await this.running;
  }
}
