/** A new version meets the database of an earlier one. */
import { MongoClient } from 'mongodb';
import { Mongo } from '#common/mongo/mongo.js';
import { freshMongo, silentLog } from '#testing/servers.js';

test('an index that an earlier version made otherwise is made anew', async () => {
  const { uri, drop } = await freshMongo();
  const client = await MongoClient.connect(uri);
  try {
    const jobs = client.db().collection('jobs');
    const key = { shard: 1, _id: 1 } as const;
    await jobs.dropIndex('shard_1__id_1');
    await jobs.createIndexes([{ key, partialFilterExpression: { somethingElse: true } }]);
    const mongo = await Mongo.connect(uri, silentLog);
    await mongo.close();
    const index = (await jobs.indexes()).find(({ name }) => name === 'shard_1__id_1');
    expect(index).toMatchObject({ partialFilterExpression: { notifies: true } });
  } finally {
    await client.close();
    await drop();
  }
});
