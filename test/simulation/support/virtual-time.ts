/** Time that passes when everybody waits. Whole milliseconds; what falls into the same one happens in an order of chance. */
import type { Random } from './random.js';

interface Appointment {
  readonly at: number;
  /** Decides between appointments of one instant. */
  readonly turn: number;
  action: (() => void) | null;
}

export class VirtualTime {
  private readonly heap: Appointment[] = [];

  /** `now` is true time, as the database's clock shows it. */
  constructor(
    public now: number,
    private readonly random: Random,
  ) {}

  /** Performs something `ms` from now; gives a function that cancels it. */
  after(ms: number, action: () => void): () => void {
    const at = this.now + Math.max(0, Math.ceil(ms));
    const appointment: Appointment = { at, turn: this.random.next(), action };
    this.push(appointment);
    return () => {
      appointment.action = null;
    };
  }

  /** Lets time pass until `until`; promises that resolve at an instant are handled before the next one. */
  async passUntil(until: number): Promise<void> {
    for (let next = this.heap[0]; next !== undefined && next.at <= until; next = this.heap[0]) {
      this.now = Math.max(this.now, next.at);
      for (let due: Appointment | undefined = next; due !== undefined && due.at <= this.now; due = this.heap[0]) {
        this.pop();
        due.action?.();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.now = Math.max(this.now, until);
  }

  private push(appointment: Appointment): void {
    let i = this.heap.push(appointment) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!this.isBefore(i, parent)) return;
      this.swap(i, parent);
      i = parent;
    }
  }

  private pop(): void {
    const last = this.heap.pop();
    if (last === undefined || this.heap.length === 0) return;
    this.heap[0] = last;
    for (let i = 0; ;) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) {
        if (child < this.heap.length && this.isBefore(child, least)) least = child;
      }
      if (least === i) return;
      this.swap(i, least);
      i = least;
    }
  }

  private isBefore(i: number, j: number): boolean {
    const a = this.heap[i]!;
    const b = this.heap[j]!;
    return a.at < b.at || (a.at === b.at && a.turn < b.turn);
  }

  private swap(i: number, j: number): void {
    [this.heap[i], this.heap[j]] = [this.heap[j]!, this.heap[i]!];
  }
}
