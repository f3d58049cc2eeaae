import { ServerClock } from './server-clock.js';

const HOUR_MS = 3_600_000;
const SERVER = Date.parse('2026-12-01T10:00:00.700Z');
const HEADER = 'Tue, 01 Dec 2026 10:00:00 GMT';

test.each([
  ['an hour ahead', HOUR_MS],
  ['an hour behind', -HOUR_MS],
])('a clock of this machine that is %s is no clock of the server', (_what, skewMs) => {
  const clock = new ServerClock(() => SERVER + skewMs);
  const before = clock.after(-HOUR_MS);
  clock.heard(HEADER, SERVER + skewMs - 40);
  expect(Math.abs(clock.now() - SERVER)).toBeLessThan(1_000);
  expect(Math.abs(Date.parse(clock.again(before) ?? '') - (SERVER - HOUR_MS))).toBeLessThan(1_000);
  expect(clock.again('2026-12-01T10:00:00Z')).toBeNull();
});

test.each([0, -300, 200])('a difference of %i ms, which the header does not show, counts as none', (skewMs) => {
  const clock = new ServerClock(() => SERVER + skewMs);
  clock.heard(HEADER, SERVER + skewMs - 250);
  expect(clock.now()).toBe(SERVER + skewMs);
});

test.each([null, '', 'yesterday'])('an answer with the date %j changes nothing', (date) => {
  const clock = new ServerClock(() => SERVER);
  clock.heard(date, SERVER);
  expect(clock.now()).toBe(SERVER);
});
