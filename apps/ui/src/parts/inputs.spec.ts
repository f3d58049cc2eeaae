import { ExactNumber } from '#common/domain/exact-number.js';
import { notOfNumber, numberTyped } from './inputs.js';

test.each([
  ['', undefined],
  // What people type on the way to a number.
  ['-', undefined],
  ['.', undefined],
  ['1.', 1],
  ['-0.5', -0.5],
  ['.05', 0.05],
  ['1.50', 1.5],
  ['007', 7],
  [12, 12],
  ['9007199254740991', 9_007_199_254_740_991],
])('the number that is typed as %j', (typed, wanted) => {
  expect(numberTyped(typed)).toBe(wanted);
});

test.each(['9007199254740993', '-9007199254740993', '0.12345678901234567891'])(
  'a number that would change keeps its digits: %s',
  (typed) => {
    const number = numberTyped(typed);
    expect(number).toBeInstanceOf(ExactNumber);
    expect(String(number)).toBe(typed);
    expect(JSON.stringify({ number })).toBe(`{"number":${typed}}`);
  },
);

test.each(['1e5', '1,234', '1.2.3', '1 234', '0x10', '1_000', 'e', ',', '∞', '½', '٣'])(
  '%j is refused by name in a field of a number, of which it would become another',
  (text) => {
    for (const isWhole of [true, false])
      expect(notOfNumber(text, isWhole)).toMatch(`${text} was not taken: a number is written with digits`);
  },
);

test('a point is refused where a number is whole', () => {
  expect(notOfNumber('1.5', true)).toBe('1.5 was not taken: a number is written with digits only');
  expect(notOfNumber('1.5', false)).toBeNull();
  for (const text of ['7', ' 15\n', '-', '-3', '']) expect(notOfNumber(text, true)).toBeNull();
});
