import fc from 'fast-check';
import { planMerges, type MergeCandidate } from './merge-plan.js';

const KIB = 1024;
const chunks = (...sizes: readonly number[]): MergeCandidate[] =>
  sizes.map((bytes, i) => ({ chunk: i + 1, bytes, firstAt: i * 1_000, lastAt: i * 1_000 + 500 }));
const numbers = (groups: readonly MergeCandidate[][]): number[][] =>
  groups.map((group) => group.map(({ chunk }) => chunk));

describe('merging chunks', () => {
  it('puts small neighbours together as long as they fit', () => {
    expect(numbers(planMerges(chunks(100 * KIB, 100 * KIB, 100 * KIB, 10, 200 * KIB), 2))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('leaves large and single ones alone', () => {
    expect(planMerges(chunks(256 * KIB, 10, 256 * KIB), 2)).toEqual([]);
    expect(planMerges([], 2)).toEqual([]);
  });

  it('leaves groups alone that are smaller than asked for', () => {
    expect(planMerges(chunks(1, 1, 1), 4)).toEqual([]);
  });

  it('does not reach over more than an hour', () => {
    const hour = 3_600_000;
    const far = [0, hour / 2, hour, 2 * hour].map((at, i) => ({ chunk: i + 1, bytes: 1, firstAt: at, lastAt: at }));
    expect(numbers(planMerges(far, 2))).toEqual([[1, 2, 3]]);
  });

  it('finds nothing more to do after it was done', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 * KIB }), { maxLength: 40 }), (sizes) => {
        const before = chunks(...sizes);
        const groups = planMerges(before, 2);
        const after = before.flatMap((chunk) => {
          const group = groups.find((candidates) => candidates.includes(chunk));
          if (group === undefined) return [chunk];
          if (group[0] !== chunk) return [];
          return [{ ...chunk, lastAt: group.at(-1)!.lastAt, bytes: group.reduce((sum, each) => sum + each.bytes, 0) }];
        });
        expect(planMerges(after, 2)).toEqual([]);
      }),
    );
  });
});
