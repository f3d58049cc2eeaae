import { setTimeout as delay } from 'node:timers/promises';
import { TimedSemaphore } from './timed-semaphore.js';

const LONG_MS = 60_000;
const never = new AbortController().signal;

/** Whether the promise is settled after all pending callbacks. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await delay(0);
  return settled;
}

it('the semaphore gives its number of permits, and further ones in order of request', async () => {
  const semaphore = new TimedSemaphore(2, LONG_MS);
  const endFirst = await semaphore.acquire(never);
  const endSecond = await semaphore.acquire(never);
  const third = semaphore.acquire(never);
  const fourth = semaphore.acquire(never);
  expect([await isSettled(third), await isSettled(fourth)]).toEqual([false, false]);
  endFirst();
  endFirst();
  expect([await isSettled(third), await isSettled(fourth)]).toEqual([true, false]);
  endSecond();
  for (const turn of [third, fourth]) (await turn)();
});

it('the semaphore gives a further permit beside one that is held for long', async () => {
  const semaphore = new TimedSemaphore(1, 20);
  const end = await semaphore.acquire(never);
  const endNext = await semaphore.acquire(never);
  end();
  const third = semaphore.acquire(never);
  expect(await isSettled(third)).toBe(false);
  endNext();
  (await third)();
});

it('the semaphore resolves a stopped request at once, without a permit for it', async () => {
  const semaphore = new TimedSemaphore(1, LONG_MS);
  const end = await semaphore.acquire(never);
  const stopping = new AbortController();
  const stopped = semaphore.acquire(stopping.signal);
  const next = semaphore.acquire(never);
  stopping.abort();
  expect([await isSettled(stopped), await isSettled(next)]).toEqual([true, false]);
  (await stopped)();
  expect(await isSettled(next)).toBe(false);
  end();
  (await next)();
  const already = await semaphore.acquire(stopping.signal);
  already();
});
