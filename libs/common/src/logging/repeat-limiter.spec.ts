import { MAX_REPEATS, REPEAT_WINDOW_MS, RepeatLimiter } from './repeat-limiter.js';

const times = (count: number, act: () => boolean): number => Array.from({ length: count }, act).filter(Boolean).length;

test('of a message that repeats, only the first lines of a window are written, and the others are counted', () => {
  const limiter = new RepeatLimiter();
  expect(times(7_000, () => limiter.allows('it waits', 1))).toBe(MAX_REPEATS);
  expect(limiter.endWindows(REPEAT_WINDOW_MS)).toEqual([]);
  expect(limiter.endWindows(REPEAT_WINDOW_MS + 1)).toEqual([{ message: 'it waits', count: 7_000 - MAX_REPEATS }]);
  expect(limiter.endWindows(2 * REPEAT_WINDOW_MS)).toEqual([]);
  expect(limiter.allows('it waits', 2 * REPEAT_WINDOW_MS)).toBe(true);
});

test('messages do not use up each other’s lines, and a slow one is never left out', () => {
  const limiter = new RepeatLimiter();
  for (let i = 0; i < 100; i++) limiter.allows('loud', 0);
  expect(limiter.allows('quiet', 0)).toBe(true);
  for (let i = 1; i < 100; i++) expect(limiter.allows('slow', i * REPEAT_WINDOW_MS)).toBe(true);
});

test('what was left out is told even when the message never comes again, and is never forgotten before', () => {
  const limiter = new RepeatLimiter();
  for (let i = 0; i < MAX_REPEATS + 5; i++) limiter.allows('storm', 0);
  expect(limiter.allows('storm', 3 * REPEAT_WINDOW_MS)).toBe(false);
  expect(limiter.endWindows(3 * REPEAT_WINDOW_MS)).toEqual([{ message: 'storm', count: 6 }]);
});
