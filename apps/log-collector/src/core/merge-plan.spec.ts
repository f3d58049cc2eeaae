import fc from 'fast-check';
import { planMerges, type MergeCandidate } from './merge-plan.js';

const KIB = 1024;
const candidate = (chunk: number, bytes: number, at: number, lines = 1): MergeCandidate => ({
  chunk,
  bytes,
  firstSeq: chunk * lines,
  lastSeq: chunk * lines + lines - 1,
  firstAt: at,
  lastAt: at,
});
const chunks = (...sizes: readonly number[]): MergeCandidate[] =>
  sizes.map((bytes, i) => candidate(i + 1, bytes, i * 1_000));
const numbers = (groups: readonly MergeCandidate[][]): number[][] =>
  groups.map((group) => group.map(({ chunk }) => chunk));

describe('merging chunks', () => {
  it('joins small neighbours up to the size limit', () => {
    expect(numbers(planMerges(chunks(100 * KIB, 100 * KIB, 100 * KIB, 10, 200 * KIB), 2))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('leaves large chunks and single ones as they are', () => {
    expect(planMerges(chunks(256 * KIB, 10, 256 * KIB), 2)).toEqual([]);
    expect(planMerges([], 2)).toEqual([]);
  });

  it('leaves groups below the minimum size as they are', () => {
    expect(planMerges(chunks(1, 1, 1), 4)).toEqual([]);
  });

  it('joins no chunks that are more than an hour apart', () => {
    const hour = 3_600_000;
    const far = [0, hour / 2, hour, 2 * hour].map((at, i) => candidate(i + 1, 1, at));
    expect(numbers(planMerges(far, 2))).toEqual([[1, 2, 3]]);
  });

  it('also limits the number of lines, since empty ones have no bytes', () => {
    const empty = [1, 2, 3, 4].map((chunk) => candidate(chunk, 0, 0, 3_000));
    expect(numbers(planMerges(empty, 2))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('has nothing more to do after it was done', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 * KIB }), { maxLength: 40 }), (sizes) => {
        const before = chunks(...sizes);
        const groups = planMerges(before, 2);
        const after = before.flatMap((chunk) => {
          const group = groups.find((candidates) => candidates.includes(chunk));
          if (group === undefined) return [chunk];
          if (group[0] !== chunk) return [];
          const { lastAt, lastSeq } = group.at(-1)!;
          return [{ ...chunk, lastAt, lastSeq, bytes: group.reduce((sum, each) => sum + each.bytes, 0) }];
        });
        expect(planMerges(after, 2)).toEqual([]);
      }),
    );
  });
});
