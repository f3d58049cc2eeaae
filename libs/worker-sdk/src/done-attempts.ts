import { VALID_MS } from './signature.js';

/** Attempts that are remembered: enough for 800 a second for as long as a call is valid. */
const MAX_DONE = 500_000;

/** The attempts whose call could still be repeated: a repeat starts nothing, also after the end of the attempt. */
export class DoneAttempts {
  /** When each is forgotten, the oldest first. */
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
