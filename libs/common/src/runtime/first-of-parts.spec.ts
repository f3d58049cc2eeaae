import fc from 'fast-check';
import { firstOfParts } from './first-of-parts.js';

interface Part {
  readonly items: readonly number[];
  readonly asked: number[];
}

const partOf = (items: readonly number[], asked: number[] = []): Part => ({ items, asked });
const read = ({ items, asked }: Part, after: number | null, most: number): Promise<number[]> => {
  asked.push(most);
  return Promise.resolve(items.filter((each) => after === null || each > after).slice(0, most));
};
const ascending = (a: number, b: number): number => a - b;

it('the result is the first items of a merge of all parts', async () => {
  const numbers = fc.uniqueArray(fc.nat(500), { maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(numbers, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 60 }), async (all, n, size) => {
      // Parts of very different lengths: number 0 has a half, the next a quarter, and so on.
      const partAt = (i: number): number => Math.min(n - 1, Math.clz32(i + 1) % n);
      const parts = Array.from({ length: n }, (_, part) =>
        all.filter((_each, i) => partAt(i) === part).sort(ascending),
      );
      const found = await firstOfParts(
        parts.map((items) => partOf(items)),
        read,
        size,
        ascending,
      );
      expect(found).toEqual(all.toSorted(ascending).slice(0, size));
    }),
  );
});

it('a few items of each part are read if parts are alike, and all of a part that comes first', async () => {
  const asked: number[] = [];
  const alike = Array.from({ length: 10 }, (_, part) =>
    partOf(
      Array.from({ length: 100 }, (_each, i) => i * 10 + part),
      asked,
    ),
  );
  await firstOfParts(alike, read, 50, ascending);
  expect(asked).toEqual(new Array(10).fill(10));
  const front: number[] = [];
  const behind: number[] = [];
  const uneven = [
    partOf(
      Array.from({ length: 100 }, (_, i) => i),
      front,
    ),
    partOf([1_000, 1_001], behind),
  ];
  expect(await firstOfParts([...uneven, partOf([]), partOf([])], read, 40, ascending)).toHaveLength(40);
  expect([front, behind]).toEqual([[20, 20], [20]]);
});

it('no parts give no items', async () => {
  expect(await firstOfParts([], read, 5, ascending)).toEqual([]);
});
