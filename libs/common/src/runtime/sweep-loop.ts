/**
 * Sweep loop: repeats a piece of work with a pause after each time. It never runs twice at once; a failure is logged and the
 * next time repeats the work; `stop` waits for what is under way.
 */
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';

export class SweepLoop {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly what: string,
    private readonly work: () => Promise<void>,
    private readonly pauseMs: number,
    private readonly log: Logger,
  ) {}

  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.work()
        .catch((error: unknown) => {
          this.log.warn({ what: this.what, error: messageOf(error) }, 'a sweep failed, the next one repeats it');
        })
        .finally(() => {
          this.start();
        });
    }, this.pauseMs);
  }

  /** Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }
}
