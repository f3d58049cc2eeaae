/** A primary that no other member follows takes writes which are gone after the next election: what waits for a majority is not lost by it. */
import { MongoClient } from 'mongodb';
import { BulkWriter, type GuardedDocument } from '#common/mongo/batched-operations.js';
import type { StoredDocument } from '#common/mongo/document.js';
import { Mongo } from '#common/mongo/mongo.js';
import { delay } from '#common/clock/clock.js';
import { inForm } from '#testing/long-form.js';
import { ReplicaSetRelay } from '#embedded-servers';
import { freshMongo, silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { Random } from '../../simulation/support/random.js';

const WITHOUT_MS = 150;
const ROLLBACKS = inForm({ short: 3, long: 60 });
const WRITERS = 8;
const LIMIT_MS = inForm({ short: 120_000, long: 900_000 });

interface Row extends StoredDocument {
  readonly value?: number;
}
interface Guarded extends GuardedDocument {
  readonly value: number;
}

interface Around {
  readonly set: ReplicaSetRelay;
  readonly mongo: Mongo;
}

/** Of those that wait, this share loses its connection before the primary crashes. */
async function withSet(
  shareCut: (random: Random) => () => number,
  body: (around: Around) => Promise<void>,
): Promise<void> {
  const { uri, drop } = await freshMongo();
  const random = new Random(Number(process.env['CARILLON_PROPERTY_SEED'] ?? 1));
  const set = await ReplicaSetRelay.start(uri, shareCut(random));
  const mongo = await Mongo.connect(set.uri, silentLog, { lacking: 'leave' });
  try {
    await body({ set, mongo });
  } finally {
    await mongo.close();
    await set.stop();
    await drop();
  }
}

/** The driver sends a write again once: two cuts would be the end of it. */
const never = () => () => 1;
const byChance = (random: Random) => () => random.next();

test(
  'a write that does not wait for a majority is answered, and gone; one that waits is there once',
  async () => {
    await withSet(never, async ({ set }) => {
      const client = await MongoClient.connect(set.uri, { serverSelectionTimeoutMS: 5_000 });
      const rows = client.db().collection<{ _id: string; value: number }>('limits');
      await rows.insertMany([
        { _id: 'changed', value: 1 },
        { _id: 'deleted', value: 1 },
        { _id: 'found', value: 1 },
        { _id: 'kept', value: 1 },
      ]);
      const rollback = set.elect('rollback', WITHOUT_MS);
      const single = { writeConcern: { w: 1 } } as const;
      const waiting = rows.updateOne(
        { _id: 'counted' },
        { $inc: { value: 1 } },
        { upsert: true, writeConcern: { w: 'majority' } },
      );
      await rows.insertOne({ _id: 'inserted', value: 2 }, single);
      await rows.updateOne({ _id: 'changed' }, { $set: { value: 2 } }, single);
      await rows.deleteOne({ _id: 'deleted' }, single);
      await rows.updateOne({ _id: 'kept', value: 9 }, { $set: { value: 2 } }, single);
      await rows.findOneAndUpdate({ _id: 'found' }, { $set: { value: 2 } }, single);
      const before = await rows
        .find({ _id: { $gt: '' } })
        .sort({ _id: 1 })
        .toArray();
      expect(before.map(({ _id, value }) => `${_id} ${value}`)).toEqual([
        'changed 2',
        'counted 1',
        'found 2',
        'inserted 2',
        'kept 1',
      ]);
      await rollback;
      // Without an answer, as where the retry met a connection that was cut as well, either is true.
      const least = await waiting.then(
        () => 1,
        () => 0,
      );
      const after = await rows.find({ _id: { $gt: '' } }).toArray();
      const counted = after.flatMap(({ _id, value }) => (_id === 'counted' ? [value] : []));
      expect(counted).toEqual(counted.length >= least ? counted.map(() => 1) : [1]);
      const others = after.flatMap(({ _id, value }) => (_id === 'counted' ? [] : [`${_id} ${value}`]));
      expect(others.sort()).toEqual(['changed 1', 'deleted 1', 'found 1', 'kept 1']);
      expect(set.troubles.rolledBackAnswered).toBe(5);
      await client.close();
    });
  },
  LIMIT_MS,
);

test(
  'each write of ours waits for a majority: what was answered is there',
  async () => {
    await withSet(byChance, async ({ set, mongo }) => {
      const rows = mongo.collection<Row>('limits');
      await rows.insertOne({ _id: 'row', value: 0 });
      const inserted: string[] = [];
      const counted = { answered: 0, sent: 0 };
      const ended = new AbortController();
      const repeat = async (write: (n: number) => Promise<unknown>): Promise<void> => {
        for (let n = 0; !ended.signal.aborted; n++) await write(n).catch(() => delay(20));
      };
      const writers = Array.from({ length: WRITERS }, (_, w) => [
        repeat(async (n) => {
          await rows.insertOne({ _id: `one-${w}-${n}` });
          inserted.push(`one-${w}-${n}`);
        }),
        repeat(async (n) => {
          await rows.insertMany([{ _id: `many-${w}-${n}-a` }, { _id: `many-${w}-${n}-b` }], { ordered: false });
          inserted.push(`many-${w}-${n}-a`, `many-${w}-${n}-b`);
        }),
        repeat(async () => {
          counted.sent++;
          await rows.updateOne({ _id: 'row' }, { $inc: { value: 1 } });
          counted.answered++;
        }),
      ]).flat();
      for (let i = 0; i < ROLLBACKS; i++) {
        await delay(300);
        await set.elect('rollback', WITHOUT_MS);
      }
      ended.abort();
      await Promise.all(writers);
      const stored = new Set(
        (await rows.find({ _id: { $gt: '' } }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id),
      );
      expect(inserted.filter((id) => !stored.has(id))).toEqual([]);
      const { value = 0 } = (await rows.findOne({ _id: 'row' })) ?? {};
      expect(value).toBeGreaterThanOrEqual(counted.answered);
      expect(value).toBeLessThanOrEqual(counted.sent);
      expect(set.troubles.rolledBack).toBeGreaterThan(0);
      expect(set.troubles.rolledBackAnswered).toBe(0);
    });
  },
  LIMIT_MS,
);

/** Each that waits loses its connection at once. */
const always = () => () => 0;
/** A client that asks for no majority when it reads, and sends nothing twice. */
const CARELESS = { retryReads: false, retryWrites: false, readConcern: { level: 'local' } } as const;

test(
  'a guarded write whose connection was cut is not taken for saved because the primary that is about to lose it shows it',
  async () => {
    await withSet(always, async ({ set, mongo }) => {
      const rows = mongo.collection<Guarded>('limits');
      const writer = new BulkWriter(rows);
      await rows.insertOne({ _id: 'row', rev: 1, value: 1 });
      const rollback = set.elect('rollback', WITHOUT_MS);
      const outcome = await writer
        .replace({ _id: 'row', rev: 2, value: 2 }, 1)
        .catch((error: unknown) => String(error));
      await rollback;
      expect([outcome, (await rows.findOne({ _id: 'row' }))?.rev]).not.toEqual([true, 1]);
      expect(set.troubles.rolledBack).toBeGreaterThan(0);
    });
  },
  LIMIT_MS,
);

test(
  'nobody reads what is about to be lost, so that nothing is answered or done for it',
  async () => {
    await withSet(always, async ({ set, mongo }) => {
      const rows = mongo.collection<Row>('limits');
      await rows.insertOne({ _id: 'row', value: 1 });
      const others = await MongoClient.connect(set.uri, CARELESS);
      const shown = others.db().collection<Row>('limits');
      const rollback = set.elect('rollback', WITHOUT_MS);
      const majority = { writeConcern: { w: 'majority' } } as const;
      const lost = shown.updateOne({ _id: 'row' }, { $set: { value: 2 } }, majority).catch(() => null);
      await until(
        'the write to be shown to whoever does not ask for a majority',
        // The connection that was cut may have cleared the client's pool.
        async () => (await shown.findOne({ _id: 'row' }).catch(() => null))?.value === 2,
      );
      const reads: Readonly<Record<string, () => Promise<unknown>>> = {
        findOne: async () => (await rows.findOne({ _id: 'row' }))?.value,
        find: async () => (await rows.find({ _id: 'row' }).toArray())[0]?.value,
        aggregate: async () => (await rows.aggregate<Row>([{ $match: { _id: 'row' } }]).toArray())[0]?.value,
        count: () => rows.countDocuments({ _id: 'row', value: 1 }),
        distinct: async () => (await rows.distinct('value', { _id: 'row' }))[0],
      };
      const found = Object.entries(reads).map(async ([name, read]) => [name, await read().catch(() => 'an outage')]);
      for (const each of await Promise.all(found)) expect(each).not.toEqual([each[0], each[0] === 'count' ? 0 : 2]);
      await Promise.all([rollback, lost]);
      await others.close();
    });
  },
  LIMIT_MS,
);
