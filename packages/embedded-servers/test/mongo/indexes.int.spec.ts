import type { Document } from 'mongodb';
import { Target, eventually, outcomes } from './support/target.js';

let target: Target;
beforeAll(async () => {
  target = await Target.open();
});
afterAll(() => target.close());

const many = (count: number, attempt: (at: number) => Promise<unknown>): Promise<unknown>[] =>
  Array.from({ length: count }, (_, at) => attempt(at));

describe('a unique index', () => {
  it('accepts one of 200 racing inserts of one key, and reports the key to the others', async () => {
    const docs = target.collection();
    await docs.createIndex({ key: 1 }, { unique: true }, {});
    const { succeeded, errors } = await outcomes(many(200, () => docs.insertOne({ key: 'same' })));
    expect(succeeded).toBe(1);
    expect(errors).toHaveLength(199);
    for (const error of errors) {
      expect(error).toMatchObject({ code: 11000, keyPattern: { key: 1 }, keyValue: { key: 'same' } });
      expect(error).toHaveProperty(
        'message',
        expect.stringMatching(/E11000 duplicate key error collection: .* index: key_1 dup key: \{ key: "same" \}/),
      );
    }
    expect(await docs.countDocuments()).toBe(1);
  });

  it('exists for the _id, too', async () => {
    const docs = target.collection<{ _id: string }>();
    const { succeeded, errors } = await outcomes(many(200, () => docs.insertOne({ _id: 'same' })));
    expect(succeeded).toBe(1);
    for (const error of errors)
      expect(error).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 'same' } });
  });

  it('makes one document from a hundred racing upserts', async () => {
    const docs = target.collection();
    await docs.createIndex({ key: 1 }, { unique: true }, {});
    const { errors } = await outcomes(
      many(100, () => docs.updateOne({ key: 'u' }, { $inc: { n: 1 } }, { upsert: true })),
    );
    expect(errors).toEqual([]);
    expect(await docs.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ key: 'u', n: 100 }]);
  });

  it('refuses updates as well', async () => {
    const docs = target.collection<{ _id: number; key: number }>();
    await docs.createIndex({ key: 1 }, { unique: true }, {});
    await docs.insertMany([1, 2].map((_id) => ({ _id, key: _id })));
    await expect(docs.updateOne({ _id: 1 }, { $set: { key: 2 } })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { key: 1 },
    });
    const claim = docs.findOneAndUpdate({ _id: 1 }, { $set: { key: 2 } });
    await expect(claim).rejects.toMatchObject({ code: 11000, keyPattern: { key: 1 }, keyValue: { key: 2 } });
  });

  it('covers several fields, the elements of lists, and missing fields unless sparse', async () => {
    const docs = target.collection();
    await docs.createIndex({ a: 1, b: 1 }, { unique: true, partialFilterExpression: { a: { $exists: true } } }, {});
    await docs.insertMany([{ a: 1, b: 1 }, { a: 1, b: 2 }, { x: 1 }, { x: 2 }]);
    await expect(docs.insertOne({ a: 1, b: 2 })).rejects.toMatchObject({ code: 11000, keyValue: { a: 1, b: 2 } });
    const lists = target.collection();
    await lists.createIndex({ tags: 1 }, { unique: true }, {});
    await lists.insertOne({ tags: ['x', 'y'] });
    await expect(lists.insertOne({ tags: ['y', 'z'] })).rejects.toMatchObject({ code: 11000 });
    const sparse = target.collection();
    await sparse.createIndex({ key: 1 }, { unique: true, sparse: true }, {});
    await sparse.insertMany([{ x: 1 }, { x: 2 }, { key: 1 }]);
    await expect(sparse.insertOne({ key: 1 })).rejects.toMatchObject({ code: 11000 });
  });

  it('is not built if documents violate it', async () => {
    const docs = target.collection();
    await docs.insertMany([{ a: 1 }, { a: 1 }]);
    const build = docs.createIndex({ a: 1 }, { unique: true }, {});
    await expect(build).rejects.toMatchObject({ code: 11000, message: expect.stringContaining('a_1') as string });
    expect(await docs.indexes()).toHaveLength(1);
  });
});

describe('a partial index', () => {
  it('is unique among the documents of its filter only, also when 100 race for it', async () => {
    const docs = target.collection();
    await docs.createIndex({ email: 1 }, { unique: true, partialFilterExpression: { active: true } }, {});
    await docs.insertMany([
      { email: 'a', active: false },
      { email: 'a', active: false },
    ]);
    const { succeeded } = await outcomes(many(100, () => docs.insertOne({ email: 'a', active: true })));
    expect(succeeded).toBe(1);
    await expect(docs.updateOne({ active: false }, { $set: { active: true } })).rejects.toMatchObject({ code: 11000 });
  });

  it.each([
    ['$exists', { b: { $exists: true } }, { b: 1 }],
    ['$gt', { b: { $gt: 5 } }, { b: 6 }],
    ['$type', { b: { $type: 'string' } }, { b: 's' }],
  ])('can be filtered by %s', async (_, filter, inside) => {
    const docs = target.collection();
    await docs.createIndex({ a: 1 }, { unique: true, partialFilterExpression: filter }, {});
    await docs.insertMany([{ a: 1 }, { a: 1 }, { a: 1, ...inside }]);
    await expect(docs.insertOne({ a: 1, ...inside })).rejects.toMatchObject({ code: 11000 });
  });
});

describe('index definitions', () => {
  it('are idempotent, and different conflicts have different errors', async () => {
    const docs = target.collection();
    await docs.createIndex({ a: 1 }, { name: 'x' }, {});
    await docs.createIndex({ a: 1 }, { name: 'x' }, {});
    await expect(docs.createIndex({ a: 1 }, { name: 'x', unique: true }, {})).rejects.toMatchObject({ code: 86 });
    await expect(docs.createIndex({ a: 1 }, { name: 'y' }, {})).rejects.toMatchObject({ code: 85 });
    await expect(docs.createIndex({ b: 1 }, { name: 'x' }, {})).rejects.toMatchObject({ code: 86 });
    expect((await docs.indexes()).map(({ name }) => name)).toEqual(['_id_', 'x']);
    await docs.dropIndex('x');
    await expect(docs.dropIndex('x')).rejects.toMatchObject({ code: 27 });
  });

  it('can be created by several processes at once, on a collection that does not exist yet', async () => {
    const docs = target.collection();
    const made = many(10, () => docs.createIndexes([{ key: { a: 1 } }, { key: { b: 1, c: -1 }, unique: true }]));
    expect((await outcomes(made)).errors).toEqual([]);
    expect(await docs.indexes()).toHaveLength(3);
  });
});

describe('expiry', () => {
  it('removes documents within seconds after their time, and no others', async () => {
    const docs = target.collection<Document & { _id: string }>();
    await docs.createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 }, {});
    await docs.createIndex({ doneAt: 1 }, { expireAfterSeconds: 3_600, partialFilterExpression: { kind: 'done' } }, {});
    const past = new Date(Date.now() - 7_200_000);
    await docs.insertMany([
      { _id: 'expired', expireAt: past },
      { _id: 'done long ago', kind: 'done', doneAt: past },
      { _id: 'not done', kind: 'open', doneAt: past },
      { _id: 'later', expireAt: new Date(Date.now() + 3_600_000) },
      { _id: 'never' },
    ]);
    const left = await eventually(
      async () => (await docs.find().toArray()).map(({ _id }) => _id).sort(),
      (ids) => ids.length <= 3,
      90_000,
    );
    expect(left).toEqual(['later', 'never', 'not done']);
  }, 100_000);
});

describe('explain', () => {
  it('shows that a query, its sort and a count are served by an index', async () => {
    const docs = target.collection();
    await docs.insertMany(Array.from({ length: 3_000 }, (_, i) => ({ shard: i % 64, wakeAt: i, pad: 'x'.repeat(50) })));
    await docs.createIndex({ shard: 1, wakeAt: 1 }, {}, {});
    const explained = (): Promise<string> =>
      docs
        .find({ shard: 5, wakeAt: { $lt: 2_000 } })
        .sort({ wakeAt: 1 })
        .limit(10)
        .explain('executionStats')
        .then((plan) => JSON.stringify(plan));
    const plan = await eventually(explained, (text) => text.includes('shard_1_wakeAt_1'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
    expect(plan).not.toMatch(/"stage":"SORT"/);
    const counted = await docs.aggregate([{ $match: { shard: 5 } }, { $count: 'n' }]).explain();
    expect(JSON.stringify(counted)).toContain('shard_1_wakeAt_1');
  });

  it('shows a scan of the whole collection if no index serves the query, and the number of examined documents', async () => {
    const docs = target.collection();
    await docs.insertMany(Array.from({ length: 500 }, (_, i) => ({ i })));
    const plan = await docs.find({ i: 7 }).explain('executionStats');
    expect(JSON.stringify(plan)).toContain('COLLSCAN');
    expect(plan['executionStats']).toMatchObject({ nReturned: 1, totalDocsExamined: 500 });
  });
});
