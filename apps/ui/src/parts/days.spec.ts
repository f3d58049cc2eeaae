import { dayStart, isoDay } from './days.js';

test.each([
  ['2026-11-24', 'Europe/Berlin', '2026-11-23T23:00:00.000Z'],
  ['2026-07-01', 'Europe/Berlin', '2026-06-30T22:00:00.000Z'],
  // The day on which clocks are set forward, and the next day.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
  ['2026-11-24', 'Asia/Kathmandu', '2026-11-23T18:15:00.000Z'],
  ['2026-11-24', 'America/Los_Angeles', '2026-11-24T08:00:00.000Z'],
  ['2026-11-24', 'UTC', '2026-11-24T00:00:00.000Z'],
])('%s in %s begins at %s', (day, zone, at) => {
  expect(new Date(dayStart(day, zone)).toISOString()).toBe(at);
  expect(isoDay(Date.parse(at), zone)).toBe(day);
  expect(isoDay(Date.parse(at) - 1, zone) < day).toBe(true);
});
