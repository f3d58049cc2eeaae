import { dayStart, instantAt, isoDay, offsetText, wallText } from './days.js';

test.each([
  ['2026-11-24', 'Europe/Berlin', '2026-11-23T23:00:00.000Z'],
  ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  // The day on which clocks are set forward, and the next day.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  // Clocks that skip midnight, or show it twice, or the hour before it twice.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-11-24', 'Asia/Kathmandu', '2026-11-23T18:15:00.000Z'],
  ['2026-11-24', 'America/Los_Angeles', '2026-11-24T08:00:00.000Z'],
  ['2026-11-24', 'UTC', '2026-11-24T00:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, at) => {
  expect(new Date(dayStart(day, zone)).toISOString()).toBe(at);
  expect(isoDay(Date.parse(at), zone)).toBe(day);
  expect(isoDay(Date.parse(at) - 1, zone) < day).toBe(true);
});

test.each([
  ['2026-04-01T09:30', 'Australia/Darwin', '2026-04-01T00:00:00.000Z', '2026-04-01T09:30:00+09:30'],
  ['2026-04-01T09:30', 'UTC', '2026-04-01T09:30:00.000Z', '2026-04-01T09:30:00Z'],
  ['2026-03-31T19:00:05', 'America/Chicago', '2026-04-01T00:00:05.000Z', '2026-03-31T19:00:05-05:00'],
  // A time that comes twice is the first of both.
  ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T01:30:00-04:00'],
])('%s in %s is %s', (wall, zone, at, text) => {
  const instant = instantAt(wall, zone);
  expect(new Date(instant).toISOString()).toBe(at);
  expect(wallText(instant, zone)).toBe(wall);
  expect(offsetText(instant, zone)).toBe(text);
});

test('a time that clocks skip is as much later', () => {
  const instant = instantAt('2026-03-08T02:30', 'America/New_York');
  expect(new Date(instant).toISOString()).toBe('2026-03-08T07:30:00.000Z');
  expect(offsetText(instant, 'America/New_York')).toBe('2026-03-08T03:30:00-04:00');
});

test('a time that is not complete is none', () => {
  expect(instantAt('', 'UTC')).toBeNaN();
  expect(instantAt('2026-03-08', 'America/New_York')).toBeNaN();
});
