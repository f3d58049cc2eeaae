/**
 * Repeats a task with a pause after each time, never twice at once. A failure is logged and the next time repeats the task;
 * `stop` waits for the task under way.
 */
import { systemClock, type Clock } from '../clock/clock.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';

export class SweepLoop {
  private callOff: () => void = () => undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly what: string,
    private readonly work: () => Promise<void>,
    private readonly pauseMs: number,
    private readonly tools: { readonly log: Logger; readonly clock?: Pick<Clock, 'after'> },
  ) {}

  /** Starts the first time `afterMs` from now. */
  start(afterMs = this.pauseMs): void {
    if (this.stopped) return;
    const { log, clock = systemClock } = this.tools;
    this.callOff = clock.after(afterMs, () => {
      this.running = this.work()
        .catch((error: unknown) => {
          log.warn({ what: this.what, error: messageOf(error) }, 'a sweep failed, the next one repeats it');
        })
        .finally(() => {
          this.start();
        });
    });
  }

  /** Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.callOff();
    await this.running;
  }
}
