import { pathOf, placesIn } from './json-places.js';

const isText = ({ value }: { readonly value: unknown }): boolean => typeof value === 'string';
const found = (value: unknown, limit = 10): string[][] => placesIn(value, isText, limit).map(pathOf);

test('places are found in the order of their fields, each with its path', () => {
  expect(found({ b: ['x', { c: 'y' }], a: 'z', n: 1, none: null })).toEqual([['b', '0'], ['b', '1', 'c'], ['a']]);
  expect(found('x')).toEqual([[]]);
  expect(found({})).toEqual([]);
});

test('nothing below a found place is looked at, and no more places than the limit', () => {
  const isList = ({ value }: { readonly value: unknown }): boolean => Array.isArray(value);
  expect(placesIn({ a: [['x']], b: [] }, isList, 10).map(pathOf)).toEqual([['a'], ['b']]);
  expect(found(['x', 'y', 'z'], 2)).toEqual([['0'], ['1']]);
});

test('a value may be nested deeper than calls may be', () => {
  let value: unknown = 'x';
  for (let depth = 0; depth < 100_000; depth++) value = [value];
  expect(placesIn(value, isText, 1)).toHaveLength(1);
});
