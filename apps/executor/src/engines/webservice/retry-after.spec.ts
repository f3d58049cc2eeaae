import { retryAtOf } from './retry-after.js';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

test.each<[string | null, number | null]>([
  ['120', NOW + 120_000],
  [' 0 ', NOW],
  ['Fri, 02 Jan 2026 03:05:05 GMT', NOW + 60_000],
  ['Thu, 01 Jan 2026 00:00:00 GMT', Date.UTC(2026, 0, 1)],
  ['Friday, 02-Jan-26 03:05:05 GMT', NOW + 60_000],
  ['Fri Jan  2 03:05:05 2026', NOW + 60_000],
  ['Fri Jan 02 03:05:05 2026', NOW + 60_000],
  ['Fri Jan  2 03:05:05 2026 CET', null],
  [null, null],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['1.5', NOW + 1_500],
  ['0.4931', NOW + 494],
  ['.5', null],
  ['1.', null],
  ['99999999999999999999', null],
  ['2026-01-02', null],
  ['Fri, 99 Jan 2026 03:05:05 GMT', null],
])('the header Retry-After is read: %p', (header, expected) => {
  expect(retryAtOf(header, NOW)).toBe(expected);
});
