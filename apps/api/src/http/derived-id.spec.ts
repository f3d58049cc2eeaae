import fc from 'fast-check';
import { plainId, sortableId } from './derived-id.js';

test('the same seed gives the same ids; another seed or purpose gives others', () => {
  expect(plainId('s', 'job')).toBe(plainId('s', 'job'));
  expect(plainId('s', 'job')).not.toBe(plainId('s', 'run'));
  expect(sortableId('s', 'run', 1)).toBe(sortableId('s', 'run', 1));
  expect(sortableId('s', 'run', 1)).not.toBe(sortableId('t', 'run', 1));
  expect(plainId('s', 'job')).toMatch(/^[0-9a-f]{24}$/);
});

test('sortable ids are sorted by their time', () => {
  const time = fc.integer({ min: 0, max: 2 ** 47 });
  fc.assert(
    fc.property(time, time, fc.string(), (a, b, seed) => {
      fc.pre(a !== b);
      expect(sortableId(seed, 'run', a) < sortableId(`${seed}x`, 'run', b)).toBe(a < b);
      expect(sortableId(seed, 'run', a)).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
    }),
  );
});
