import type { Clock } from '#common/clock/clock.js';

interface Event {
  readonly at: number;
  readonly order: number;
  readonly action: () => void;
}

/** Virtual time from event to event, for very many events. */
export class EventTime implements Clock {
  private at = 0;
  private orders = 0;
  /** A binary heap, the next event first. */
  private readonly heap: Event[] = [];
  private readonly calledOff = new Set<Event>();

  now(): number {
    return this.at;
  }

  monotonic(): number {
    return this.at;
  }

  after(ms: number, action: () => void): () => void {
    const event = { at: this.at + ms, order: ++this.orders, action };
    this.push(event);
    return () => this.calledOff.add(event);
  }

  /** Performs the events that are due by then, in order; ends earlier if none is left. */
  passUntil(until: number): void {
    for (let next = this.heap[0]; next && next.at <= until; next = this.heap[0]) {
      this.pop();
      if (this.calledOff.delete(next)) continue;
      this.at = next.at;
      next.action();
    }
  }

  private push(event: Event): void {
    const { heap } = this;
    let i = heap.push(event) - 1;
    for (let above = (i - 1) >> 1; i > 0 && this.isBefore(i, above); above = (i - 1) >> 1) {
      this.swap(i, above);
      i = above;
    }
  }

  private pop(): void {
    const last = this.heap.pop();
    if (!last || this.heap.length === 0) return;
    this.heap[0] = last;
    for (let i = 0; ;) {
      const least = [2 * i + 1, 2 * i + 2].reduce((best, child) => (this.isBefore(child, best) ? child : best), i);
      if (least === i) return;
      this.swap(i, least);
      i = least;
    }
  }

  private isBefore(i: number, j: number): boolean {
    const a = this.heap[i];
    const b = this.heap[j];
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order));
  }

  private swap(i: number, j: number): void {
    const a = this.heap[i];
    const b = this.heap[j];
    if (a && b) [this.heap[i], this.heap[j]] = [b, a];
  }
}
