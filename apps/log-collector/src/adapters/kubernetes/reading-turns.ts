/**
 * Ended logs come as fast as they are read, and a connection takes memory of its own: of hundreds that end at once a few are read
 * at a time. A turn ends with its log, or after a while all the same, so that large logs never keep small ones from beginning.
 */
export class ReadingTurns {
  private readonly waiting = new Set<() => void>();
  private free: number;

  constructor(
    atOnce: number,
    private readonly maxMs: number,
  ) {
    this.free = atOnce;
  }

  /** Resolves when the turn has come, or at once at a stop. Gives what ends it; first come, first served. */
  async take(stop: AbortSignal): Promise<() => void> {
    if (this.free > 0) this.free--;
    else if (!(await this.granted(stop))) return () => undefined;
    return this.begin();
  }

  /** False when it was stopped before. */
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

  private begin(): () => void {
    let hasEnded = false;
    const end = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      clearTimeout(timer);
      this.handOn();
    };
    const timer = setTimeout(end, this.maxMs);
    return end;
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
