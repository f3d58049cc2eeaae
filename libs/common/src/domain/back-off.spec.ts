import { backoffMs, RESTART_BACKOFF } from './back-off.js';

test.each([
  [0, 1_000],
  [1, 1_000],
  [2, 2_000],
  [3, 4_000],
  [9, 256_000],
  [10, 300_000],
  [1_000_000, 300_000],
])('wait number %i lasts %i ms: it doubles from the second on, up to the cap', (times, ms) => {
  expect(backoffMs(RESTART_BACKOFF, times)).toBe(ms);
});
