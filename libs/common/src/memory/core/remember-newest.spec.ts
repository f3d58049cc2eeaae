import { rememberNewest } from './remember-newest.js';

test('the entry that was set longest ago is removed, and one that is set again is the newest', () => {
  const entries = new Map<string, number>();
  for (const [at, key] of ['a', 'b', 'a', 'c'].entries()) rememberNewest(entries, key, at, 2);
  expect([...entries]).toEqual([
    ['a', 2],
    ['c', 3],
  ]);
});
