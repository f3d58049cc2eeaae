import { INDEX_CHUNK_SIZE, MAX_EMBEDDED_INDEXES } from '../domain/limits.js';
import { IndexTableEdit } from './index-table-edit.js';
import { IndexTable } from './index-table.js';
import { chunkKeysOf, indexTexts, loadTable, storeTable } from './stored-tables.js';

/** A table in which these indexes have succeeded, and the chunks that differ from an empty one. */
function succeeded(count: number, indexes: readonly number[]) {
  const edit = new IndexTableEdit(IndexTable.load({ count }));
  for (const index of indexes) edit.record(index, edit.claim(index), { type: 'succeeded' });
  return edit.finish();
}

const names = { generation: 2, version: 'v9' };

test('the states of few indexes are kept in the run', () => {
  const stored = storeTable({ name: 'main' }, succeeded(5, [1, 3]), names);
  expect([stored.writes, stored.superseded, stored.kept.chunks]).toEqual([[], [], undefined]);
  expect(indexTexts({ indexes: 5, ...stored.kept })).toEqual({ completedIndexes: '1,3', failedIndexes: '' });
});

test('of many indexes only the changed chunks are written, under a new name; the former ones are superseded', () => {
  const count = 3 * INDEX_CHUNK_SIZE;
  const last = 2 * INDEX_CHUNK_SIZE + 7;
  const stored = storeTable({ name: 'main', chunks: ['v1', null, 'v2'] }, succeeded(count, [last]), names);
  expect(stored.kept).toEqual({ chunks: ['v1', null, 'v9'] });
  expect(stored.superseded).toEqual([{ generation: 2, task: 'main', no: 2, version: 'v2' }]);
  expect(stored.writes).toMatchObject([{ ...names, task: 'main', no: 2 }]);
  const chunks = new Map(stored.writes.map(({ no, bytes }) => [no, bytes]));
  expect(loadTable({ indexes: count }, chunks).textOf('succeeded')).toBe(String(last));
});

test('a task that grew too large for the run moves its first chunk out of it', () => {
  const small = storeTable({ name: 'main' }, succeeded(MAX_EMBEDDED_INDEXES, [0]), names);
  const grown = succeeded(MAX_EMBEDDED_INDEXES + 1, [0]);
  const stored = storeTable({ name: 'main', ...small.kept }, { ...grown, dirty: [] }, names);
  expect(stored.kept).toEqual({ chunks: ['v9'] });
  expect(stored.writes).toHaveLength(1);
});

test('a run refers to the chunks that it names, and to no others', () => {
  const tasks = [
    { name: 'a', chunks: [null, 'x'] },
    { name: 'b', table: '' },
  ] as unknown as Parameters<typeof chunkKeysOf>[0]['tasks'];
  expect(chunkKeysOf({ generation: 1, tasks })).toEqual([{ generation: 1, task: 'a', no: 1, version: 'x' }]);
});
