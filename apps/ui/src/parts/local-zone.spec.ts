import { localZone } from './local-zone.js';

test.each([
  ['Europe/Prague', 'Europe/Prague'],
  ['Etc/Unknown', 'UTC'],
  [undefined, 'UTC'],
  ['', 'UTC'],
])('the zone of a browser in %s is %s', (zone, expected) => {
  expect(localZone(zone)).toBe(expected);
});
