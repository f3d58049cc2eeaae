import { asRunId } from '#common/domain/ids.js';
import { shardOf, someShards } from '#testing/shards.js';
import { RunMemory } from './run-memory.js';

const run = asRunId('run-1');
const shards = someShards(shardOf(run));

test('concurrent requests with the same mark are performed once, until another mark is requested', async () => {
  const memory = new RunMemory();
  const made: string[] = [];
  const once = (mark: string): Promise<void> =>
    memory.once(run, mark, () => {
      made.push(mark);
      return Promise.resolve();
    });
  await Promise.all([once('a'), once('a'), once('a')]);
  await once('b');
  await once('a');
  expect(made).toEqual(['a', 'b', 'a']);
});

test('a failed request is performed again when it is repeated, and all waiting callers get the error', async () => {
  const memory = new RunMemory();
  const failing = (): Promise<void> => Promise.reject(new Error('no'));
  const results = await Promise.allSettled([memory.once(run, 'a', failing), memory.once(run, 'a', failing)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  let made = 0;
  await memory.once(run, 'a', () => {
    made++;
    return Promise.resolve();
  });
  expect(made).toBe(1);
});

test('the operations of a run are performed in order', async () => {
  const memory = new RunMemory();
  const steps: string[] = [];
  let finish: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (finish = resolve));
  const making = memory.once(run, 'a', async () => {
    await promise;
    steps.push('made');
  });
  const removed = memory.undo(run, () => Promise.resolve(void steps.push('removed')));
  const again = memory.once(run, 'a', () => Promise.resolve(void steps.push('made again')));
  finish();
  await Promise.all([making, removed, again]);
  expect(steps).toEqual(['made', 'removed', 'made again']);
});

test('the memory lists the runs for which something was made', async () => {
  const memory = new RunMemory();
  await memory.once(run, 'a', () => Promise.resolve());
  expect(memory.runs(shards)).toEqual([run]);
  expect(memory.runs(someShards((shardOf(run) + 1) % 64))).toEqual([]);
  await memory.undo(run, () => Promise.resolve());
  expect(memory.runs(shards)).toEqual([]);
});
