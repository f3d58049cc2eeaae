import { COLLECTION_NAMES, indexesOf } from '#common/mongo/collections.js';
import { ASKED_EVERYWHERE, shardKeyOf } from '#common/mongo/shard-keys.js';
import { generatedFrom, row } from './generated-note.js';

const INTRODUCTION = `Carillon divides no collection among the shards of a MongoDB cluster, and **no query has been tried on a cluster that does**.

If you divide collections, choose keys that keep each \`_id\` unique, because work is done once only if documents of one \`_id\` are always on the same shard of the cluster. The keys of this page do so, and every further unique index begins with them; a test compares them with the indexes. [Scaling](scaling.md#a-mongodb-cluster-that-divides-collections) says when to divide.`;

/** The shard key of every collection, and the queries that no shard key serves. */
export function shardKeysDocument(): string {
  const keys = COLLECTION_NAMES.map((name) => {
    const key = shardKeyOf(name);
    const unique = indexesOf(name).filter((index) => index.unique);
    const uniques = unique.map(({ key: fields }) => `\`${Object.keys(fields).join(', ')}\``).join('; ');
    if ('whole' in key) return row(`\`${name}\``, 'not divided', uniques, key.whole);
    return row(`\`${name}\``, `hash of \`${key.field}\``, uniques, key.follows ?? '');
  });
  const queries = ASKED_EVERYWHERE.map(({ collections, fields, why }) =>
    row(namesOf(collections), fields.length === 0 ? 'no field, or a range of `_id`' : namesOf(fields), why),
  );
  return [
    generatedFrom('libs/common/src/mongo/shard-keys.ts'),
    '# Shard keys\n',
    INTRODUCTION,
    '\n## Collections\n',
    row('collection', 'shard key', 'unique beside `_id`', 'why'),
    row('---', '---', '---', '---'),
    ...keys,
    '\n## Queries that all shards answer\n',
    'These queries do not concern one document or one run, so all shards of the cluster are asked. A test runs jobs of each kind and checks that there are no other such queries.\n',
    row('collections', 'query field', 'why'),
    row('---', '---', '---'),
    ...queries,
    '',
  ].join('\n');
}

const namesOf = (names: readonly string[]): string =>
  names.length === 0 ? 'any' : names.map((name) => `\`${name}\``).join(', ');
