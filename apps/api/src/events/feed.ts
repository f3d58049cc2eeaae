import { MAX_TIMER_MS } from '#common/clock/clock.js';

/** The events that wait for one reader of a live feed: bounded, so that a slow reader does not use more and more memory. */

/** Items kept for a slow reader; with more items the feed ends, and the reader connects again. */
export const MAX_WAITING_EVENTS = 2_000;

export class Feed<T> {
  private items: T[] = [];
  private wake: () => void = () => undefined;
  private ended = false;

  /** Adds an item; false once the feed has ended, which it does when too many wait. */
  push(item: T): boolean {
    if (this.ended) return false;
    if (this.items.length >= MAX_WAITING_EVENTS) this.ended = true;
    else this.items.push(item);
    this.wake();
    return !this.ended;
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  /** The items that have arrived since the last call; waits at most `waitMs` for the first. Null when the feed has ended. */
  async take(waitMs: number): Promise<T[] | null> {
    if (this.items.length === 0 && !this.ended) await this.something(waitMs);
    if (this.items.length === 0 && this.ended) return null;
    const taken = this.items;
    this.items = [];
    return taken;
  }

  private async something(waitMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(waitMs, MAX_TIMER_MS));
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = () => undefined;
  }
}
