import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { joinWrites, ownPartsOf } from './nats-link.js';

/** The part of a NATS server that a publishing client needs. */
function natsServer(): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('INFO {"server_id":"s","version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}\r\n');
    socket.on('data', (chunk) => {
      for (const _ of chunk.toString('latin1').matchAll(/PING\r\n/g)) socket.write('PONG\r\n');
    });
  });
}

/** Counts writes to the socket. */
function writesOf(connection: NatsConnection): () => number {
  const socket = ownPartsOf(connection).protocol?.transport?.socket as { write: (...args: unknown[]) => unknown };
  const write = socket.write.bind(socket);
  let count = 0;
  socket.write = (...args) => {
    count += 1;
    return write(...args);
  };
  return () => count;
}

/** Functions that follow each other in one turn of the event loop, as answers that arrive together do. */
async function publishOneByOne(connection: NatsConnection, messages: number): Promise<void> {
  for (let i = 0; i < messages; i++) {
    connection.publish('subject', `${i}`);
    await Promise.resolve();
    await Promise.resolve();
  }
  await connection.flush();
}

let server: Server;
let connection: NatsConnection;

beforeEach(async () => {
  server = natsServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  connection = await connect({ servers: [`127.0.0.1:${(server.address() as AddressInfo).port}`], reconnect: false });
});

afterEach(async () => {
  await connection.close();
  server.close();
});

test('all messages of one turn of the event loop are one write, and all of them arrive', async () => {
  joinWrites(connection);
  const writes = writesOf(connection);
  await publishOneByOne(connection, 20);
  expect(writes()).toBe(1);
  await publishOneByOne(connection, 20);
  expect(writes()).toBe(2);
  expect(connection.stats().outMsgs).toBe(40);
});

test('the client itself still writes each message by itself; otherwise this code is not needed any more', async () => {
  const writes = writesOf(connection);
  await publishOneByOne(connection, 20);
  expect(writes()).toBeGreaterThanOrEqual(20);
});
