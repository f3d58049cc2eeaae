/** A sleep that can be cut short, also by a call that came just before it. */
export class Waker {
  private woken = false;
  private end: (() => void) | null = null;

  /** Ends the present sleep, or the next one at once. */
  wake(): void {
    this.woken = true;
    this.end?.();
  }

  async sleep(ms: number): Promise<void> {
    if (!this.woken && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.end = null;
    }
    this.woken = false;
  }
}
