import { createServer } from 'node:net';
import { mongo } from 'mongoose';
import { databaseTrouble } from './outage.js';

/** The state in which a driver last found a server, or why it did not reach it. */
const noneOf = (found: Readonly<Record<string, string | Error>>): Error => {
  const servers = Object.entries(found).map(([address, how]) => {
    const isThere = typeof how === 'string';
    return [address, { address, type: isThere ? how : 'Unknown', error: isThere ? null : how }] as const;
  });
  const reason = { servers: new Map(servers) } as unknown as mongo.TopologyDescription;
  return new mongo.MongoServerSelectionError('Server selection timed out after 2000 ms', reason);
};

test('for a replica set without a primary each member is reported', () => {
  const found = { 'db-1:27017': 'RSSecondary', 'db-2:27017': new Error('connect ECONNREFUSED 10.0.0.2:27017') };
  expect(databaseTrouble(noneOf(found))).toBe(
    'no server is available (db-1:27017: RSSecondary; db-2:27017: connect ECONNREFUSED 10.0.0.2:27017)',
  );
});

test('any other error is reported unchanged', () => {
  expect(databaseTrouble(noneOf({}))).toBe('Server selection timed out after 2000 ms');
  expect(databaseTrouble(new Error('not authorized'))).toBe('not authorized');
});

test('the driver itself reports a server that does not exist', async () => {
  const server = createServer();
  const port = await new Promise<number>((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  await new Promise((done) => server.close(done));
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}`, { serverSelectionTimeoutMS: 500 });
  const trouble = await client.db('any').command({ ping: 1 }).then(String, databaseTrouble);
  await client.close();
  expect(trouble).toBe(`no server is available (127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port})`);
});
