import { marksOf, MAX_BROKEN_LENGTH, WrappedBase64 } from './wrapped-base64.js';

const BASE64 = Array.from({ length: 50 }, (_, i) => `k${String(i).padStart(3, '0')}`).join('');
const wrapped = new WrappedBase64([BASE64]);

test('each line of at least 64 characters of it contains a mark, wherever it begins', () => {
  const marks = marksOf(BASE64);
  for (let at = 0; at + 64 <= BASE64.length; at++)
    expect(marks.some((mark) => BASE64.slice(at, at + 64).includes(mark))).toBe(true);
  expect(marksOf('k0000000')).toEqual([]);
});

test.each<[string, string, readonly [number, number][]]>([
  ['a middle part', `  ${BASE64.slice(30, 106)}`, [[2, 78]]],
  ['the beginning behind other base64', `AAAA${BASE64.slice(0, 20)}`, [[4, 24]]],
  ['the end before other base64', `${BASE64.slice(-20)}AAAA==`, [[0, 20]]],
  ['other base64', `AAAA${BASE64.slice(30, 60)}AAAA`, []],
  ['a run that is not broken into lines', `${'A'.repeat(MAX_BROKEN_LENGTH)}${BASE64.slice(0, 20)}`, []],
])('of a line with %s only the part of the secret is found', (_, line, expected) => {
  expect(wrapped.find(line)).toEqual(expected.map(([from, to]) => ({ from, to })));
});
