import { Long } from 'bson';
import { MongoClient, type Document } from 'mongodb';
import { Target, targetUri } from './support/target.js';

let target: Target;
beforeAll(async () => {
  target = await Target.open();
});
afterAll(() => target.close());

describe('a retryable write that is sent twice', () => {
  /** Sent as a driver sends it again after a lost answer; a separate client has a session that no write has used. */
  async function twice(command: Document): Promise<[Document, Document]> {
    const client = await MongoClient.connect(targetUri());
    try {
      return await client.withSession(async (session) => {
        const message = { ...command, txnNumber: Long.fromNumber(1) };
        const send = (): Promise<Document> => client.db(target.db.databaseName).command(message, { session });
        return [await send(), await send()];
      });
    } finally {
      await client.close();
    }
  }

  it('increments once', async () => {
    const docs = target.collection<{ _id: number; n: number }>();
    await docs.insertOne({ _id: 1, n: 0 });
    const [first, second] = await twice({
      update: docs.collectionName,
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } } }],
    });
    expect([first['n'], second['n']]).toEqual([1, 1]);
    expect(await docs.findOne()).toMatchObject({ n: 1 });
  });

  it('inserts once, and reports it both times', async () => {
    const docs = target.collection<{ _id: number }>();
    const [first, second] = await twice({ insert: docs.collectionName, documents: [{ _id: 1 }, { _id: 2 }] });
    expect([first['n'], second['n'], second['writeErrors']]).toEqual([2, 2, undefined]);
    expect(await docs.countDocuments()).toBe(2);
  });

  it('claims one document, and returns the same one', async () => {
    const docs = target.collection<{ _id: number; taken?: boolean }>();
    await docs.insertMany([{ _id: 1 }, { _id: 2 }]);
    const [first, second] = await twice({
      findAndModify: docs.collectionName,
      query: { taken: { $exists: false } },
      update: { $set: { taken: true } },
    });
    expect((second['value'] as Document)['_id']).toBe((first['value'] as Document)['_id']);
    expect(await docs.countDocuments({ taken: true })).toBe(1);
  });

  it('applies a bulk of guarded updates once', async () => {
    const docs = target.collection<{ _id: number; n: number }>();
    await docs.insertMany(Array.from({ length: 30 }, (_, _id) => ({ _id, n: 0 })));
    const updates = Array.from({ length: 30 }, (_, _id) => ({ q: { _id }, u: { $inc: { n: 1 } } }));
    const [first, second] = await twice({ update: docs.collectionName, updates });
    expect([first['nModified'], second['nModified']]).toEqual([30, 30]);
    expect(await docs.countDocuments({ n: 1 })).toBe(30);
  });

  it('deletes once', async () => {
    const docs = target.collection();
    await docs.insertMany([{ a: 1 }, { a: 1 }]);
    await twice({ delete: docs.collectionName, deletes: [{ q: { a: 1 }, limit: 1 }] });
    expect(await docs.countDocuments()).toBe(1);
  });
});

describe('a session', () => {
  it('runs operations one after another, and can be ended', async () => {
    const docs = target.collection<{ _id: number }>();
    await target.client.withSession(async (session) => {
      await docs.insertOne({ _id: 1 }, { session });
      await docs.insertOne({ _id: 2 }, { session, writeConcern: { w: 'majority', journal: true } });
      const options = { session, readConcern: { level: 'majority' as const } };
      expect(await docs.find({}, options).toArray()).toHaveLength(2);
    });
  });
});

describe('the server', () => {
  it('presents itself as the primary of a replica set that understands retryable writes', async () => {
    const hello = await target.db.admin().command({ hello: 1 });
    expect(hello).toMatchObject({ isWritablePrimary: true, logicalSessionTimeoutMinutes: 30, ok: 1 });
    expect(hello['setName']).toEqual(expect.any(String));
    expect(hello['hosts']).toContain(hello['me']);
    expect(Number(hello['maxWireVersion'])).toBeGreaterThanOrEqual(17);
  });

  it('answers the commands of monitoring', async () => {
    const admin = target.db.admin();
    expect(await admin.ping()).toMatchObject({ ok: 1 });
    expect((await admin.buildInfo())['version']).toMatch(/^\d+\.\d+\.\d+/);
    expect(await admin.serverStatus()).toMatchObject({ ok: 1 });
    expect((await admin.serverStatus())['localTime']).toBeInstanceOf(Date);
  });
});
