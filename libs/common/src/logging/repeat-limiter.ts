/**
 * Keeps a warning that repeats thousands of times a minute from filling the disk: a limited number of lines of each message is
 * written in a window, the others are counted. Pure: the time is an argument.
 */

/** Lines of one message that are written in a window. */
export const MAX_REPEATS = 20;
/** Length of a window, in milliseconds. */
export const REPEAT_WINDOW_MS = 10_000;
/** Messages that are distinguished; they are constant phrases, so there are few. */
const MAX_MESSAGES = 1_000;

interface Window {
  readonly begunAt: number;
  passed: number;
  leftOut: number;
}

export interface LeftOut {
  readonly message: string;
  readonly count: number;
}

export class RepeatLimiter {
  private readonly windows = new Map<string, Window>();

  /** True when a line with this message may be written at `now` (milliseconds that never go back). */
  allows(message: string, now: number): boolean {
    const window = this.windows.get(message);
    if (window === undefined || (now - window.begunAt >= REPEAT_WINDOW_MS && window.leftOut === 0)) {
      if (window === undefined && this.windows.size >= MAX_MESSAGES) return true;
      this.windows.set(message, { begunAt: now, passed: 1, leftOut: 0 });
      return true;
    }
    if (window.passed < MAX_REPEATS) {
      window.passed += 1;
      return true;
    }
    window.leftOut += 1;
    return false;
  }

  /** Ends the windows that are over, and returns the omitted messages. */
  endWindows(now: number): LeftOut[] {
    const over = [...this.windows].filter(([, { begunAt }]) => now - begunAt >= REPEAT_WINDOW_MS);
    for (const [message] of over) this.windows.delete(message);
    return over.filter(([, { leftOut }]) => leftOut > 0).map(([message, { leftOut }]) => ({ message, count: leftOut }));
  }
}
