import { createServer } from 'node:net';
import { mongo } from 'mongoose';
import { gatedCollection } from './gated-collection.js';
import { databaseTrouble, isDatabaseOutage } from './outage.js';

/** The state in which a driver last found a server, or why it did not reach it. */
const noneOf = (found: Readonly<Record<string, string | Error>>, setName: string | null = null): Error => {
  const servers = Object.entries(found).map(([address, how]) => {
    const isThere = typeof how === 'string';
    return [address, { address, type: isThere ? how : 'Unknown', error: isThere ? null : how }] as const;
  });
  const reason = { servers: new Map(servers), setName } as unknown as mongo.TopologyDescription;
  return new mongo.MongoServerSelectionError('Server selection timed out after 2000 ms', reason);
};

test('for a replica set without a primary each member is reported', () => {
  const found = { 'db-1:27017': 'RSSecondary', 'db-2:27017': new Error('connect ECONNREFUSED 10.0.0.2:27017') };
  expect(databaseTrouble(noneOf(found))).toBe(
    'no server is available (db-1:27017: RSSecondary; db-2:27017: connect ECONNREFUSED 10.0.0.2:27017)',
  );
});

test.each([[{}], [{ 'db-1:27017': 'Unknown' }]])('a replica set that no server belongs to is named: %j', (found) => {
  expect(databaseTrouble(noneOf(found, 'wrong'))).toBe(
    'no server has answered as a member of the replica set "wrong", which the URI names',
  );
  expect(databaseTrouble(noneOf({ 'db-1:27017': new Error('connect ECONNREFUSED 10.0.0.1:27017') }, 'rs0'))).toBe(
    'no server is available (db-1:27017: connect ECONNREFUSED 10.0.0.1:27017)',
  );
});

test('any other error is reported unchanged', () => {
  expect(databaseTrouble(noneOf({}))).toBe('Server selection timed out after 2000 ms');
  expect(databaseTrouble(new Error('not authorized'))).toBe('not authorized');
});

/** A client of a server that does not exist. */
async function lostClient(): Promise<{ client: mongo.MongoClient; port: number }> {
  const server = createServer();
  const port = await new Promise<number>((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  await new Promise((done) => server.close(done));
  return { client: new mongo.MongoClient(`mongodb://127.0.0.1:${port}`, { serverSelectionTimeoutMS: 500 }), port };
}

test('the driver itself reports a server that does not exist', async () => {
  const { client, port } = await lostClient();
  const trouble = await client.db('any').command({ ping: 1 }).then(String, databaseTrouble);
  await client.close();
  expect(trouble).toBe(`no server is available (127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port})`);
});

describe('an error of an operation on many documents', () => {
  type Many = (things: ReturnType<typeof gatedCollection<{ _id: string }>>) => Promise<unknown>;
  const MANY: readonly (readonly [string, Many])[] = [
    ['insertMany', (things) => things.insertMany([{ _id: 'a' }], { ordered: false })],
    ['bulkWrite', (things) => things.bulkWrite([{ insertOne: { document: { _id: 'a' } } }])],
  ];

  test.each(MANY)('is an outage if the server cannot be reached: %s', async (_, work) => {
    const { client } = await lostClient();
    const things = gatedCollection(client.db('any').collection<{ _id: string }>('things'), (each) => each());
    const error = await work(things).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    await client.close();
    expect(error).toBeInstanceOf(mongo.MongoServerSelectionError);
    expect(isDatabaseOutage(error)).toBe(true);
  });
});

test.each([
  ['NotWritablePrimary', 10_107, true],
  ['InterruptedDueToReplStateChange', 11_602, true],
  ['NotPrimaryNoSecondaryOk', 13_435, true],
  ['DuplicateKey', 11_000, false],
  ['MaxTimeMSExpired', 50, false],
])('an error %s of a read, which has no label, is an outage if the server is away', (codeName, code, isAway) => {
  expect(isDatabaseOutage(new mongo.MongoServerError({ message: codeName, code, codeName }))).toBe(isAway);
});
