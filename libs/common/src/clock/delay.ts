import { systemClock } from './clock.js';

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
