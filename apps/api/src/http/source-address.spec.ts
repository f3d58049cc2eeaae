import { addressKey, clientAddress } from './source-address.js';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['nonsense', 'nonsense'],
])('the address %s is treated as %s', (address, expected) => {
  expect(addressKey(address)).toBe(expected);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8::1', '2001:db8::1'],
])('the client %s is shown as %s', (ip, expected) => {
  expect(clientAddress({ ip })).toBe(expected);
});
