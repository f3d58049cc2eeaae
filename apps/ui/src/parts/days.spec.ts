import { dayStart, isoDay } from './days.js';

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
