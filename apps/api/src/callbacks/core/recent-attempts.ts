import { LRUCache } from 'lru-cache';
import type { AttemptId } from '#common/domain/ids.js';

/** Attempts that are remembered; the least recently used is forgotten first. */
const MAX_REMEMBERED = 20_000;

/** Attempts that had a certain property a moment ago, so that not each of many calls of a worker in a row must be checked. */
export class RecentAttempts {
  private readonly until = new LRUCache<AttemptId, number>({ max: MAX_REMEMBERED });

  constructor(private readonly forMs: number) {}

  /** `now`: milliseconds that never go back. */
  add(attempt: AttemptId, now: number): void {
    this.until.set(attempt, now + this.forMs);
  }

  has(attempt: AttemptId, now: number): boolean {
    return (this.until.get(attempt) ?? -Infinity) > now;
  }
}
