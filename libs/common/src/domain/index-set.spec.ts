import fc from 'fast-check';
import { EMPTY_SET, hasIndex, indexesOf, indexText, sizeOf, withIndex, withIndexes } from './index-set.js';

test.each([
  [[], ''],
  [[0], '0'],
  [[1, 3, 4, 5, 7], '1,3-5,7'],
  [[4, 5], '4,5'],
  [[0, 1, 2], '0-2'],
  [[0, 1, 2, 10, 11, 12, 13], '0-2,10-13'],
])('the text form of %j is %j', (indexes, text) => {
  expect(indexText(withIndexes(EMPTY_SET, indexes))).toBe(text);
});

test('a set holds exactly what was put in, in whatever order and however often', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 300 })), (indexes) => {
      const set = withIndexes(EMPTY_SET, indexes);
      const expected = [...new Set(indexes)].sort((a, b) => a - b);
      expect([...indexesOf(set)]).toEqual(expected);
      expect(sizeOf(set)).toBe(expected.length);
      expect(indexes.reduce(withIndex, EMPTY_SET)).toBe(set);
      expect(expected.every((index) => hasIndex(set, index))).toBe(true);
      expect(hasIndex(set, 301)).toBe(false);
    }),
  );
});
