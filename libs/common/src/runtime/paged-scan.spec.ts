import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { MAX_PAGE_BYTES } from '../domain/limits.js';
import { AppError } from '../errors/app-error.js';
import { forEachContinuing } from './continuing.js';
import { FIRST_BATCH_OF_DEFINITIONS, PagedScan, scanPage, type Page } from './paged-scan.js';

interface Item {
  readonly id: number;
  readonly text: string;
}
const KIB = 1_024;
const itemsOf = (count: number, bytes: number): Item[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, text: 'x'.repeat(bytes) }));

/** A store that records how much was read at once. */
function storeOf(items: readonly Item[]): {
  readonly read: (after: Item | null, size: number) => Promise<readonly Item[]>;
  readonly largest: () => number;
} {
  let largest = 0;
  return {
    read: (after, size) => {
      const batch = items.filter(({ id }) => id > (after?.id ?? 0)).slice(0, size);
      largest = Math.max(largest, bytesOf(batch));
      return Promise.resolve(batch);
    },
    largest: () => largest,
  };
}
const bytesOf = (items: readonly Item[]): number => items.reduce((sum, { text }) => sum + text.length, 0);

test('pages give every item once, in order, whatever their number and size', async () => {
  const sizes = fc.constantFrom(0, 10, 100 * KIB, 1_000 * KIB);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 40 }), sizes, fc.integer({ min: 1, max: 30 }), async (count, bytes, limit) => {
      const { read } = storeOf(itemsOf(count, bytes));
      const seen: number[] = [];
      for (let after: Item | null = null; ;) {
        const page: Page<Item> = await scanPage(
          (last, size) => read(last ?? after, size),
          () => true,
          limit,
        );
        expect(page.items.length).toBeLessThanOrEqual(limit);
        seen.push(...page.items.map(({ id }) => id));
        after = page.lastSeen;
        if (after === null) break;
      }
      expect(seen).toEqual(itemsOf(count, 0).map(({ id }) => id));
    }),
    { numRuns: worlds(50) },
  );
});

test('a page of large items ends early, and large items are read few at a time', async () => {
  const store = storeOf(itemsOf(100, 1_000 * KIB));
  const page = await scanPage(store.read, () => true, 500, FIRST_BATCH_OF_DEFINITIONS);
  expect(page.items).toHaveLength(5);
  expect(page.lastSeen?.id).toBe(5);
  expect(store.largest()).toBeLessThanOrEqual(FIRST_BATCH_OF_DEFINITIONS * 1_000 * KIB);
});

test('large items that are not wanted are read few at a time as well', async () => {
  const items = itemsOf(60, 500 * KIB);
  const store = storeOf(items);
  const page = await scanPage(store.read, ({ id }) => id === 60, 500, FIRST_BATCH_OF_DEFINITIONS);
  expect(page).toEqual({ items: [items[59]], lastSeen: null });
  expect(store.largest()).toBeLessThanOrEqual(2 * MAX_PAGE_BYTES);
});

const failsAt2 = (error: Error, seen: number[]) => (item: number) => {
  seen.push(item);
  return item === 2 ? Promise.reject(error) : Promise.resolve();
};

test('no page is read before the items of the last one are done, and a page that cannot be read ends the scan', async () => {
  const log: string[] = [];
  const read = (after: number | null): Promise<number[]> => {
    log.push(`after ${after}`);
    return after === 4
      ? Promise.reject(new Error('cannot be read'))
      : Promise.resolve([(after ?? 0) + 1, (after ?? 0) + 2]);
  };
  const work = (item: number): Promise<void> => {
    log.push(`${item}`);
    return Promise.resolve();
  };
  const rounds = new PagedScan<number, number>({ size: 2, cursorOf: (item) => item });
  await expect(forEachContinuing(rounds.resume(read), work)).rejects.toThrow('cannot be read');
  expect(log).toEqual(['after null', '1', '2', 'after 2', '3', '4', 'after 4']);
});

test('a scan that was interrupted continues after the item that interrupted it, and the next scan begins with the first item', async () => {
  const outage = new AppError('UNAVAILABLE', 'no answer');
  const all = [1, 2, 3, 4, 5];
  const rounds = new PagedScan<number, number>({ size: 2, cursorOf: (item) => item });
  const read = (after: number | null): Promise<number[]> =>
    Promise.resolve(all.filter((item) => item > (after ?? 0)).slice(0, 2));
  const seen: number[] = [];
  await expect(forEachContinuing(rounds.resume(read), failsAt2(outage, seen))).rejects.toBe(outage);
  expect(rounds.isUnderWay).toBe(true);
  await forEachContinuing(rounds.resume(read), failsAt2(outage, seen));
  expect(seen).toEqual(all);
  expect(rounds.isUnderWay).toBe(false);
  await expect(forEachContinuing(rounds.resume(read), failsAt2(outage, seen))).rejects.toBe(outage);
  expect(seen).toEqual([...all, 1, 2]);
});
