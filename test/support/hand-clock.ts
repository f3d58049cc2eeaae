import type { Clock } from '#common/clock/clock.js';

/** A clock that advances when the test says so. */
export class HandClock implements Clock {
  private at = 0;
  private planned: { readonly at: number; readonly action: () => void }[] = [];

  now(): number {
    return this.at;
  }

  monotonic(): number {
    return this.at;
  }

  after(ms: number, action: () => void): () => void {
    const plan = { at: this.at + ms, action };
    this.planned.push(plan);
    return () => {
      this.planned = this.planned.filter((each) => each !== plan);
    };
  }

  /** Lets time pass; due work is done in its order, each at its own time. */
  pass(ms: number): void {
    const until = this.at + ms;
    for (;;) {
      const [next] = this.planned.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.planned = this.planned.filter((each) => each !== next);
      this.at = Math.max(this.at, next.at);
      next.action();
    }
    this.at = until;
  }
}
