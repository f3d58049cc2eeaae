import { setTimeout as delay } from 'node:timers/promises';

const MS_PER_SECOND = 1_000;

/** Sends so many requests a second, without waiting for the answers in between; resolves once all have arrived. */
export async function evenly(
  perSecond: number,
  seconds: number,
  ask: (turn: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  const asked: Promise<unknown>[] = [];
  for (let turn = 0; turn < perSecond * seconds; turn++) {
    const waitMs = began + (turn * MS_PER_SECOND) / perSecond - performance.now();
    if (waitMs > 0) await delay(waitMs);
    asked.push(ask(turn));
  }
  await Promise.all(asked);
}
