/** The only place that reads a clock or sets a timer. Shells pass its values into pure code. */
export interface Clock {
  /** Epoch milliseconds by this machine's clock. */
  now(): number;
  /** Monotonic milliseconds, for measuring waits. */
  monotonic(): number;
  /** Calls `action` once, `ms` milliseconds from now; returns the function that cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
