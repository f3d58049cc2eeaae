import { KeyedLock } from './keyed-lock.js';

test('tasks of one key never run at the same time, also after a failure; tasks of another key do', async () => {
  const lock = new KeyedLock<string>();
  const log: string[] = [];
  const work =
    (name: string, fails = false) =>
    async (): Promise<void> => {
      log.push(`${name} begins`);
      await new Promise(setImmediate);
      log.push(`${name} ends`);
      if (fails) throw new Error('as planned');
    };
  const outcomes = await Promise.allSettled([
    lock.run('a', work('a1', true)),
    lock.run('a', work('a2')),
    lock.run('b', work('b1')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends']);
  expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'));
});
