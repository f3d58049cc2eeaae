import type { AttemptId } from '#common/domain/ids.js';
import { rememberNewest } from '#common/memory/core/remember-newest.js';

/** Attempts that are remembered; the one that came first is forgotten first. */
const MAX_REMEMBERED = 20_000;

/** Attempts of which something was so a moment ago: a worker that sends many calls in a row need not have each looked into. */
export class RecentAttempts {
  private readonly until = new Map<AttemptId, number>();

  constructor(private readonly forMs: number) {}

  /** `now`: milliseconds that never go back. */
  add(attempt: AttemptId, now: number): void {
    rememberNewest(this.until, attempt, now + this.forMs, MAX_REMEMBERED);
  }

  has(attempt: AttemptId, now: number): boolean {
    return (this.until.get(attempt) ?? -Infinity) > now;
  }
}
