import type { Clock } from '#common/clock/clock.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';

const RETRY_MS = 1_000;

/** A loop whose step says how long to pause before the next one; `wake` ends the pause. A step that fails is repeated. */
export class PacedLoop implements Startable {
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private woken = false;
  private endPause: (() => void) | null = null;

  /** `step` returns the pause in milliseconds; `failed` is logged with the error of a step that failed. */
  constructor(
    private readonly step: () => Promise<number>,
    private readonly tools: { readonly clock: Clock; readonly log: Logger; readonly failed: string },
  ) {}

  start(): void {
    this.running = this.run();
  }

  /** Resolves when the step that is under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  /** Ends the present pause, or skips the next one. */
  wake(): void {
    this.woken = true;
    this.endPause?.();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const pauseMs = await this.step().catch((error: unknown) => {
        this.tools.log.warn({ err: error }, this.tools.failed);
        return RETRY_MS;
      });
      await this.pause(pauseMs);
    }
  }

  private async pause(ms: number): Promise<void> {
    if (!this.woken && ms > 0) {
      await new Promise<void>((resolve) => {
        const cancel = this.tools.clock.after(ms, resolve);
        this.endPause = () => {
          cancel();
          resolve();
        };
      });
      this.endPause = null;
    }
    this.woken = false;
  }
}
