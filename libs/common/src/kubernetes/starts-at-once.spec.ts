import { StartsAtOnce } from './request-limiter.js';

const WINDOW = 32;
const FIVE_MINUTES_MS = 300_000;
const aLimit = (requestsPerSecond = 100): StartsAtOnce => new StartsAtOnce({ requestsPerSecond, most: 64 });
const answer = (starts: StartsAtOnce, ms: number, { times = WINDOW, at = 0 } = {}): void => {
  for (let i = 0; i < times; i++) starts.answered(ms, at);
};

test('few starts run at once at first, and also while the server answers quickly', () => {
  const starts = aLimit();
  expect(starts.allowed).toBe(16);
  answer(starts, 20);
  expect(starts.allowed).toBe(16);
});

test.each([
  [100, 400, 40],
  [100, 5_000, 64],
  [20, 1_000, 20],
])('a slow server gets as many starts at once as %i a second need: %i ms, %i', (rate, ms, allowed) => {
  const starts = aLimit(rate);
  answer(starts, ms);
  expect(starts.allowed).toBe(allowed);
});

test('without a rate the number of starts at once is the maximum', () => {
  const starts = aLimit(0);
  answer(starts, 20);
  expect(starts.allowed).toBe(64);
});

test('single slow answers count by their share', () => {
  const starts = aLimit();
  answer(starts, 100, { times: WINDOW - 1 });
  expect(starts.allowed).toBe(16);
  starts.answered(6_500, 0);
  expect(starts.allowed).toBe(30);
});

test('answers that are late because many wait do not raise the number; a lasting change counts after five minutes', () => {
  const starts = aLimit();
  answer(starts, 200);
  answer(starts, 500, { at: FIVE_MINUTES_MS - 1 });
  expect(starts.allowed).toBe(20);
  answer(starts, 500, { at: FIVE_MINUTES_MS });
  expect(starts.allowed).toBe(50);
  answer(starts, 180, { at: FIVE_MINUTES_MS });
  expect(starts.allowed).toBe(18);
});
