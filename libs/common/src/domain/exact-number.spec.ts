import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { ExactNumber, isDouble, numberOf, sameNumber, withDoubles } from './exact-number.js';
import { mayHaveExactNumber } from './number-texts.js';
import { parseExactJson, parseJson } from './parse-json.js';

/** Numbers that people have: hashes of commits, ids, sums, measurements. */
const NUMBERS = [
  ...['123e4567', '1e999', '-1E400', '-0', '-0.0', '0', '1', '1.0', '1.10', '1e3', '1E+2', '5e-324', '1e-400'],
  ...['9007199254740991', '9007199254740993', '12345678901234567890', '1212092628029698048', '420777123456', '0.1'],
  ...['0.1000000000000000055511151231257827', '100000000000000000000000', '0.0000001', '123456.1234567890123', '1e21'],
] as const;

const digits = fc.string({
  unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'),
  minLength: 1,
  maxLength: 24,
});
const numberText = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits.map((text) => text.replace(/^0+(?=\d)/, '')),
    fraction: fc.option(digits, { nil: null }),
    exponent: fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), fc.nat(999)), { nil: null }),
  })
  .map(({ sign, whole, fraction, exponent }) =>
    [sign, whole, fraction === null ? '' : `.${fraction}`, exponent === null ? '' : exponent.join('')].join(''),
  );
const anyNumber = fc.oneof(
  numberText,
  fc.constantFrom(...NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => JSON.stringify(double)),
);

test('what is read is written as it was, wherever in a value a number stands', () => {
  const text = fc.oneof(
    anyNumber,
    anyNumber.map((number) => `{"rows":[${number},"${number}",{"\\u00e9":${number}}],"last":${number}}`),
  );
  fc.assert(
    fc.property(text, (json) => {
      expect(JSON.stringify(parseExactJson(json))).toBe(json.replace('\\u00e9', 'é'));
    }),
    { numRuns: worlds(2_000) },
  );
});

test('text with a number that JavaScript would write in another way is always found', () => {
  const around = fc.constantFrom(['', ''], ['[', ']'], ['{"a":', '}'], ['[1,', ',2]'], ['\n ', ' '], ['[\t', '\r\n]']);
  fc.assert(
    fc.property(anyNumber, around, (number, [before = '', after = '']) => {
      expect(typeof numberOf(number) === 'number' || mayHaveExactNumber(before + number + after)).toBe(true);
    }),
    { numRuns: worlds(2_000) },
  );
});

test.each(['{"at":"2026-11-28T14:28:36.500Z","v":1}', '{"n":1796000000000,"x":0.25,"y":-7,"id":"a1e5"}', '[0]'])(
  'the usual text needs no care: %s',
  (text) => {
    expect(mayHaveExactNumber(text)).toBe(false);
  },
);

test.each([
  ['1.0', true],
  ['1e3', true],
  ['0.10', true],
  ['9007199254740992', true],
  ['9007199254740993', false],
  ['123e4567', false],
  ['1e-400', false],
  ['-0', false],
  ['0.1000000000000000055511151231257827', false],
])('a double has the value of %s: %s', (text, holds) => {
  expect(isDouble(new ExactNumber(text))).toBe(holds);
});

test('numbers are compared by their values', () => {
  expect(sameNumber(new ExactNumber('1.0'), 1)).toBe(true);
  expect(sameNumber(new ExactNumber('9007199254740993'), 9007199254740992)).toBe(false);
  expect(sameNumber(new ExactNumber('1e999'), new ExactNumber('10e998'))).toBe(true);
});

test('doubles replace numbers of their value; other numbers are named, except in fields that keep theirs', () => {
  const read = withDoubles(parseExactJson('{"a":[1.0,{"b":1e999}],"kept":{"c":2.0},"d":1e3}'), ['kept']);
  expect(JSON.stringify(read.value)).toBe('{"a":[1,{"b":1e999}],"kept":{"c":2.0},"d":1000}');
  expect(read.inexact).toEqual([['a', '1', 'b']]);
  expect(withDoubles(parseExactJson('1.0')).value).toBe(1);
});

test('parseJson gives the nearest doubles', () => {
  expect(parseJson('[9007199254740993,1.0]')).toEqual([9007199254740992, 1]);
});
