import { Batcher } from './batcher.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const OPTIONS = { maxBatch: 3, maxUnderWay: 1, maxWaiting: 5 };

test('what is asked for in one go, and what comes while that is under way, is one call each', async () => {
  const calls: number[][] = [];
  let end: () => void = () => undefined;
  const batcher = new Batcher<number, string>(
    async (items) => {
      calls.push([...items]);
      await new Promise<void>((resolve) => (end = resolve));
      return items.map(String);
    },
    { ...OPTIONS, maxBatch: 10 },
  );
  const first = [batcher.add(1), batcher.add(2)];
  await turn();
  const second = [batcher.add(3), batcher.add(4), batcher.add(5)];
  await turn();
  expect(calls).toEqual([[1, 2]]);
  end();
  await turn();
  expect(calls).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  end();
  expect(await Promise.all([...first, ...second])).toEqual(['1', '2', '3', '4', '5']);
  expect(batcher.isIdle).toBe(true);
});

test('batches are bounded, and so is what waits', async () => {
  const sizes: number[] = [];
  const batcher = new Batcher<number, number>(async (items) => {
    sizes.push(items.length);
    await turn();
    return items;
  }, OPTIONS);
  const asked = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
  await expect(batcher.add(6)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await Promise.all(asked)).toEqual([1, 2, 3, 4, 5]);
  expect(sizes).toEqual([3, 2]);
});

test('a failure is told to all of its batch, and the next one goes on', async () => {
  let isBroken = true;
  const batcher = new Batcher<number, number>((items) => {
    if (isBroken) return Promise.reject(new Error('broken'));
    return Promise.resolve(items);
  }, OPTIONS);
  const outcomes = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  expect(await batcher.add(3)).toBe(3);
});

test('an item that cannot be done does not fail the others', async () => {
  const batcher = new Batcher<number, number>(
    (items) => (items.includes(2) ? Promise.reject(new Error('not two')) : Promise.resolve(items)),
    { ...OPTIONS, isOfOneItem: () => true },
  );
  const outcomes = await Promise.allSettled([batcher.add(1), batcher.add(2), batcher.add(3)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
