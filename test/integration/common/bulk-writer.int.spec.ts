import { BatchedInserts, BatchedUpdates, BulkWriter, type GuardedDocument } from '#common/mongo/batched-operations.js';
import { Mongo } from '#common/mongo/mongo.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { MongoRelay, type SentCommand } from '#testing/mongo-relay.js';
import { freshMongo, silentLog } from '#testing/servers.js';
import { storeRun, T0 } from '../api/stored-runs.js';

interface Counter extends GuardedDocument {
  readonly count: number;
}

let mongo: Mongo;
let uri: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ mongo, uri, drop } = await freshMongo());
});
afterAll(() => drop());

const writers = (count: number): BulkWriter<Counter>[] =>
  Array.from({ length: count }, () => new BulkWriter(mongo.collection<Counter>('limits')));

test('of many racing inserts of one key exactly one wins', async () => {
  const outcomes = await Promise.all(
    writers(30).map((writer, count) => writer.insert({ _id: 'insert-race', rev: 1, count })),
  );
  expect(outcomes.filter(Boolean)).toHaveLength(1);
});

test('of many racing replacements of one revision exactly one wins, and the document is that of the winner', async () => {
  const all = writers(30);
  await all[0]!.insert({ _id: 'replace-race', rev: 1, count: -1 });
  const outcomes = await Promise.all(
    all.map((writer, count) => writer.replace({ _id: 'replace-race', rev: 2, count }, 1)),
  );
  const stored = await mongo.collection<Counter>('limits').findOne({ _id: 'replace-race' });
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(stored?.count).toBe(outcomes.indexOf(true));
});

test('a decision on a removed run does not replace a new run under its id', async () => {
  const former = await storeRun(mongo, 'again', { createdAt: T0 });
  const runs = new RunsStore(mongo);
  await runs.withdraw(former);
  const made = await storeRun(mongo, 'again', { createdAt: T0 + 1 });
  expect(await runs.save({ ...former, rev: 2 }, 1)).toBe(false);
  expect(await runs.save({ ...made, rev: 2, message: 'mine' }, 1)).toBe(true);
});

test('a counter that fifty writers raise by compare-and-set loses no step', async () => {
  const all = writers(10);
  await all[0]!.insert({ _id: 'counter', rev: 1, count: 0 });
  const collection = mongo.collection<Counter>('limits');
  const raise = async (writer: BulkWriter<Counter>): Promise<void> => {
    for (;;) {
      const seen = await collection.findOne({ _id: 'counter' });
      if (seen && (await writer.replace({ _id: 'counter', rev: seen.rev + 1, count: seen.count + 1 }, seen.rev)))
        return;
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, i) => raise(all[i % all.length]!)));
  expect((await collection.findOne({ _id: 'counter' }))?.count).toBe(50);
});

test('one group contains winners and losers, and each gets its own result', async () => {
  const [writer] = writers(1);
  await Promise.all(
    Array.from({ length: 100 }, (_, i) => writer!.insert({ _id: `mixed-${i}`, rev: i % 2 === 0 ? 1 : 7, count: 0 })),
  );
  const won = await Promise.all(
    Array.from({ length: 100 }, (_, i) => writer!.replace({ _id: `mixed-${i}`, rev: 2, count: 1 }, 1)),
  );
  expect(won).toEqual(Array.from({ length: 100 }, (_, i) => i % 2 === 0));
});

describe('while connections close before the answer to a write', () => {
  const isWrite = ({ body }: SentCommand): boolean => 'insert' in body || 'update' in body;
  /** More often than the driver sends a write. */
  const MORE_THAN_A_WRITE_IS_SENT = 4;
  let relay: MongoRelay;
  let client: Mongo;
  beforeAll(async () => {
    relay = await MongoRelay.start(uri, () => undefined);
    client = await Mongo.connect(relay.uri, silentLog, { lacking: 'leave' });
  });
  afterAll(async () => {
    await client.close();
    await relay.stop();
  });
  const writer = (): BulkWriter<Counter> => new BulkWriter(client.collection<Counter>('limits'));

  /** The next writes are made, and their answers lost. */
  function loseAnswers(): void {
    let left = MORE_THAN_A_WRITE_IS_SENT;
    relay.losesAnswer = (command) => isWrite(command) && left-- > 0;
  }

  test('writes that were made are read back, and have won', async () => {
    loseAnswers();
    const inserts = await Promise.all([1, 2].map((n) => writer().insert({ _id: `unknown-${n}`, rev: 1, count: n })));
    loseAnswers();
    const replaced = await writer().replace({ _id: 'unknown-1', rev: 2, count: 5 }, 1);
    expect([...inserts, replaced]).toEqual([true, true, true]);
  });

  test('a write that another has won has not won', async () => {
    await writers(1)[0]!.insert({ _id: 'taken', rev: 1, count: 1 });
    loseAnswers();
    expect(await writer().insert({ _id: 'taken', rev: 1, count: 2 })).toBe(false);
  });
});

test.each([
  ['larger than the driver takes', 17_000_000],
  ['far larger', 40_000_000],
])('a document that is %s fails alone, not the writes beside it', async (_, size) => {
  interface Text extends GuardedDocument {
    readonly text: string;
  }
  const collection = mongo.collection<Text>('limits');
  const guarded = new BulkWriter(collection);
  const inserts = new BatchedInserts(collection);
  const updates = new BatchedUpdates(collection);
  const kinds: Readonly<Record<string, (document: Text) => Promise<unknown>>> = {
    guarded: (document) => guarded.insert(document),
    inserts: (document) => inserts.insert(document),
    updates: ({ _id, text }) => updates.update({ _id: _id.replace('updates', 'inserts') }, { $set: { text } }),
  };
  for (const [kind, write] of Object.entries(kinds)) {
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${kind}-${size}-${name}`);
    const all = names.map((_id, i) => write({ _id, rev: 1, text: i === 2 ? 'x'.repeat(size) : kind }));
    const outcomes = (await Promise.allSettled(all)).map(({ status }) => status);
    expect([kind, outcomes]).toEqual([kind, names.map((_, i) => (i === 2 ? 'rejected' : 'fulfilled'))]);
    expect(await collection.countDocuments({ text: kind, _id: { $regex: `-${size}-` } })).toBe(names.length - 1);
  }
});
