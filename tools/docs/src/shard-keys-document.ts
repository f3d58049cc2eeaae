import { COLLECTION_NAMES, indexesOf } from '#common/mongo/collections.js';
import { shardKeyOf } from '#common/mongo/shard-keys.js';
import { row } from './generated-note.js';

const [BEGIN, END] = ['<!-- shard keys -->', '<!-- end of shard keys -->'] as const;

/** The document with the table of shard keys between its marks. */
export function shardKeysDocument(document: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`the marks ${BEGIN} and ${END} are missing`);
  const rows = COLLECTION_NAMES.map((name) => {
    const key = shardKeyOf(name);
    const unique = indexesOf(name).filter((index) => index.unique);
    const uniques = unique.map(({ key: fields }) => `\`${Object.keys(fields).join(', ')}\``).join('; ');
    if ('whole' in key) return row(`\`${name}\``, 'not divided', uniques, key.whole);
    const how = key.kind === 'hashed' ? `hash of \`${key.field}\`` : `\`${key.field}\``;
    return row(`\`${name}\``, how, uniques, key.follows ?? '');
  });
  const table = [
    row('collection', 'shard key', 'unique beside `_id`', 'why'),
    row('---', '---', '---', '---'),
    ...rows,
  ];
  return `${document.slice(0, begin)}${BEGIN}\n\n${table.join('\n')}\n\n${document.slice(end)}`;
}
