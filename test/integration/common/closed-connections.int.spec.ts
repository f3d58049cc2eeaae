/** A command that waits on a connection of the driver ends with it: see libs/common/src/mongo/closed-connections.ts. */
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { delay } from '#common/clock/clock.js';
import { connectClient } from '#common/mongo/mongo-client.js';
import { isDatabaseOutage } from '#common/mongo/outage.js';
import { MongoRelay } from '#testing/mongo-relay.js';
import { ReplicaSetRelay } from '#embedded-servers';
import { freshMongo } from '#testing/servers.js';
import { until } from '#testing/until.js';

/** More than the buffers of both sockets take. */
const LARGE = 'x'.repeat(12 * 1_024 * 1_024);
const SHORT_MS = 1_000;

let uri: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ uri, drop } = await freshMongo());
});
afterAll(() => drop());

/** A way to the database that reads nothing from its clients while `isDeaf`, and then closes or keeps their connections. */
async function deafRelay(): Promise<{
  readonly uri: string;
  readonly deafen: () => void;
  readonly hangUp: () => void;
  readonly stop: () => Promise<void>;
}> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    const upstream = MongoRelay.dial(new URL(uri));
    for (const socket of [client, upstream])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy();
          upstream.destroy();
        });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const by = new URL(uri);
  by.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  by.searchParams.delete('replicaSet');
  by.searchParams.set('directConnection', 'true');
  return {
    uri: by.toString(),
    deafen: () => {
      for (const client of clients) client.unpipe().pause();
    },
    hangUp: () => {
      for (const client of clients) client.destroy();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const client of clients) client.destroy();
      }),
  };
}

test.each([
  ['is timed out', false],
  ['is closed', true],
])('a large command that the database no longer reads ends when its connection %s', async (_, hangsUp) => {
  const relay = await deafRelay();
  const client = await connectClient(relay.uri, { socketTimeoutMS: SHORT_MS, maxPoolSize: 1, retryWrites: false });
  const rows = client.db().collection('large');
  await rows.insertOne({ text: 'short' });
  relay.deafen();
  const insert = rows.insertOne({ text: LARGE }).then(
    () => 'inserted',
    (error: unknown) => isDatabaseOutage(error),
  );
  if (hangsUp) void delay(SHORT_MS / 2).then(relay.hangUp);
  expect(await insert).toBe(true);
  // The pool has its only connection back, and makes another one.
  await rows.insertOne({ text: 'again' });
  await client.close();
  await relay.stop();
});

/** What these tests use of the driver's inner parts. */
interface Inner {
  readonly topology: {
    readonly s: { readonly servers: Map<string, { readonly monitor: { connection: { socket: Socket } | null } }> };
  };
}

test('a server is looked at again after its heartbeat was written to a socket that had just been closed', async () => {
  const set = await ReplicaSetRelay.start(uri, () => 0);
  const client = await connectClient(set.uri, { heartbeatFrequencyMS: 500, connectTimeoutMS: SHORT_MS });
  const [address, { monitor }] = [...(client as unknown as Inner).topology.s.servers][0]!;
  const connected = (): Socket | null => monitor.connection?.socket ?? null;
  const socket = await until('a heartbeat', () => Promise.resolve(connected()));
  const write = socket.write.bind(socket);
  const written = new Promise<void>((resolve) => {
    socket.write = ((...args: Parameters<typeof write>) => {
      socket.destroy();
      resolve();
      return write(...args);
    }) as typeof socket.write;
  });
  await written;
  let heartbeats = 0;
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => {
    if (connectionId.startsWith(address)) heartbeats++;
  });
  await until('further heartbeats', () => Promise.resolve(heartbeats > 1));
  expect(connected()).not.toBe(socket);
  await client.close();
  await set.stop();
});
