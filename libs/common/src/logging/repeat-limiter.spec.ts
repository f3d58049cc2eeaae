import { MAX_REPEATS, REPEAT_WINDOW_MS, RepeatLimiter } from './logger.js';

const times = (count: number, act: () => boolean): number => Array.from({ length: count }, act).filter(Boolean).length;

test('of a message that repeats, only the first lines of a window are written, and the others are counted', () => {
  const limiter = new RepeatLimiter();
  expect(times(7_000, () => limiter.allows('it waits', 1))).toBe(MAX_REPEATS);
  expect(limiter.endWindows(REPEAT_WINDOW_MS)).toEqual([]);
  expect(limiter.endWindows(REPEAT_WINDOW_MS + 1)).toEqual([{ message: 'it waits', count: 7_000 - MAX_REPEATS }]);
  expect(limiter.endWindows(2 * REPEAT_WINDOW_MS)).toEqual([]);
  expect(limiter.allows('it waits', 2 * REPEAT_WINDOW_MS)).toBe(true);
});

test('each message has its own limit, and an infrequent message is always written', () => {
  const limiter = new RepeatLimiter();
  for (let i = 0; i < 100; i++) limiter.allows('loud', 0);
  expect(limiter.allows('quiet', 0)).toBe(true);
  for (let i = 1; i < 100; i++) expect(limiter.allows('slow', i * REPEAT_WINDOW_MS)).toBe(true);
});

test('the number of omitted lines is reported even if the message does not come again, and is kept until then', () => {
  const limiter = new RepeatLimiter();
  for (let i = 0; i < MAX_REPEATS + 5; i++) limiter.allows('storm', 0);
  expect(limiter.allows('storm', 3 * REPEAT_WINDOW_MS)).toBe(false);
  expect(limiter.endWindows(3 * REPEAT_WINDOW_MS)).toEqual([{ message: 'storm', count: 6 }]);
});
