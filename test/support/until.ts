import { delay } from '#common/clock/clock.js';

const POLL_MS = 10;
const DEFAULT_LIMIT_MS = 15_000;

/** Waits until `probe` gives something else than undefined, null or false, and gives that. Fails with `what` after the limit. */
export async function until<T>(
  what: string,
  probe: () => T | Promise<T>,
  limitMs = DEFAULT_LIMIT_MS,
  pollMs = POLL_MS,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== null && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    await delay(pollMs);
  }
}
