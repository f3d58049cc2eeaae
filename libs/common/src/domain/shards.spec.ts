import fc from 'fast-check';
import { asRunId, attemptId } from './ids.js';
import { finestShardOf, isShardCount, Shards, ShardSet } from './shards.js';

const shards = new Shards(64);
const counts = fc.constantFrom(64, 128, 256, 512, 1_024);

test('the number of shards is a power of two from 64 to 1,024', () => {
  expect([64, 128, 256, 512, 1_024].every(isShardCount)).toBe(true);
  expect([0, 1, 32, 63, 65, 96, 2_048, 64.5, NaN].some(isShardCount)).toBe(false);
  expect(() => new Shards(100)).toThrow('not a power of two');
});

test('the shard of an id never changes', () => {
  expect(['nightly-report', 'job', '', 'é'].map((id) => shards.of(id))).toEqual([11, 28, 5, 4]);
  expect(['nightly-report', 'job'].map(finestShardOf)).toEqual([139, 988]);
});

test('the shard of an attempt is that of its run', () => {
  const run = asRunId('job-1700000000');
  const key = { run, generation: 1, task: 'main', index: 3, attempt: 2 };
  expect(shards.ofAttempt(attemptId(key))).toBe(shards.of(run));
});

test('whatever the number of shards, an id is in one of them, which its finest shard determines', () => {
  fc.assert(
    fc.property(counts, fc.string(), (count, id) => {
      const all = new Shards(count);
      const owner = all.all.filter((shard) => new ShardSet(all, [shard]).owns(id));
      expect(owner).toEqual([all.of(id)]);
      expect(new ShardSet(all, owner).finest().has(finestShardOf(id))).toBe(true);
      expect(new ShardSet(all, [(all.of(id) + 1) % count]).finest().has(finestShardOf(id))).toBe(false);
    }),
  );
});

test('doubling the number of shards divides each in two', () => {
  fc.assert(
    fc.property(fc.constantFrom(64, 128, 256, 512), fc.string(), (count, id) => {
      expect(new Shards(2 * count).of(id) % count).toBe(new Shards(count).of(id));
    }),
  );
});
