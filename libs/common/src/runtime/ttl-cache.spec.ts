import { TtlCache } from './ttl-cache.js';

test('an entry expires by the given clock, also if that begins at zero, and the least recently used entry is removed first', () => {
  let now = 0;
  const cache = new TtlCache<string, number>(2, 1_000, { monotonic: () => now });
  cache.set('a', 1);
  now = 999;
  expect(cache.get('a')).toBe(1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.has('a'), cache.has('b'), cache.has('c')]).toEqual([true, false, true]);
  now = 1_001;
  expect([cache.get('a'), cache.get('c')]).toEqual([undefined, 3]);
});
