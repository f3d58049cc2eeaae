import { relativeText, soFarText } from './time-text.js';

const NOW = Date.parse('2026-11-24T10:00:00Z');

test.each([
  // The clock of the page ticks once a second: a recent time may seem to be in the future.
  [1_400, 'now'],
  [400, 'now'],
  [-400, 'now'],
  [1_600, 'in 2 sec.'],
  [-1_000, '1 sec. ago'],
  [-90_000, '1 min. ago'],
  [7_200_000, 'in 2 hr.'],
])('a time %d ms ahead is "%s"', (ms, text) => {
  expect(relativeText(NOW + ms, NOW)).toBe(text);
});

test.each([
  [-900, 'under 1 s'],
  [0, 'under 1 s'],
  [999, 'under 1 s'],
  [1_000, '1.0 s'],
  [65_000, '1 min 5 s'],
])('a duration of %d ms so far is "%s"', (ms, text) => {
  expect(soFarText(ms)).toBe(text);
});
