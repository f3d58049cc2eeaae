/** Whatever the driver throws while the database elects a primary counts as an outage, which callers wait for. */
import type { StoredDocument } from '#common/mongo/document.js';
import { Mongo } from '#common/mongo/mongo.js';
import { isDatabaseOutage } from '#common/mongo/outage.js';
import { delay } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import { inForm } from '#testing/long-form.js';
import { ReplicaSetRelay } from '#embedded-servers';
import { freshMongo, silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { Random } from '../../simulation/support/random.js';

interface Row extends StoredDocument {
  readonly group: number;
}

const ELECTIONS = inForm({ short: 12, long: 200 });
const WITHOUT_MS = 150;
const BETWEEN_MS = 100;
/** More than one batch of a cursor. */
const ROWS = 300;
const LIMIT_MS = inForm({ short: 120_000, long: 900_000 });

test(
  'each kind of operation either succeeds or fails as in an outage',
  async () => {
    const { uri, drop } = await freshMongo();
    const random = new Random(Number(process.env['CARILLON_PROPERTY_SEED'] ?? 1));
    const set = await ReplicaSetRelay.start(uri, () => random.next());
    const mongo = await Mongo.connect(set.uri, silentLog, { lacking: 'leave' });
    const rows = mongo.collection<Row>('limits');
    await rows.insertMany(Array.from({ length: ROWS }, (_, i) => ({ _id: `row-${i}`, group: i % 10 })));
    const operations: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
      findOne: () => rows.findOne({ _id: 'row-1' }),
      findAll: () => rows.find({ _id: { $gt: 'row-' } }, { batchSize: 50 }).toArray(),
      aggregate: () => rows.aggregate([{ $match: { _id: { $gt: 'row-' } } }, { $group: { _id: '$group' } }]).toArray(),
      count: () => rows.countDocuments({ _id: { $gt: 'row-2' } }),
      distinct: () => rows.distinct('group', { _id: { $gt: 'row-' } }),
      insertOne: (n) => rows.insertOne({ _id: `one-${n}`, group: -1 }),
      insertMany: (n) => rows.insertMany([0, 1, 2].map((i) => ({ _id: `many-${n}-${i}`, group: -1 }))),
      updateOne: () => rows.updateOne({ _id: 'row-2' }, { $set: { group: 7 } }),
      updateMany: () => rows.updateMany({ _id: { $gt: 'row-5' } }, { $set: { group: 5 } }),
      findOneAndUpdate: () => rows.findOneAndUpdate({ _id: 'row-3' }, { $set: { group: 3 } }),
      replaceOne: () => rows.replaceOne({ _id: 'row-4' }, { group: 4 }),
      deleteMany: () => rows.deleteMany({ _id: { $lt: 'row-' } }),
      bulkWrite: (n) =>
        rows.bulkWrite(
          [
            { insertOne: { document: { _id: `bulk-${n}`, group: -1 } } },
            { updateOne: { filter: { _id: 'row-6' }, update: { $set: { group: 6 } } } },
          ],
          { ordered: false },
        ),
    };
    const counts = { well: 0, outage: 0 };
    const others: string[] = [];
    const ended = new AbortController();
    const repeat = async (name: string, operation: (n: number) => Promise<unknown>): Promise<void> => {
      for (let n = 0; !ended.signal.aborted; n++) {
        try {
          await operation(n);
          counts.well++;
        } catch (error) {
          const isOutage = isDatabaseOutage(error) || (error instanceof AppError && error.code === 'UNAVAILABLE');
          if (isOutage) counts.outage++;
          else others.push(`${name}: ${String(error)}`);
        }
      }
    };
    const repeated = Object.entries(operations).map(([name, operation]) => repeat(name, operation));
    for (let i = 0; i < ELECTIONS; i++) {
      // The driver looks for a primary twice a second: an election before it has found one would meet nobody.
      const before = counts.well;
      await until('operations to succeed', () =>
        Promise.resolve(counts.well > before + Object.keys(operations).length),
      );
      await delay(BETWEEN_MS);
      await set.elect(i % 2 === 0 ? 'stepDown' : 'crash', WITHOUT_MS);
    }
    await delay(BETWEEN_MS);
    ended.abort();
    await Promise.all(repeated);
    await mongo.close();
    await set.stop();
    await drop();
    expect(others).toEqual([]);
    const { refused, interrupted, cut } = set.troubles;
    expect(Math.min(refused, interrupted, cut)).toBeGreaterThan(0);
    expect(Object.values(counts).every((count) => count > 0)).toBe(true);
  },
  LIMIT_MS,
);

test('a cursor that has ended in the server, as with a crash or after a long pause, fails as in an outage', async () => {
  const { uri, drop } = await freshMongo();
  const set = await ReplicaSetRelay.start(uri, () => 1);
  const mongo = await Mongo.connect(set.uri, silentLog, { lacking: 'leave' });
  const rows = mongo.collection<Row>('limits');
  await rows.insertMany(Array.from({ length: ROWS }, (_, i) => ({ _id: `row-${i}`, group: i % 10 })));
  const ends: Readonly<Record<string, () => Promise<void>>> = {
    expiry: async () => {
      set.expireCursors();
      return Promise.resolve();
    },
    crash: async () => set.elect('crash', WITHOUT_MS),
  };
  for (const [how, end] of Object.entries(ends)) {
    const reading = rows.find({ _id: { $gt: 'row-' } }, { batchSize: 50 })[Symbol.asyncIterator]();
    expect((await reading.next()).done).toBe(false);
    await end();
    const rest = async (): Promise<string> => {
      while ((await reading.next()).done !== true);
      return 'all rows';
    };
    const outcome = await rest().catch((error: unknown) => (isDatabaseOutage(error) ? 'an outage' : String(error)));
    expect([how, outcome]).toEqual([how, 'an outage']);
  }
  expect(set.troubles.lostCursors).toBeGreaterThan(0);
  await mongo.close();
  await set.stop();
  await drop();
});
