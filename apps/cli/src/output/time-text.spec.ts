import { durationText, spanText, whenText } from './time-text.js';

const NOW = Date.parse('2026-12-01T12:00:00Z');

test.each<[ms: number, text: string]>([
  [0, '0ms'],
  [870, '870ms'],
  [4_260, '4.3s'],
  [59_999, '59s'],
  [200_000, '3m20s'],
  [180_000, '3m'],
  [3_599_000, '59m'],
  [3_600_000 * 5 + 60_000 * 7, '5h7m'],
  [3_600_000 * 30, '30h'],
  [86_400_000 * 12, '12d'],
])('%d ms are "%s"', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test('times are shown relative to now', () => {
  expect(whenText('2026-12-01T11:58:00Z', NOW)).toBe('2m ago');
  expect(whenText('2026-12-01T15:00:00Z', NOW)).toBe('in 3h');
  expect(whenText(null, NOW)).toBeNull();
  expect(spanText('2026-12-01T11:00:00Z', null, NOW)).toBe('1h');
  expect(spanText('2026-12-01T11:00:00Z', '2026-12-01T11:00:01Z', NOW)).toBe('1.0s');
});
