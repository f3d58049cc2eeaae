import { SharedCalls } from './shared-calls.js';

test('callers share the call that is under way, and the next one begins another', async () => {
  const calls = new SharedCalls<string, number>();
  const ends: ((value: number) => void)[] = [];
  const call = (): Promise<number> => new Promise((resolve) => ends.push(resolve));
  const both = [calls.run('a', call), calls.run('a', call)];
  const other = calls.run('b', call);
  expect(ends).toHaveLength(2);
  ends[0]?.(1);
  ends[1]?.(2);
  expect(await Promise.all([...both, other])).toEqual([1, 1, 2]);
  expect(calls.get('a')).toBeUndefined();
  const next = calls.run('a', call);
  ends[2]?.(3);
  expect(await next).toBe(3);
});

test('a call that fails is not kept', async () => {
  const calls = new SharedCalls<string, number>();
  await expect(calls.run('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await calls.run('a', () => Promise.resolve(1))).toBe(1);
});
