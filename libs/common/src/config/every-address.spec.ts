import type { NetworkInterfaceInfo } from 'node:os';
import { everyAddress } from './service-config.js';

const with4 = { family: 'IPv4', address: '10.0.0.1' } as NetworkInterfaceInfo;
const with6 = { family: 'IPv6', address: 'fd00::2' } as NetworkInterfaceInfo;

test.each([
  ['IPv4 only', { lo: [with4], eth0: [with4] }, '0.0.0.0'],
  ['IPv6 only', { eth0: [with6] }, '::'],
  ['both', { lo: [with4], eth0: [with4, with6] }, '::'],
])('a machine with %s', (_what, interfaces, wanted) => {
  expect(everyAddress(interfaces)).toBe(wanted);
});
