import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;

/** Waits for a condition; its failure names what was waited for. What the condition throws ends the wait. */
export async function until(what: string, limitMs: number, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`after ${limitMs / 1000} s it is still not so that ${what}`);
    await delay(POLL_MS);
  }
}
