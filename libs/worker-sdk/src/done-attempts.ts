import { VALID_MS } from './signature.js';

/** Attempts that are remembered: as many as 800 a second come to while a call is valid. */
const MAX_DONE = 500_000;

/** The attempts of which a call could still come again: the same call starts nothing a second time, also after its end. */
export class DoneAttempts {
  /** Until when each is remembered, the oldest first. */
  private readonly until = new Map<string, number>();

  constructor(
    private readonly now = Date.now,
    private readonly max = MAX_DONE,
  ) {}

  add(attemptId: string): void {
    this.forget();
    this.until.delete(attemptId);
    this.until.set(attemptId, this.now() + VALID_MS);
  }

  has(attemptId: string): boolean {
    return (this.until.get(attemptId) ?? 0) > this.now();
  }

  get isFull(): boolean {
    this.forget();
    return this.until.size >= this.max;
  }

  private forget(): void {
    for (const [attemptId, until] of this.until) {
      if (until > this.now()) return;
      this.until.delete(attemptId);
    }
  }
}
