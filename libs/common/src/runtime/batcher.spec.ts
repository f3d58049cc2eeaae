import { Batcher, KeyedBatcher } from './batcher.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const OPTIONS = { maxBatch: 3, maxUnderWay: 1, maxWaiting: 5 };

test('items that are added together are one call, and items that are added during a call are the next one', async () => {
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

test('batches are bounded, and so are the waiting items', async () => {
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

test('a failure is reported to all items of its batch, and the next batch is performed', async () => {
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

test('a batch ends before the item that makes it too heavy; its first item may be heavier', async () => {
  const batches: number[][] = [];
  const batcher = new Batcher<number, number>(
    (items) => {
      batches.push([...items]);
      return Promise.resolve(items);
    },
    { maxBatch: 3, maxUnderWay: 1, maxWaiting: 10, weightOf: (item) => item, maxWeight: 10 },
  );
  await Promise.all([11, 4, 6, 1, 1, 1, 1].map((item) => batcher.add(item)));
  expect(batches).toEqual([[11], [4, 6], [1, 1, 1], [1]]);
});

test('if items are ordered, those behind a failed batch fail with it', async () => {
  let calls = 0;
  const batcher = new Batcher<number, number>(
    async (items) => {
      calls += 1;
      await turn();
      if (items.includes(1)) throw new Error('broken');
      return items;
    },
    { maxBatch: 1, maxUnderWay: 1, maxWaiting: 10, isOrdered: true },
  );
  const outcomes = await Promise.allSettled([batcher.add(1), batcher.add(2), batcher.add(3)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(calls).toBe(1);
  expect(await batcher.add(4)).toBe(4);
});

test('an item that fails does not fail the others', async () => {
  const batcher = new Batcher<number, number>(
    (items) => (items.includes(2) ? Promise.reject(new Error('not two')) : Promise.resolve(items)),
    { ...OPTIONS, isOfOneItem: () => true },
  );
  const outcomes = await Promise.allSettled([batcher.add(1), batcher.add(2), batcher.add(3)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('the batcher gathers items for a moment, but not once a batch is full', async () => {
  const calls: number[][] = [];
  const perform = (items: readonly number[]): Promise<readonly number[]> => {
    calls.push([...items]);
    return Promise.resolve(items);
  };
  const batcher = new Batcher<number, number>(perform, { ...OPTIONS, gatherMs: 500 });
  const first = batcher.add(1);
  await turn();
  await Promise.all([first, batcher.add(2)]);
  expect(calls).toEqual([[1, 2]]);
  const patient = new Batcher<number, number>(perform, { ...OPTIONS, gatherMs: 60_000 });
  await Promise.all([patient.add(3), patient.add(4), patient.add(5)]);
  expect(calls).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
});

test('batches begin at an interval, except the first after a pause, and a full one', async () => {
  const calls: number[][] = [];
  const perform = (items: readonly number[]): Promise<readonly number[]> => {
    calls.push([...items]);
    return Promise.resolve(items);
  };
  const patient = new Batcher<number, number>(perform, { ...OPTIONS, everyMs: 200 });
  await patient.add(1);
  const waiting = [patient.add(2), patient.add(3)];
  await turn();
  expect(calls).toEqual([[1]]);
  await Promise.all([...waiting, patient.add(4)]);
  expect(calls).toEqual([[1], [2, 3, 4]]);
  const batcher = new Batcher<number, number>(perform, { ...OPTIONS, everyMs: 5 });
  await batcher.add(5);
  await Promise.all([batcher.add(6), batcher.add(7)]);
  expect(calls.slice(2)).toEqual([[5], [6, 7]]);
});

test('items of one key are never under way twice at once, and keep their order', async () => {
  const calls: string[][] = [];
  const ends: (() => void)[] = [];
  const batcher = new Batcher<string, true>(
    async (items) => {
      calls.push([...items]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return items.map(() => true);
    },
    { maxBatch: 10, maxUnderWay: 2, maxWaiting: 10, keyOf: (item) => item.charAt(0) },
  );
  const added = ['a1', 'b1', 'a2'].map((item) => batcher.add(item));
  await turn();
  added.push(batcher.add('c1'));
  await turn();
  expect(calls).toEqual([['a1', 'b1'], ['c1']]);
  ends[1]?.();
  await turn();
  expect(calls).toHaveLength(2);
  ends[0]?.();
  await turn();
  expect(calls).toEqual([['a1', 'b1'], ['c1'], ['a2']]);
  ends[2]?.();
  await Promise.all(added);
  expect(batcher.isIdle).toBe(true);
});

test('each key has its own batches, and is removed when it has no items left', async () => {
  const calls: string[] = [];
  const batcher = new KeyedBatcher<string, number, string>((key, items) => {
    calls.push(`${key}: ${items.join(' ')}`);
    return key === 'bad' ? Promise.reject(new Error('bad key')) : Promise.resolve(items.map((item) => `${key}${item}`));
  }, OPTIONS);
  const good = Promise.all([batcher.add('a', 1), batcher.add('b', 2), batcher.add('a', 3)]);
  await expect(batcher.add('bad', 4)).rejects.toThrow('bad key');
  expect(await good).toEqual(['a1', 'b2', 'a3']);
  expect(calls).toEqual(['a: 1 3', 'b: 2', 'bad: 4']);
  await turn();
  expect(batcher.size).toBe(0);
});
