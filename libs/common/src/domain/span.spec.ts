import { joined, replaced } from './span.js';

test('overlapping spans become one, adjacent ones stay two', () => {
  const spans = [
    { from: 5, to: 8 },
    { from: 0, to: 3 },
    { from: 2, to: 4 },
    { from: 8, to: 9 },
  ];
  expect(joined(spans)).toEqual([
    { from: 0, to: 4 },
    { from: 5, to: 8 },
    { from: 8, to: 9 },
  ]);
  expect(replaced('abcdEfghIj', joined(spans), '*')).toBe('*E**j');
});
