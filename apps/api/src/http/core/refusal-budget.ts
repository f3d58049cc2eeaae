/** Bounds how many refused requests are recorded: a caller who asks on and on must not make a flood of writes. */
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Callers that are remembered; the oldest are forgotten first. */
const MAX_CALLERS = 20_000;
/** Stands for all unknown callers; a known subject is never empty. */
const UNKNOWN = '';

interface Window {
  readonly until: number;
  readonly recorded: number;
  /** Refused since the last that was recorded. */
  readonly leftOut: number;
}

/** Records a minute. */
export interface RefusalLimits {
  readonly perCaller: number;
  /** For all unknown callers together. */
  readonly unknown: number;
}

export class RefusalBudget {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_CALLERS });

  constructor(private readonly limits: RefusalLimits) {}

  /**
   * A place for one more record of the caller, with how many before it had none; null if it has none. `subject` is null for those
   * whom nobody knows, `now` in milliseconds that never go back.
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
