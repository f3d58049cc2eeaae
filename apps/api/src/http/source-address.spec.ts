import { addressKey, clientAddress } from './source-address.js';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['203.0.113.7:54321', '203.0.113.7'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[::ffff:10.0.0.1]:80', '10.0.0.1'],
  ['nonsense', 'nonsense'],
  ['nonsense:80', 'nonsense:80'],
])('the address %s is treated as %s', (address, expected) => {
  expect(addressKey(address)).toBe(expected);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['203.0.113.7:54321', '203.0.113.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[::ffff:10.0.0.1]:80', '10.0.0.1'],
])('the client %s is shown as %s', (ip, expected) => {
  expect(clientAddress({ ip })).toBe(expected);
});
