import { countText, relativeText, shortText, soFarText, upTo } from './time-text.js';

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
  [31 * 86_400_000, 'in 1 mo.'],
  [-3_599_000, '1 hr. ago'],
  [-86_399_000, '1 day ago'],
  [-5_370_000, '1 hr. ago'],
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

test.each([
  ['2026-11-24T09:30:00Z', 'Europe/Prague', 'Tue 24 Nov, 10:30'],
  ['2026-11-24T09:30:05Z', 'Europe/Prague', 'Tue 24 Nov, 10:30:05'],
  ['2027-03-26T09:30:00Z', 'Europe/Prague', 'Fri, 26 Mar 2027, 10:30'],
  // New Year's Eve in New York.
  ['2027-01-01T04:30:00Z', 'America/New_York', 'Thu 31 Dec, 23:30'],
  ['2026-10-25T00:30:00Z', 'Europe/Prague', 'Sun 25 Oct, 02:30 CEST'],
  ['2026-10-25T01:30:00Z', 'Europe/Prague', 'Sun 25 Oct, 02:30 CET'],
  ['2026-10-25T02:30:00Z', 'Europe/Prague', 'Sun 25 Oct, 03:30'],
  ['2026-04-04T15:15:00Z', 'Australia/Lord_Howe', 'Sun 05 Apr, 01:45 GMT+10:30'],
])('%s in %s is "%s"', (at, zone, text) => {
  expect(shortText(Date.parse(at), zone, { now: NOW })).toBe(text);
});

test('a list shows seconds for all of its times or for none', () => {
  const at = Date.parse('2026-11-24T09:30:00Z');
  expect(shortText(at, 'UTC', { now: NOW, seconds: true })).toMatch(/09:30:00$/);
});

test('counts are in the singular for one, and say where counting ended', () => {
  expect([countText(0, 'line'), countText(1, 'line'), countText(5_000, 'line')]).toEqual([
    '0 lines',
    '1 line',
    '5,000 lines',
  ]);
  expect(countText(2, 'index', 'indexes')).toBe('2 indexes');
  expect([upTo(4_999, 5_000), upTo(5_000, 5_000), upTo(0, 0)]).toEqual(['4,999', '5,000+', '0']);
});
