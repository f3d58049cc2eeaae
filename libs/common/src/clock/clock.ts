/** The only place that reads a clock. Shells pass its values into pure code. */
export interface Clock {
  /** Epoch milliseconds by this machine's clock. */
  now(): number;
  /** Milliseconds that never go back, for measuring waits. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
