import { LRUCache } from 'lru-cache';
import type { AttemptId } from '#common/domain/ids.js';

/** Attempts that are remembered; if one is forgotten, a call of it may be stored before an earlier one. */
const MAX_REMEMBERED = 20_000;

/** Attempts for which this api had to store a call in the inbox: later calls of them must not overtake it. */
export class StoredAttempts {
  private readonly attempts = new LRUCache<AttemptId, true>({ max: MAX_REMEMBERED });

  add(attempt: AttemptId): void {
    this.attempts.set(attempt, true);
  }

  /** The mark of a call that must not overtake stored calls. */
  markOf(attempt: AttemptId): { behindInbox?: true } {
    return this.attempts.has(attempt) ? { behindInbox: true } : {};
  }

  /** The owner has taken a marked call, and with it all stored calls. */
  delete(attempt: AttemptId): void {
    this.attempts.delete(attempt);
  }
}
