/** A former primary that has not noticed the next one answers from an older state: no write is decided by it, and nobody misses what he has stored himself. */
import { BulkWriter, type GuardedDocument } from '#common/mongo/batched-operations.js';
import { Mongo } from '#common/mongo/mongo.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { asRunId } from '#common/domain/ids.js';
import { insertIgnoringExisting } from '#common/mongo/document.js';
import { ReplicaSetRelay } from '#embedded-servers';
import { freshMongo, silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';

const TWO_PRIMARIES_MS = 15_000;
/** Longer than this test: a driver asks the other member for its state only when it has lost a connection. */
const NEVER_ASKED_MS = 600_000;
const LIMIT_MS = 180_000;

interface Row extends GuardedDocument {
  readonly value: string;
}

test(
  'whoever still reads from the former primary changes nothing that others have changed since, and inserts nothing twice',
  async () => {
    const { uri, drop } = await freshMongo();
    // A write that the former primary gets loses its connection at once.
    const set = await ReplicaSetRelay.start(uri, () => 0);
    const connect = (uri: string): Promise<Mongo> => Mongo.connect(uri, silentLog, { lacking: 'leave' });
    const behind = await connect(`${set.uri}&heartbeatFrequencyMS=${NEVER_ASKED_MS}`);
    const rowsOf = (mongo: Mongo) => mongo.collection<Row>('limits');
    const ids = ['guarded', 'deleted', 'found'];
    await rowsOf(behind).insertMany(ids.map((_id) => ({ _id, rev: 1, value: 'before' })));
    const parted = set.elect('partition', TWO_PRIMARIES_MS);
    await until('two primaries', () => Promise.resolve(set.hasTwoPrimaries));
    const ahead = await connect(set.uri);
    // It may have asked the former one alone before its first write.
    await until('a client of the next primary', () =>
      rowsOf(ahead)
        .updateOne({ _id: 'found' }, { $set: { value: 'after' } })
        .then(
          ({ matchedCount }) => matchedCount === 1,
          () => false,
        ),
    );
    expect(await new BulkWriter(rowsOf(ahead)).replace({ _id: 'guarded', rev: 2, value: 'after' }, 1)).toBe(true);
    expect(await new BulkWriter(rowsOf(ahead)).insert({ _id: 'inserted', rev: 1, value: 'after' })).toBe(true);
    await rowsOf(ahead).deleteOne({ _id: 'deleted' });
    expect((await rowsOf(ahead).findOne({ _id: 'guarded' }))?.value).toBe('after');

    const seen = await rowsOf(behind)
      .find({ _id: { $in: [...ids, 'inserted'] } }, { sort: { _id: 1 } })
      .toArray();
    expect(seen.map(({ _id, rev, value }) => [_id, rev, value])).toEqual(ids.toSorted().map((id) => [id, 1, 'before']));
    expect(set.troubles.stale).toBeGreaterThan(0);

    // What is refused for good is not read from the former primary.
    await expect(new RunReads(behind).existsNow(asRunId('unknown'))).rejects.toThrow('between two primaries');
    await expect(new RunReads(ahead).existsNow(asRunId('unknown'))).resolves.toBe(false);

    // What it decides by that is decided at the next primary, or not at all.
    const writes = {
      replace: new BulkWriter(rowsOf(behind)).replace({ _id: 'guarded', rev: 2, value: 'late' }, 1),
      insert: new BulkWriter(rowsOf(behind)).insert({ _id: 'inserted', rev: 1, value: 'late' }),
      first: insertIgnoringExisting(rowsOf(behind), [{ _id: 'inserted', rev: 1, value: 'late' }]).then(() => false),
      revived: new BulkWriter(rowsOf(behind)).replace({ _id: 'deleted', rev: 2, value: 'late' }, 1),
    };
    for (const [name, write] of Object.entries(writes))
      expect([name, await write.catch(() => false)]).toEqual([name, false]);
    // It has met the next one by its write, and does not go back.
    const now = await rowsOf(behind)
      .find({ _id: { $in: [...ids, 'inserted'] } }, { sort: { _id: 1 } })
      .toArray();
    expect(now.map(({ _id, value }) => [_id, value])).toEqual(
      ['found', 'guarded', 'inserted'].map((id) => [id, 'after']),
    );
    await parted;
    await Promise.all([behind.close(), ahead.close()]);
    await set.stop();
    await drop();
  },
  LIMIT_MS,
);
