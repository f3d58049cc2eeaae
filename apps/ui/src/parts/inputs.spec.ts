import { ExactNumber } from '#common/domain/exact-number.js';
import { numberTyped } from './inputs.js';

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
