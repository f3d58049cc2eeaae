import { COLLECTION_NAMES, indexesOf } from './collections.js';
import { shardKeyOf } from './shard-keys.js';

const divided = COLLECTION_NAMES.flatMap((name) => {
  const key = shardKeyOf(name);
  return 'whole' in key ? [] : [{ name, key }];
});

test('each unique index of a sharded collection begins with its shard key, as MongoDB requires', () => {
  const wrong = divided.flatMap(({ name, key }) =>
    indexesOf(name)
      .filter(({ unique, key: fields }) => unique === true && Object.keys(fields)[0] !== key.field)
      .map(({ key: fields }) => `${name} ${JSON.stringify(fields)}`),
  );
  expect(wrong).toEqual([]);
});

test('a shard key other than `_id` is derived from `_id`, since otherwise one `_id` could be stored twice', () => {
  expect(divided.filter(({ key }) => (key.field === '_id') === (key.follows !== undefined))).toEqual([]);
});

test('a shard key other than `_id` has an index, by which its documents are found', () => {
  const without = divided.filter(
    ({ name, key }) => key.field !== '_id' && !indexesOf(name).some((index) => Object.keys(index.key)[0] === key.field),
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});
