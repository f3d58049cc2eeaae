import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createLogger } from '../logging/logger.js';
import { natsAddress } from './nats-address.js';
import { NatsLink } from './nats-link.js';

function problemOf(link: NatsLink, subject: string, data: Uint8Array): unknown {
  try {
    link.connection.publish(subject, data);
    return null;
  } catch (error) {
    return link.failureOf(error, 'it was not sent');
  }
}

test.each([
  [1_048_576, null],
  [8_388_608, null],
  [65_536, 'the server takes no message of more than 65536 bytes: its max_payload must be at least 1048576'],
])('a server with a max_payload of %i lacks: %s', async (most, shortage) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(`INFO {"server_id":"s","version":"2.10.0","proto":1,"headers":true,"max_payload":${most}}\r\n`);
    socket.on('data', (chunk) => {
      for (const _ of chunk.toString('latin1').matchAll(/PING\r\n/g)) socket.write('PONG\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = natsAddress(`nats://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const link = new NatsLink({ address, name: 'one' }, createLogger('test', 'silent'));
  try {
    expect(link.shortage).toBeNull();
    await link.untilUp(AbortSignal.timeout(5_000));
    expect([link.trouble, link.shortage]).toEqual([null, shortage]);
    expect(problemOf(link, 'a', Buffer.alloc(most + 1))).toMatchObject({
      code: 'BODY_TOO_LARGE',
      message: `too large for NATS: ${shortage ?? "'payload' max_payload size exceeded"}`,
    });
    expect(problemOf(link, '', Buffer.from('a'))).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'it was not sent',
    });
  } finally {
    await link.close();
    server.close();
  }
});
