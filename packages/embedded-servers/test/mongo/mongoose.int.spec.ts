import { Schema, createConnection, type Connection } from 'mongoose';
import { freshDatabase } from '../../../../test/support/databases.js';
import { targetUri } from './support/target.js';

let connection: Connection;
beforeAll(async () => {
  connection = await createConnection(targetUri(), {
    dbName: freshDatabase(),
  }).asPromise();
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const runs = new Schema(
  {
    _id: String,
    tenant: String,
    state: { type: String, enum: ['QUEUED', 'RUNNING', 'FINISHED'], default: 'QUEUED' },
    wakeAt: Date,
    counters: { type: Map, of: Number },
    big: BigInt,
    expireAt: Date,
  },
  { versionKey: 'rev', optimisticConcurrency: true, timestamps: true },
);
runs.index({ tenant: 1, createdAt: -1 });
runs.index({ wakeAt: 1 }, { partialFilterExpression: { state: 'RUNNING' } });
runs.index({ expireAt: 1 }, { expireAfterSeconds: 0 });

describe('mongoose', () => {
  it('creates the indexes of a schema, and finds nothing left to do afterwards', async () => {
    const Run = connection.model('Indexed', runs);
    await Run.init();
    expect(await Run.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
    expect(await Run.syncIndexes()).toEqual([]);
    expect(await Run.listIndexes()).toHaveLength(4);
  });

  it('saves, reads back typed values, and refuses a save of an outdated document', async () => {
    const Run = connection.model('Saved', runs);
    await Run.create({ _id: 'a', tenant: 't', counters: { ok: 1 }, big: 2n ** 60n });
    const [mine, other] = await Promise.all([Run.findById('a').orFail(), Run.findById('a').orFail()]);
    expect([mine.counters?.get('ok'), mine.big]).toEqual([1, 2n ** 60n]);
    mine.state = 'RUNNING';
    await mine.save();
    other.state = 'FINISHED';
    await expect(other.save()).rejects.toMatchObject({ name: 'VersionError' });
    expect(await Run.findById('a').lean()).toMatchObject({ state: 'RUNNING', rev: 1 });
  });

  it('bulk-writes, bulk-saves and upserts through models', async () => {
    const Run = connection.model('Bulk', runs);
    await Run.insertMany(Array.from({ length: 20 }, (_, at) => ({ _id: `r${at}`, tenant: 't' })));
    const result = await Run.bulkWrite(
      Array.from({ length: 20 }, (_, at) => ({
        updateOne: { filter: { _id: `r${at}`, rev: 0 }, update: { $set: { state: 'RUNNING', rev: 1 } } },
      })),
    );
    expect(result.modifiedCount).toBe(20);
    const documents = await Run.find({ state: 'RUNNING' });
    for (const document of documents) document.state = 'FINISHED';
    await Run.bulkSave(documents);
    expect(await Run.countDocuments({ state: 'FINISHED' })).toBe(20);
    await Run.updateOne({ _id: 'new' }, { $setOnInsert: { tenant: 'u' } }, { upsert: true });
    expect(await Run.exists({ _id: 'new', tenant: 'u' })).toEqual({ _id: 'new' });
  });

  it('iterates, populates and aggregates', async () => {
    const Run = connection.model('Parent', runs);
    const attempts = new Schema({ run: { type: String, ref: 'Parent' }, number: Number });
    const Attempt = connection.model('Attempt', attempts);
    await Run.create({ _id: 'p', tenant: 't' });
    await Attempt.insertMany([1, 2, 3].map((number) => ({ run: 'p', number })));
    const numbers: unknown[] = [];
    for await (const attempt of Attempt.find().sort({ number: 1 }).cursor()) numbers.push(attempt.number);
    expect(numbers).toEqual([1, 2, 3]);
    expect(await Attempt.findOne().populate('run').lean()).toMatchObject({ run: { _id: 'p', tenant: 't' } });
    expect(await Attempt.aggregate([{ $group: { _id: '$run', n: { $sum: 1 } } }])).toEqual([{ _id: 'p', n: 3 }]);
  });

  it('reports a duplicate key with its pattern and value', async () => {
    const Run = connection.model('Unique', new Schema({ name: { type: String, index: { unique: true } } }));
    await Run.init();
    await Run.create({ name: 'same' });
    await expect(Run.create({ name: 'same' })).rejects.toMatchObject({
      code: 11000,
      keyPattern: { name: 1 },
      keyValue: { name: 'same' },
    });
  });
});
