import { ServerClock } from '../session/server-clock.js';
import { instantAhead, instantFrom, looseValue, textValue } from './arguments.js';

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

const NOW = Date.parse('2026-11-29T12:00:00Z');
const past = instantFrom(new ServerClock(() => NOW));
const ahead = instantAhead(new ServerClock(() => NOW));

test.each([
  ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00.000Z'],
  ['2026-12-01T10:00:00.123456789Z', '2026-12-01T10:00:00.123Z'],
  ['2026-12-01 10:00:00+02:00', '2026-12-01T08:00:00.000Z'],
  ['2026-12-01t10:00+0200', '2026-12-01T08:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
])('%s is a time', (text, instant) => {
  expect([past(text), ahead(text)]).toEqual([instant, instant]);
});

test.each([
  '5',
  '2027',
  '2027-02-30',
  '2027-02-29T10:00:00Z',
  '2027-13-01',
  '2027-01-01T25:00:00Z',
  'foo-bar 2034',
  'May 2',
  '',
])('%s is no time', (text) => {
  expect(() => past(text)).toThrow('must be a time such as 2026-12-01T10:00:00Z, or 2h for two hours ago');
  expect(() => ahead(text)).toThrow('must be a time such as 2026-12-01T10:00:00Z, or 2h for two hours from now');
});

test('a span lies before now, or after it where the time lies ahead', () => {
  expect(past('90m')).toBe('2026-11-29T10:30:00.000Z');
  expect(ahead('90m')).toBe('2026-11-29T13:30:00.000Z');
});

test.each([
  ['08', '08'],
  ['20200219', '20200219'],
  ['true', 'true'],
  ['"5"', '5'],
  ['{"a":1}', '{"a":1}'],
])('the value %s of an option for texts is the text %s', (text, value) => {
  expect(textValue(text)).toBe(value);
});
