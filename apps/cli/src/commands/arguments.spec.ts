import { looseValue } from './arguments.js';

test.each([
  '123e4567',
  '1e999',
  '1e3',
  '1.0',
  '1.10',
  '-0',
  '9007199254740993',
  '12345678901234567890',
  '0x10',
  '0o17',
])('the value %s stays a text, because as a number it would be printed in another way', (text) => {
  expect(looseValue(text)).toBe(text);
});

test.each(['1_000', '00123', '+420777123456', 'NO', 'yes', '1.10.0', '.5', ''])('the value %s is a text', (text) => {
  expect(looseValue(text)).toBe(text);
});

test.each([
  ['5', 5],
  ['-1.5', -1.5],
  ['420777123456', 420777123456],
  ['true', true],
  ['null', null],
  ['"5"', '5'],
  ['[1.5,"a"]', [1.5, 'a']],
])('the value %s is JSON', (text, value) => {
  expect(looseValue(text)).toEqual(value);
});

test('numbers within JSON reach the server as they were written, which refuses those that would change', () => {
  expect(JSON.stringify(looseValue('{"ids":[9007199254740993]}'))).toBe('{"ids":[9007199254740993]}');
});
