import { BoundedNames } from './bounded-names.js';

const named = (most: number, existing: readonly string[], met: readonly string[]): string[] => {
  const names = new BoundedNames(most);
  names.choose(existing);
  return met.map((name) => names.of(name));
};

test('replicas that meet tenants in another order distinguish the same ones', () => {
  const existing = ['a', 'b'];
  expect(named(2, existing, ['z', 'b', 'a'])).toEqual(['other', 'b', 'a']);
  expect(named(2, existing, ['a', 'z', 'b'])).toEqual(['a', 'other', 'b']);
});

test('a new name has a value of its own while there is room, until the next choice', () => {
  const names = new BoundedNames(2);
  names.choose(['a']);
  expect(['z', 'y'].map((name) => names.of(name))).toEqual(['z', 'other']);
  names.choose(['a', 'y', 'z']);
  expect(['z', 'y'].map((name) => names.of(name))).toEqual(['other', 'y']);
});

test('a bound of 0 distinguishes nothing', () => {
  expect(named(0, ['a'], ['a', 'b'])).toEqual(['other', 'other']);
});
