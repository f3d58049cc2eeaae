import { Double, Int32, Long, ObjectId, deserialize, serialize, type Document } from 'bson';
import { documentsOf } from './bson-fields.js';
import { keyedChangesOf, type KeyedChanges } from './keyed-changes.js';
import { Request } from './request.js';

const client = { id: 1, remoteAddress: '' };

function updatesOf(updates: Document[], command: Document = {}): KeyedChanges | undefined {
  const body = Buffer.from(serialize({ update: 'c', ordered: false, $db: 'd', ...command }));
  const sequences = new Map([['updates', Buffer.concat(updates.map((update) => serialize(update)))]]);
  const flags = { requestId: 1, legacy: false, noReply: false, exhaust: false, database: undefined };
  return keyedChangesOf(new Request({ ...flags, body, sequences }, client));
}

const guarded = (_id: unknown, rev = 1): Document => ({ q: { _id, rev }, u: { $set: { rev: rev + 1 } } });
const names = ['a', 'b', 'c'];
const bulkWith = (last: Document): Document[] => [...names.map((name) => guarded(name)), last];

describe('keyedChangesOf', () => {
  it('divides a bulk of guarded updates, in order', () => {
    const bulk = updatesOf(bulkWith({ ...guarded('d', 7), multi: false, upsert: false }));
    const read = (bytes: Buffer | undefined): Document[] =>
      documentsOf(bytes ?? Buffer.alloc(0)).map((document) => deserialize(document));
    expect(read(bulk?.ids)).toEqual([...names, 'd'].map((id) => ({ '': id })));
    expect(read(bulk?.queries).at(-1)).toEqual({ _id: 'd', rev: 7 });
    expect(read(bulk?.changes).at(-1)).toEqual({ '': { $set: { rev: 8 } } });
  });

  it.each([
    ['an id of another kind', guarded(new ObjectId())],
    [
      'a comparison as a guard',
      { q: { _id: 'd', rev: { $lt: 5 }, state: { $in: ['a', 'b'] } }, u: { $inc: { n: 1 } } },
    ],
    ['no guard at all', { q: { _id: 'd' }, u: { $unset: { n: 1 } } }],
  ])('divides a bulk with %s', (_, last) => {
    expect(updatesOf(bulkWith(last))).toBeDefined();
  });

  it.each([
    ['many documents', { ...guarded('d'), multi: true }],
    ['a document that is inserted if it is missing', { ...guarded('d'), upsert: true }],
    ['a document that another update changes, too', guarded('a')],
    ['no _id', { q: { rev: 1 }, u: { $set: { n: 1 } } }],
    ['a range of _id', { q: { _id: { $gt: 'd' } }, u: { $set: { n: 1 } } }],
    ['an _id that is a document', { q: { _id: { a: 1 } }, u: { $set: { n: 1 } } }],
    ['a replacement beside updates', { q: { _id: 'd' }, u: { _id: 'd', n: 1 } }],
    ['a pipeline', { q: { _id: 'd' }, u: [{ $set: { n: 1 } }] }],
    ['elements of a list', { ...guarded('d'), arrayFilters: [{ e: 1 }] }],
    ['a filter with logic', { q: { _id: 'd', $or: [{ a: 1 }, { b: 1 }] }, u: { $set: { n: 1 } } }],
    ['a pattern', { q: { _id: 'd', name: /x/ }, u: { $set: { n: 1 } } }],
    ['a text search', { q: { _id: 'd', name: { $regex: 'x' } }, u: { $set: { n: 1 } } }],
  ])('leaves a bulk to the engine if one of its updates is of %s', (_, last) => {
    expect(updatesOf(bulkWith(last))).toBeUndefined();
  });

  describe('a bulk of replacements', () => {
    const replaced = (_id: string): Document => ({ q: { _id, rev: 1 }, u: { _id, rev: 2 } });
    const replacedWith = (u: Document): KeyedChanges | undefined =>
      updatesOf([...names.map(replaced), { q: { _id: 'd' }, u }]);

    it('is divided, each document as it will be stored', () => {
      const bulk = replacedWith({ _id: 'd', n: 1 });
      expect(bulk?.change).toBe('replace');
      expect(documentsOf(bulk?.changes ?? Buffer.alloc(0)).map((document) => deserialize(document))).toEqual([
        ...names.map((_id) => ({ _id, rev: 2 })),
        { _id: 'd', n: 1 },
      ]);
    });

    it.each([
      ['no _id', { n: 1 }],
      ['another _id', { _id: 'e', n: 1 }],
      ['an _id of another type', { _id: 4, n: 1 }],
      ['an _id that is not the first field', { n: 1, _id: 'd' }],
      ['a name that begins with an operator', { _id: 'd', $n: 1 }],
      ['an update beside it', { $set: { n: 1 } }],
    ])('is left to the engine if one replacement has %s', (_, u) => {
      expect(replacedWith(u)).toBeUndefined();
    });
  });

  it('leaves small bulks, unusual commands and other commands to the engine', () => {
    expect(updatesOf(bulkWith(guarded('d')).slice(1))).toBeUndefined();
    expect(updatesOf(bulkWith(guarded('d')), { let: { x: 1 } })).toBeUndefined();
    expect(updatesOf(bulkWith(guarded('d')), { maxTimeMS: 5 })).toBeUndefined();
  });

  it('does not treat numbers of different types as different documents', () => {
    const numbers = names.map((_, at) => guarded(new Int32(at)));
    expect(updatesOf([...numbers, guarded(new Int32(99))])).toBeDefined();
    expect(updatesOf([...numbers, guarded(new Double(1.5))])).toBeUndefined();
    expect(updatesOf([...numbers, guarded(Long.fromNumber(1))])).toBeUndefined();
  });
});
