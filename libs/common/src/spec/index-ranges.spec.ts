import fc from 'fast-check';
import { MAX_INDEX_TEXT_LENGTH } from '../domain/limits.js';
import {
  IndexText,
  inRanges,
  packIndexes,
  parseIndexRanges,
  rangesBelow,
  sizeOfRanges,
  unpackIndexes,
  type IndexRange,
  type IndexRanges,
} from './index-ranges.js';

function read(text: string): IndexRanges {
  const parsed = parseIndexRanges(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.ranges;
}

/** Gathers rising indexes into ranges. */
function rangesOf(indexes: readonly number[]): IndexRanges {
  const starts = indexes.filter((index, at) => at === 0 || indexes[at - 1] !== index - 1);
  const ends = indexes.filter((index, at) => indexes[at + 1] !== index + 1);
  return starts.map((first, at): IndexRange => [first, ends[at]!]);
}

function textOf(ranges: IndexRanges): string {
  const text = new IndexText();
  for (const [first, last] of ranges) text.add(first, last);
  return text.toString();
}

const someIndexes = fc.uniqueArray(fc.nat({ max: 300 }), { maxLength: 120 });
const rising = (indexes: readonly number[]): number[] => [...indexes].sort((a, b) => a - b);

describe('the text form of index sets', () => {
  it.each([
    ['K8s 2.3: 1,3,4,5,7', [1, 3, 4, 5, 7], '1,3-5,7'],
    ['K8s 2.3: a pair stays a pair', [4, 5], '4,5'],
    ['K27: "0,4,5,10-12" with 2, 7 and 8', [0, 2, 4, 5, 7, 8, 10, 11, 12], '0,2,4,5,7,8,10-12'],
    ['nothing', [], ''],
    ['one', [99_999], '99999'],
  ])('%s', (_case, indexes, text) => {
    expect(textOf(rangesOf(indexes))).toBe(text);
    // Adding the indexes one by one gives the same.
    expect(textOf(indexes.map((index) => [index, index]))).toBe(text);
    expect(read(text)).toEqual(rangesOf(indexes));
  });

  it('K27: drops indexes beyond the number of indexes', () => {
    expect(textOf(rangesBelow(read('0-5,8-10'), 8))).toBe('0-5');
    expect(textOf(rangesBelow(read('0-5,8-10'), 10))).toBe('0-5,8,9');
  });

  it('accepts parts in any order, with spaces, adjacent and overlapping', () => {
    expect(read(' 7, 3-5 ,1, 4-6')).toEqual([
      [1, 1],
      [3, 7],
    ]);
  });

  it.each(['1-foo', '0,1-foo,bar', '-1', '3-1', '1,,2', '1-2-3', '0x1', '1.5', '100000', '0-100000', '999999999999'])(
    'K27, stricter than Kubernetes: refuses %s as a whole',
    (text) => {
      expect(parseIndexRanges(text)).toMatchObject({ ok: false });
    },
  );

  it('is bounded', () => {
    expect(parseIndexRanges('1,'.repeat(MAX_INDEX_TEXT_LENGTH))).toMatchObject({ ok: false });
  });

  it('parses the text that it writes', () => {
    fc.assert(
      fc.property(someIndexes, (indexes) => {
        const ranges = rangesOf(rising(indexes));
        expect(read(textOf(ranges))).toEqual(ranges);
        expect(sizeOfRanges(ranges)).toBe(indexes.length);
      }),
    );
  });

  it('writes every number in full, however long the text becomes', () => {
    const indexes = Array.from({ length: 50_000 }, (_, at) => at * 2);
    expect(textOf(indexes.map((index) => [index, index]))).toBe(indexes.join(','));
  });

  it('is packed if it has many gaps, and unpacks to the same set', () => {
    fc.assert(
      fc.property(someIndexes, (indexes) => {
        const ranges = rangesOf(rising(indexes));
        const packed = packIndexes(textOf(ranges));
        expect(packed.length).toBeLessThanOrEqual(textOf(ranges).length);
        expect(unpackIndexes(packed)).toEqual(ranges);
      }),
    );
    const evens = Array.from({ length: 50_000 }, (_, at): IndexRange => [at * 2, at * 2]);
    expect(packIndexes(textOf(evens)).length).toBeLessThan(17_000);
    expect(unpackIndexes(packIndexes(textOf(evens)))).toEqual(evens);
    expect(unpackIndexes(textOf(evens))).toEqual(evens);
    expect(unpackIndexes('no set')).toEqual([]);
  });

  it('contains exactly the indexes that it was made of', () => {
    fc.assert(
      fc.property(someIndexes, fc.nat({ max: 310 }), (indexes, index) => {
        expect(inRanges(rangesOf(rising(indexes)), index)).toBe(indexes.includes(index));
      }),
    );
  });
});
