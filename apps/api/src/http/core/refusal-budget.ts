/** Bounds how many refused requests are recorded: a caller who repeats refused requests must not cause a flood of writes. */
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Callers that are remembered; the oldest are forgotten first. */
const MAX_CALLERS = 20_000;
/** Stands for all unknown callers; a known subject is never empty. */
const UNKNOWN = '';

interface Window {
  readonly until: number;
  readonly recorded: number;
  /** The number of refusals since the last that was recorded. */
  readonly leftOut: number;
}

/** Records per minute. */
export interface RefusalLimits {
  readonly perCaller: number;
  /** The limit for all unknown callers together. */
  readonly unknown: number;
}

export class RefusalBudget {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_CALLERS });

  constructor(private readonly limits: RefusalLimits) {}

  /**
   * Allows one more record of the caller, and returns how many refusals before it were left out; null if it is not allowed. `subject` is
   * null for unknown callers, `now` in milliseconds that never go back.
   */
  take(subject: string | null, now: number): { readonly leftOut: number } | null {
    const key = subject ?? UNKNOWN;
    const { until, recorded, leftOut } = this.windowOf(key, now);
    const hasPlace = recorded < (subject === null ? this.limits.unknown : this.limits.perCaller);
    const next = hasPlace ? { until, recorded: recorded + 1, leftOut: 0 } : { until, recorded, leftOut: leftOut + 1 };
    this.windows.set(key, next);
    return hasPlace ? { leftOut } : null;
  }

  private windowOf(key: string, now: number): Window {
    const window = this.windows.get(key);
    if (window && window.until > now) return window;
    return { until: now + MINUTE_MS, recorded: 0, leftOut: window?.leftOut ?? 0 };
  }
}
