import { Binary, Decimal128, Long, ObjectId, Timestamp, UUID, serialize } from 'bson';
import type { Document } from 'mongodb';
import { Target } from './support/target.js';

interface Item {
  _id: number;
  n?: number;
  tags?: string[];
  name?: string;
  at?: { x: number; y?: number };
  data?: Binary;
  more?: Binary;
  z?: number;
}

let target: Target;
beforeAll(async () => {
  target = await Target.open();
});
afterAll(() => target.close());

describe('documents', () => {
  it('are inserted, found, updated, replaced and deleted, with exact counts', async () => {
    const items = target.collection<Item>();
    expect((await items.insertOne({ _id: 1, n: 1 })).insertedId).toBe(1);
    expect((await items.insertMany([2, 3, 4].map((_id) => ({ _id, n: _id })))).insertedCount).toBe(3);
    expect(await items.countDocuments({ n: { $gte: 2 } })).toBe(3);
    expect(await items.updateMany({ n: { $gte: 2 } }, { $inc: { n: 10 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 3,
    });
    expect(await items.updateOne({ _id: 1 }, { $set: { n: 1 } })).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
    expect(await items.updateOne({ _id: 99 }, { $set: { n: 1 } })).toMatchObject({ matchedCount: 0 });
    expect((await items.replaceOne({ _id: 1 }, { z: 1 })).modifiedCount).toBe(1);
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, z: 1 });
    expect((await items.deleteMany({ n: { $gt: 12 } })).deletedCount).toBe(2);
    expect((await items.deleteOne({ _id: 1 })).deletedCount).toBe(1);
    expect(await items.distinct('_id')).toEqual([2]);
    expect(await items.estimatedDocumentCount()).toBeGreaterThanOrEqual(0);
  });

  it('are returned byte for byte, also after updates that cancelled each other', async () => {
    const kinds = target.collection();
    const document = {
      _id: new ObjectId(),
      date: new Date(1_234_567_890_123),
      decimal: Decimal128.fromString('123.4500'),
      binary: new Binary(Buffer.from([0, 1, 255])),
      uuid: new UUID(),
      long: Long.fromString('9223372036854775807'),
      timestamp: new Timestamp({ t: 5, i: 6 }),
      nothing: null,
      nested: { a: [[], {}, [{ b: [1, [2]] }]] },
      notANumber: NaN,
      negativeZero: -0,
      text: 'hé中\u{1F600}\u0000b',
      order: { z: 1, a: 2, m: 3 },
    };
    await kinds.insertOne(document);
    await kinds.updateOne({ _id: document._id }, { $set: { extra: 1 } });
    await kinds.updateOne({ _id: document._id }, { $unset: { extra: 1 } });
    const [raw] = await kinds.find({ _id: document._id }, { raw: true }).toArray();
    expect(Buffer.from(raw as unknown as Uint8Array)).toEqual(Buffer.from(serialize(document)));
  });

  it('can be almost 16 MB large, and no larger', async () => {
    const large = target.collection<Item>();
    const bytes = Math.floor(15.9 * 2 ** 20);
    await large.insertOne({ _id: 1, data: new Binary(Buffer.alloc(bytes, 7)) });
    expect((await large.findOne({ _id: 1 }))?.data?.length()).toBe(bytes);
    const growth = large.updateOne({ _id: 1 }, { $set: { more: new Binary(Buffer.alloc(2 ** 20)) } });
    await expect(growth).rejects.toMatchObject({ code: 17419 });
  });

  it('are matched, sorted, paged and projected by every usual operator', async () => {
    const items = target.collection<Item>();
    await items.insertMany([
      { _id: 1, n: 3, tags: ['a', 'b'], at: { x: 1 }, name: 'Hello World' },
      { _id: 2, n: 1, tags: ['c'], name: 'bye' },
      { _id: 3, n: 2, at: { x: 1, y: 2 } },
    ]);
    const ids = async (filter: object): Promise<number[]> =>
      (await items.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    expect(await ids({ name: /^hello/i })).toEqual([1]);
    expect(await ids({ tags: { $all: ['a', 'b'] } })).toEqual([1]);
    expect(await ids({ tags: { $elemMatch: { $gt: 'b' } } })).toEqual([2]);
    expect(await ids({ $or: [{ _id: 1 }, { 'at.y': 2 }] })).toEqual([1, 3]);
    expect(await ids({ name: { $exists: false } })).toEqual([3]);
    expect(await ids({ n: { $in: [1, 2], $ne: 2 } })).toEqual([2]);
    expect(await ids({ $expr: { $gt: ['$_id', '$n'] } })).toEqual([2, 3]);
    const page = items
      .find({}, { projection: { n: 1, _id: 0 } })
      .sort({ n: -1 })
      .skip(1)
      .limit(1);
    expect(await page.toArray()).toEqual([{ n: 2 }]);
  });

  it('are changed by every usual operator', async () => {
    const items = target.collection<Document & { _id: number }>();
    const changed = async (before: object, update: object, options = {}): Promise<unknown> => {
      await items.replaceOne({ _id: 1 }, before, { upsert: true });
      await items.updateOne({ _id: 1 }, update, options);
      return items.findOne({ _id: 1 }, { projection: { _id: 0 } });
    };
    expect(await changed({ a: [1, 2, 3] }, { $push: { a: { $each: [9, 8], $position: 0, $slice: 3 } } })).toEqual({
      a: [9, 8, 1],
    });
    expect(await changed({ a: [1] }, { $addToSet: { a: { $each: [1, 2] } } })).toEqual({ a: [1, 2] });
    expect(await changed({ a: [1, 2, 3] }, { $pull: { a: { $gt: 1 } } })).toEqual({ a: [1] });
    expect(await changed({ a: 5, u: 1 }, { $min: { a: 3 }, $max: { b: 4 }, $mul: { c: 2 }, $unset: { u: 1 } })).toEqual(
      { a: 3, b: 4, c: 0 },
    );
    expect(await changed({ a: 3 }, { $bit: { a: { or: 4 } }, $rename: { z: 'y' } })).toEqual({ a: 7 });
    expect(await changed({ a: 1 }, { $set: { 'q.r': 1 }, $setOnInsert: { never: 1 } })).toEqual({ a: 1, q: { r: 1 } });
    const filters = { arrayFilters: [{ 'e.s': { $gte: 3 } }] };
    expect(await changed({ g: [{ s: 1 }, { s: 5 }] }, { $set: { 'g.$[e].hi': true } }, filters)).toEqual({
      g: [{ s: 1 }, { s: 5, hi: true }],
    });
    expect(await changed({ a: 1, b: 2 }, [{ $set: { c: { $add: ['$a', '$b'] } } }, { $unset: 'a' }])).toEqual({
      b: 2,
      c: 3,
    });
  });
});

describe('errors', () => {
  it('report the unknown command, the missing namespace and the immutable field by their codes', async () => {
    const items = target.collection<Item>();
    await items.insertOne({ _id: 1 });
    await expect(target.db.command({ noSuchCommand: 1 })).rejects.toMatchObject({ code: 59 });
    await expect(target.collection().indexes()).rejects.toMatchObject({ code: 26 });
    await expect(items.updateOne({ _id: 1 }, { $set: { _id: 2 } })).rejects.toMatchObject({ code: 66 });
    await expect(items.updateOne({ _id: 1 }, { $inc: { _id: 'x' } } as object)).rejects.toHaveProperty('code');
    await expect(items.find({ $nonsense: 1 } as object).toArray()).rejects.toMatchObject({ code: 2 });
  });

  it('end a query that exceeds its time limit', async () => {
    const items = target.collection<Item>();
    await items.insertMany(
      Array.from({ length: 2_000 }, (_, _id) => ({ _id, n: _id })),
      { ordered: false },
    );
    const name = items.collectionName;
    const slow = items.aggregate([{ $lookup: { from: name, pipeline: [], as: 'all' } }, { $unwind: '$all' }], {
      maxTimeMS: 20,
    });
    await expect(slow.toArray()).rejects.toMatchObject({ code: 50 });
  });
});

describe('collections and databases', () => {
  it('are created, listed, renamed and dropped', async () => {
    const { db } = target;
    await db.createCollection('made');
    expect(await db.listCollections({ name: 'made' }).toArray()).toMatchObject([{ name: 'made', type: 'collection' }]);
    await db.renameCollection('made', 'renamed');
    expect(await db.collection('renamed').drop()).toBe(true);
    expect(await db.listCollections({}, { nameOnly: true }).toArray()).not.toContainEqual(
      expect.objectContaining({ name: 'renamed' }),
    );
    const { databases } = await db.admin().listDatabases();
    expect(databases.map(({ name }) => name)).toContain(db.databaseName);
  });

  it('accept writes of a client without acknowledgement, too', async () => {
    const items = target.collection<Item>();
    await items.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
    await items.insertOne({ _id: 2 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(await items.countDocuments({ _id: 2 })).toBe(1);
  });
});
