import { addressOf, isAt, parseAddress } from './log-address.js';

test.each([
  ['main/0.1:17', { label: 'main/0.1', from: 17, to: 17 }],
  ['main/0.1:17-25', { label: 'main/0.1', from: 17, to: 25 }],
  ['main/0.1:25-17', { label: 'main/0.1', from: 17, to: 25 }],
  ['a:b/12.3:0', { label: 'a:b/12.3', from: 0, to: 0 }],
  ['main/0.1', null],
  ['main/0.1:x', null],
  [':17', null],
  [undefined, null],
])('the address %s is read', (text, address) => {
  expect(parseAddress(text)).toEqual(address);
});

test('the address of a line, and of the lines from another one of its attempt to it', () => {
  const line = { label: 'main/0.1', seq: 17 };
  expect(addressOf(line)).toBe('main/0.1:17');
  expect(addressOf(line, parseAddress('main/0.1:20'))).toBe('main/0.1:17-20');
  expect(addressOf(line, parseAddress('main/0.1:3-5'))).toBe('main/0.1:3-17');
  expect(addressOf(line, parseAddress('main/0.2:3'))).toBe('main/0.1:17');
});

test('lines are at an address or not', () => {
  const address = parseAddress('main/0.1:17-25');
  const at = [16, 17, 25, 26].map((seq) => isAt(address, { label: 'main/0.1', seq }));
  expect(at).toEqual([false, true, true, false]);
  expect(isAt(address, { label: 'main/1.1', seq: 17 })).toBe(false);
  expect(isAt(null, { label: 'main/0.1', seq: 17 })).toBe(false);
});
