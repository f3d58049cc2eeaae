import { setTimeout as delay } from 'node:timers/promises';
import { ReadingTurns } from './reading-turns.js';

const LONG_MS = 60_000;
const never = new AbortController().signal;

/** Whether it is settled after all that is due now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await delay(0);
  return settled;
}

it('gives so many turns, and the next in the order in which they were asked for', async () => {
  const turns = new ReadingTurns(2, LONG_MS);
  const [endFirst, endSecond] = [await turns.take(never), await turns.take(never)];
  const [third, fourth] = [turns.take(never), turns.take(never)];
  expect([await isSettled(third), await isSettled(fourth)]).toEqual([false, false]);
  endFirst();
  endFirst();
  expect([await isSettled(third), await isSettled(fourth)]).toEqual([true, false]);
  endSecond();
  for (const turn of [third, fourth]) (await turn)();
});

it('lets the next begin beside one that takes long', async () => {
  const turns = new ReadingTurns(1, 20);
  const end = await turns.take(never);
  const endNext = await turns.take(never);
  end();
  const third = turns.take(never);
  expect(await isSettled(third)).toBe(false);
  endNext();
  (await third)();
});

it('lets go at once of who is stopped while he waits, and of no turn for it', async () => {
  const turns = new ReadingTurns(1, LONG_MS);
  const end = await turns.take(never);
  const stopping = new AbortController();
  const [stopped, next] = [turns.take(stopping.signal), turns.take(never)];
  stopping.abort();
  expect([await isSettled(stopped), await isSettled(next)]).toEqual([true, false]);
  (await stopped)();
  expect(await isSettled(next)).toBe(false);
  end();
  (await next)();
  const already = await turns.take(stopping.signal);
  already();
});
