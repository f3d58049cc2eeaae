import { COLLECTION_NAMES, indexesOf } from '#common/mongo/collections.js';
import { ASKED_EVERYWHERE, shardKeyOf } from '#common/mongo/shard-keys.js';
import { row } from './generated-note.js';

const [BEGIN, END] = ['<!-- shard keys -->', '<!-- end of shard keys -->'] as const;

/** The document with the table of shard keys between its marks. */
export function shardKeysDocument(document: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`the marks ${BEGIN} and ${END} are missing`);
  const rows = COLLECTION_NAMES.map((name) => {
    const key = shardKeyOf(name);
    const unique = indexesOf(name).filter((index) => index.unique);
    const uniques = unique.map(({ key: fields }) => `\`${Object.keys(fields).join(', ')}\``).join('; ');
    if ('whole' in key) return row(`\`${name}\``, 'not divided', uniques, key.whole);
    return row(`\`${name}\``, `hash of \`${key.field}\``, uniques, key.follows ?? '');
  });
  const table = [
    row('collection', 'shard key', 'unique beside `_id`', 'why'),
    row('---', '---', '---', '---'),
    ...rows,
  ];
  const everywhere = [
    row('collections', 'query field', 'why'),
    row('---', '---', '---'),
    ...ASKED_EVERYWHERE.map(({ collections, fields, why }) =>
      row(namesOf(collections), fields.length === 0 ? 'no field, or a range of `_id`' : namesOf(fields), why),
    ),
  ];
  const tables = [table, [EVERYWHERE], everywhere].map((lines) => lines.join('\n')).join('\n\n');
  return `${document.slice(0, begin)}${BEGIN}\n\n${tables}\n\n${document.slice(end)}`;
}

const EVERYWHERE =
  'These queries do not concern one document or one run, so all shards of the cluster are asked. A test runs jobs of each kind and checks that there are no other such queries:';

const namesOf = (names: readonly string[]): string =>
  names.length === 0 ? 'any' : names.map((name) => `\`${name}\``).join(', ');
