import { searchedPage } from './ordered-jobs.js';

const numbers = Array.from({ length: 3_000 }, (_, i) => i + 1);
function listOf(all: readonly number[]): { read: Parameters<typeof searchedPage<number>>[0]; looked: () => number } {
  let looked = 0;
  return {
    read: (last, size) => {
      const next = all.filter((each) => last === null || each > last).slice(0, size);
      looked += next.length;
      return Promise.resolve(next);
    },
    looked: () => looked,
  };
}

test('frequent matches fill a page from one read, and the next page begins after the last match', async () => {
  const { read, looked } = listOf(numbers);
  expect(await searchedPage(read, (each) => each % 2 === 0, 3)).toEqual({ items: [2, 4, 6], lastSeen: 6 });
  expect(looked()).toBe(200);
});

test('rare matches give a short page, and the next page begins after the last item that was read', async () => {
  const { read, looked } = listOf(numbers);
  expect(await searchedPage(read, (each) => each === 500 || each === 2_000, 3)).toEqual({
    items: [500],
    lastSeen: 1_000,
  });
  expect(looked()).toBe(1_000);
});

test.each([0, 1, 199, 200, 201, 400])('a list of %d items ends, with all of them on the page', async (length) => {
  const all = numbers.slice(0, length);
  const { items, lastSeen } = await searchedPage(listOf(all).read, () => true, 500);
  expect(items).toEqual(all);
  expect(lastSeen).toBeNull();
});

test('a full page at the end of a list is the last page', async () => {
  expect(await searchedPage(listOf(numbers.slice(0, 3)).read, () => true, 3)).toEqual({
    items: [1, 2, 3],
    lastSeen: null,
  });
});
