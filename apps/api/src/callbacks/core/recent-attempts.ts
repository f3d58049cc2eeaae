import type { AttemptId } from '#common/domain/ids.js';

/** Attempts that are remembered; the one that came first is forgotten first. */
const MAX_REMEMBERED = 20_000;

/** Attempts of which something was so a moment ago: a worker that sends many calls in a row need not have each looked into. */
export class RecentAttempts {
  private readonly until = new Map<AttemptId, number>();

  constructor(private readonly forMs: number) {}

  /** `now`: milliseconds that never go back. */
  add(attempt: AttemptId, now: number): void {
    this.until.delete(attempt);
    this.until.set(attempt, now + this.forMs);
    const oldest = this.until.keys().next();
    if (this.until.size > MAX_REMEMBERED && !oldest.done) this.until.delete(oldest.value);
  }

  has(attempt: AttemptId, now: number): boolean {
    return (this.until.get(attempt) ?? -Infinity) > now;
  }
}
