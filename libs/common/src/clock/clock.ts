/** The longest wait of one timer: beyond it Node and browsers call back at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The only place that reads a clock or sets a timer for a time that is not constant. Shells pass its values into pure code. */
export interface Clock {
  /** Epoch milliseconds by this machine's clock. */
  now(): number;
  /** Monotonic milliseconds, for measuring waits. */
  monotonic(): number;
  /** Calls `action` once, `ms` milliseconds from now, however far ahead that is; returns the function that cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, action) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (leftMs: number): void => {
      const later = leftMs - MAX_TIMER_MS;
      if (later > 0) timer = setTimeout(wait, MAX_TIMER_MS, later);
      else timer = setTimeout(action, Math.min(leftMs, MAX_TIMER_MS));
    };
    wait(ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Waits `ms` milliseconds, or until `signal` is aborted: then it returns early and never throws. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = systemClock.after(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}
