import type { Clock } from '#common/clock/clock.js';

/** A sleep that can be cut short, also by a call that came just before it. */
export class Waker {
  private woken = false;
  private end: (() => void) | null = null;

  constructor(private readonly clock: Clock) {}

  /** Ends the present sleep, or the next one at once. */
  wake(): void {
    this.woken = true;
    this.end?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.woken && ms > 0) {
      await new Promise<void>((resolve) => {
        const cancel = this.clock.after(ms, resolve);
        this.end = () => {
          cancel();
          resolve();
        };
      });
      this.end = null;
    }
    this.woken = false;
  }
}
