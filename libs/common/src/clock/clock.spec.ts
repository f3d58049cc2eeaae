import { jest } from '@jest/globals';
import { MAX_TIMER_MS, systemClock, delay } from './clock.js';

const DAY_MS = 86_400_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** The milliseconds after which `wait` was over, asked once a day and at the end. */
function overAfter(wait: (over: () => void) => unknown, ms: number): number[] {
  const seen: number[] = [];
  const began = Date.now();
  wait(() => seen.push(Date.now() - began));
  for (let left = ms + DAY_MS; left > 0; left -= DAY_MS) jest.advanceTimersByTime(Math.min(DAY_MS, left));
  return seen;
}

test.each([
  0,
  1,
  MAX_TIMER_MS - 1,
  MAX_TIMER_MS,
  MAX_TIMER_MS + 1,
  2 * MAX_TIMER_MS,
  2 * MAX_TIMER_MS + 1,
  366 * DAY_MS,
])('an action that is due in %d ms is called once, then', (ms) => {
  expect(overAfter((over) => systemClock.after(ms, over), ms)).toEqual([ms]);
});

test('a year needs a timer for each 24.8 days and no more', () => {
  const set = jest.spyOn(globalThis, 'setTimeout');
  systemClock.after(366 * DAY_MS, () => undefined);
  jest.advanceTimersByTime(367 * DAY_MS);
  expect(set).toHaveBeenCalledTimes(Math.ceil((366 * DAY_MS) / MAX_TIMER_MS));
  set.mockRestore();
});

test('a wait without an end never ends, and can be cancelled at any time', () => {
  const over = jest.fn();
  const cancels = [Infinity, 60 * DAY_MS].map((ms) => systemClock.after(ms, over));
  jest.advanceTimersByTime(59 * DAY_MS);
  for (const cancel of cancels) cancel();
  jest.advanceTimersByTime(1_000 * DAY_MS);
  expect(over).not.toHaveBeenCalled();
  expect(jest.getTimerCount()).toBe(0);
});

test('a delay of more than 24.8 days lasts that long', async () => {
  const over = jest.fn();
  const waited = delay(30 * DAY_MS).then(over);
  jest.advanceTimersByTime(30 * DAY_MS - 1);
  // A delay that is over resolves within these turns.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  expect(over).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  await waited;
  expect(over).toHaveBeenCalledTimes(1);
});
