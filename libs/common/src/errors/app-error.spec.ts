import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { messageOf } from './app-error.js';

test('the message of addresses that all failed names each reason once', () => {
  const v6 = new Error('connect ECONNREFUSED ::1:1');
  const v4 = new Error('connect ECONNREFUSED 127.0.0.1:1');
  expect(messageOf(new AggregateError([v6, v4, v4]))).toBe(`${v6.message}; ${v4.message}`);
  expect(messageOf(new AggregateError([v6], 'none of them'))).toBe('none of them');
  expect(messageOf(new AggregateError([]))).toBe('');
});

test('a thrown value that is no error is its text', () => {
  expect([messageOf(new Error('x')), messageOf('y'), messageOf(null)]).toEqual(['x', 'y', 'null']);
});

test('where OpenSSL has failed, the message is its reason, and says where the other side answers without TLS', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [error] = (await once(connect((server.address() as AddressInfo).port, '127.0.0.1'), 'secureConnect').catch(
    (cause: unknown) => [cause],
  )) as [unknown];
  server.close();
  expect(messageOf(error)).toBe('TLS failed: the other side does not answer with TLS (wrong version number)');
  const other = Object.assign(new Error('80:error:0A000410:SSL routines::…'), {
    library: 'SSL routines',
    reason: 'ssl/tls alert handshake failure',
  });
  expect(messageOf(other)).toBe('TLS failed: ssl/tls alert handshake failure');
});
