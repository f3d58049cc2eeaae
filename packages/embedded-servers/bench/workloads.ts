import type { Collection, Db, Document } from 'mongodb';
import type { Operation } from './measure.js';

/** One row of the table: prepares its collection once, then is measured with each number of clients. */
export interface Workload {
  name: string;
  unit: 'ops/s' | 'docs/s';
  clients: number[];
  prepare(db: Db): Promise<Operation>;
}

interface Counted extends Document {
  _id: number;
}

const CLIENTS = [1, 16, 64];
const DOCUMENTS = 50_000;
const QUEUE = 30_000;
const LOAD_BATCH = 1_000;
const PAGE = 20;
const STATES = 50;
const PADDING = 'x'.repeat(100);

const random = (limit: number): number => Math.floor(Math.random() * limit);

async function filled(db: Db, name: string, count: number): Promise<Collection<Counted>> {
  const collection = db.collection<Counted>(name);
  await collection.drop();
  for (let from = 0; from < count; from += LOAD_BATCH) {
    await collection.insertMany(
      Array.from({ length: Math.min(LOAD_BATCH, count - from) }, (_, offset) => {
        const i = from + offset;
        return {
          _id: i,
          ref: `ref-${i}`,
          state: i % STATES,
          priority: (i * 7_919) % 1_000,
          n: 0,
          rev: 0,
          pad: PADDING,
        };
      }),
      { ordered: false },
    );
  }
  return collection;
}

const call =
  (work: (client: number) => Promise<unknown>): Operation =>
  async (client) => {
    await work(client);
    return 1;
  };

const single = (name: string, prepare: (db: Db) => Promise<(client: number) => Promise<unknown>>): Workload => ({
  name,
  unit: 'ops/s',
  clients: CLIENTS,
  prepare: async (db) => call(await prepare(db)),
});

/** `size` updates in one command, each guarded by the revision that its document is known to have. */
const guardedUpdates = (size: number): Workload => ({
  name: `bulkWrite x ${size} guarded updateOne`,
  unit: 'docs/s',
  clients: [1, 4],
  prepare: async (db) => {
    const collection = await filled(db, 'bulk', DOCUMENTS / 2);
    const share = DOCUMENTS / 2 / 4;
    const revisions = new Map<number, number>();
    return async (client) => {
      const start = client * share + random(share - size);
      const ids = Array.from({ length: size }, (_, offset) => start + offset);
      const result = await collection.bulkWrite(
        ids.map((_id) => {
          const rev = revisions.get(_id) ?? 0;
          const update = { $set: { rev: rev + 1, writer: PADDING.slice(0, 24), wakeAt: new Date(), phase: 'Running' } };
          return { updateOne: { filter: { _id, rev }, update } };
        }),
        { ordered: false },
      );
      if (result.modifiedCount !== size)
        throw new Error(`${result.modifiedCount} of ${size} guarded updates took effect`);
      for (const id of ids) revisions.set(id, (revisions.get(id) ?? 0) + 1);
      return size;
    };
  },
});

async function claimQueue(db: Db): Promise<() => Promise<unknown>> {
  const queue = await filled(db, 'queue', QUEUE);
  await queue.createIndex({ state: 1, priority: 1, _id: 1 }, {}, {});
  return () =>
    queue.findOneAndUpdate(
      { state: { $lt: STATES } },
      { $set: { state: STATES } },
      { sort: { state: 1, priority: 1 } },
    );
}

export const WORKLOADS: Workload[] = [
  single('ping', (db) => Promise.resolve(() => db.command({ ping: 1 }))),
  single('insertOne, _id only', async (db) => {
    const collection = await filled(db, 'plain', 0);
    let next = 0;
    return () => collection.insertOne({ _id: next++, n: 1, pad: PADDING });
  }),
  single('insertOne, 3 secondary indexes', async (db) => {
    const collection = await filled(db, 'indexed', 0);
    await collection.createIndex({ ref: 1 }, { unique: true }, {});
    await collection.createIndex({ state: 1, priority: 1 }, {}, {});
    await collection.createIndex({ expireAt: 1 }, { expireAfterSeconds: 3_600 }, {});
    let next = 0;
    return () => {
      const _id = next++;
      return collection.insertOne({
        _id,
        ref: `r${_id}`,
        state: _id % STATES,
        priority: 1,
        expireAt: new Date(),
        pad: PADDING,
      });
    };
  }),
  {
    name: 'insertMany x 1000',
    unit: 'docs/s',
    clients: CLIENTS,
    prepare: async (db: Db) => {
      const collection = await filled(db, 'many', 0);
      let next = 0;
      return async () => {
        const documents = Array.from({ length: LOAD_BATCH }, () => ({ _id: next++, n: 1, pad: PADDING }));
        return (await collection.insertMany(documents, { ordered: false })).insertedCount;
      };
    },
  },
  single('findOne by _id', async (db) => {
    const collection = await filled(db, 'found', DOCUMENTS);
    return () => collection.findOne({ _id: random(DOCUMENTS) });
  }),
  single('findOne by unique string', async (db) => {
    const collection = db.collection('found');
    await collection.createIndex({ ref: 1 }, { unique: true }, {});
    return () => collection.findOne({ ref: `ref-${random(DOCUMENTS)}` });
  }),
  single('find sort + limit 20, compound index', async (db) => {
    const collection = db.collection('found');
    await collection.createIndex({ state: 1, priority: 1 }, {}, {});
    return () =>
      collection
        .find({ state: random(STATES) })
        .sort({ priority: 1 })
        .limit(PAGE)
        .toArray();
  }),
  single('updateOne by _id', async (db) => {
    const collection = await filled(db, 'updated', DOCUMENTS);
    return () => collection.updateOne({ _id: random(DOCUMENTS) }, { $inc: { n: 1 } });
  }),
  single('findOneAndUpdate by _id', (db: Db) => {
    const collection = db.collection<Counted>('updated');
    return Promise.resolve(() => collection.findOneAndUpdate({ _id: random(DOCUMENTS) }, { $inc: { n: 1 } }));
  }),
  single('findOneAndUpdate claim, sort, 30k queue', claimQueue),
  guardedUpdates(100),
  guardedUpdates(500),
  guardedUpdates(1_000),
];
