import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callBack, RefusedError } from './callbacks.js';

test('a callback that is led to another address is refused, and does not go on as a request without a body', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(301, { location: '/elsewhere' }).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const status = `http://127.0.0.1:${(server.address() as AddressInfo).port}/status`;
    const invocation = { callback: { status, log: status, jobStorage: status, token: 't' } };
    const { signal } = new AbortController();
    await expect(callBack(invocation, 'status', { body: {}, signal })).rejects.toEqual(
      new RefusedError('the request status was answered 301'),
    );
    expect(asked).toEqual(['POST /status']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
