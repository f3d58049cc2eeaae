import { PriorityBatcher } from './priority-batcher.js';

test('waiting items with the lowest numbers come first, also after a change of their numbers, and the others in order of arrival', async () => {
  const batches: string[][] = [];
  const priorities = new Map([['b', 1]]);
  const batcher = new PriorityBatcher<string, null>(
    async (items) => {
      batches.push([...items]);
      await Promise.resolve();
      return items.map(() => null);
    },
    (item) => priorities.get(item) ?? Number.MAX_VALUE,
    { maxBatch: 2, maxUnderWay: 1, maxWaiting: 100 },
  );
  const first = batcher.add('x');
  await Promise.resolve();
  const rest = ['a', 'b', 'c', 'd'].map((item) => batcher.add(item));
  priorities.set('d', 0);
  await Promise.all([first, ...rest]);
  expect(batches.slice(1)).toEqual([
    ['d', 'b'],
    ['a', 'c'],
  ]);
});
