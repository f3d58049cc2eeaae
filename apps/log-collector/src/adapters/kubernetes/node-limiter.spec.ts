import { jest } from '@jest/globals';
import { NodeLimiter } from './timed-semaphore.js';

const LONG_MS = 60_000;

/** Work that ends when the test ends it, and that records its beginning. */
class Work {
  hasBegun = false;
  end: () => void = () => undefined;
  private readonly ended = new Promise<void>((resolve) => (this.end = resolve));
  readonly run = (): Promise<void> => {
    this.hasBegun = true;
    return this.ended;
  };
}

const works = (count: number): Work[] => Array.from({ length: count }, () => new Work());
const begun = (some: readonly Work[]): boolean[] => some.map(({ hasBegun }) => hasBegun);
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('two requests run per node at a time, in the order of their arrival', async () => {
  const limiter = new NodeLimiter(LONG_MS);
  const some = works(4);
  const all = some.map(({ run }) => limiter.run('n1', run));
  await pass(1);
  expect(begun(some)).toEqual([true, true, false, false]);
  some[1]!.end();
  await pass(1);
  expect(begun(some)).toEqual([true, true, true, false]);
  for (const { end } of some) end();
  await Promise.all(all);
  expect(begun(some)).toEqual([true, true, true, true]);
});

test('nodes do not wait for each other', async () => {
  const limiter = new NodeLimiter(LONG_MS);
  const some = works(3);
  const busy = some.map(({ run }) => limiter.run('n1', run));
  const [other] = works(1);
  const done = limiter.run('n2', other!.run);
  await pass(1);
  expect(other!.hasBegun).toBe(true);
  expect(begun(some)).toEqual([true, true, false]);
  for (const { end } of [other!, ...some]) end();
  await Promise.all([done, ...busy]);
});

test('a long request does not block others, and releases its permit once', async () => {
  const limiter = new NodeLimiter(100);
  const slow = works(2);
  const all = slow.map(({ run }) => limiter.run('n1', run));
  const later = works(3);
  all.push(...later.map(({ run }) => limiter.run('n1', run)));
  await pass(150);
  expect(begun(later)).toEqual([true, true, false]);
  for (const { end } of slow) end();
  await pass(1);
  expect(begun(later)).toEqual([true, true, false]);
  later[0]!.end();
  await pass(1);
  expect(begun(later)).toEqual([true, true, true]);
  for (const { end } of later) end();
  await Promise.all(all);
});

test('a failed request releases its permit to the next', async () => {
  const limiter = new NodeLimiter(LONG_MS);
  const fail = (): Promise<void> => Promise.reject(new Error('no'));
  const failed = await Promise.allSettled([fail, fail, fail].map((work) => limiter.run('n1', work)));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
