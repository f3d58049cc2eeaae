import { MAX_TIMER_MS } from '#common/clock/clock.js';

/**
 * A first-in-first-out semaphore whose permits expire: a holder may continue for longer than `maxMs`, but then no longer delays others. So
 * few logs are read at the same time, and large logs never delay small ones.
 */
export class TimedSemaphore {
  private readonly waiting = new Set<() => void>();
  private free: number;

  constructor(
    atOnce: number,
    private readonly maxMs: number,
  ) {
    this.free = atOnce;
  }

  /** Resolves with the function that releases the permit; when `stop` is aborted, at once and without a permit. */
  async acquire(stop: AbortSignal): Promise<() => void> {
    if (this.free > 0) this.free--;
    else if (!(await this.granted(stop))) return () => undefined;
    return this.hold();
  }

  /** False if the wait was stopped before. */
  private granted(stop: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const grant = (): void => {
        stop.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        this.waiting.delete(grant);
        resolve(false);
      };
      if (stop.aborted) leave();
      else {
        stop.addEventListener('abort', leave, { once: true });
        this.waiting.add(grant);
      }
    });
  }

  private hold(): () => void {
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(timer);
      this.handOn();
    };
    const timer = setTimeout(release, Math.min(this.maxMs, MAX_TIMER_MS));
    return release;
  }

  private handOn(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free++;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
