import { serialize } from 'bson';
import { isOfFew, scattered } from './shard-carrying.js';

test.each([
  [{ run: 'a', _id: { $gt: 'a/' } }, true],
  [{ run: { $in: ['a', 'b'] } }, true],
  [{ $and: [{ at: 1 }, { run: 'a' }] }, true],
  [{ $or: [{ run: 'a' }, { run: 'b', at: 1 }] }, true],
  [{ $or: [{ run: 'a' }, { at: 1 }] }, false],
  [{ _id: 'a/0/main/0/1' }, false],
  [{ run: { $gt: 'a' } }, false],
  [{ run: { $ne: 'a' } }, false],
  [{}, false],
])('of attempts, which are sharded by run, %j uses few shards: %s', (filter, expected) => {
  expect(isOfFew({ collection: 'attempts', filter })).toBe(expected);
});

test('a collection that is not sharded, or is not ours, is on one shard', () => {
  expect(isOfFew({ collection: 'tenants', filter: {} })).toBe(true);
  expect(isOfFew({ collection: 'others', filter: {} })).toBe(true);
});

test('a query of all shards is reported, unless it is documented', () => {
  const asking = (find: string, filter: object): string[] =>
    scattered({ body: { find, filter }, sequences: new Map() });
  expect(asking('attempts', { _id: 'a/0/main/0/1', rev: 1 })).toEqual([expect.stringContaining('attempts: ')]);
  expect(asking('runs', { shard: { $in: [1] }, state: 'RUNNING' })).toEqual([]);
  expect(asking('logs', { _id: { $gte: 'a' } })).toEqual([]);
});

test('a document without the key of its collection is reported, wherever the command contains it', () => {
  const sequences = new Map([['documents', [serialize({ _id: 'a', run: 'b' }), serialize({ _id: 'c' })]]]);
  expect(scattered({ body: { insert: 'logs' }, sequences })).toEqual(['logs: a document without run']);
  expect(scattered({ body: { insert: 'logs', documents: [{ _id: 'a', run: 'b' }] }, sequences: new Map() })).toEqual(
    [],
  );
});
