import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Agent, request } from 'undici';
import { AddressGuard } from './address-guard.js';
import { HttpCaller } from './http-caller.js';

/** A server in its own thread, which closes each connection 100 ms after its last answer without an announcement. */
const SERVER = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer((socket) => {
    let closing;
    socket.on('error', () => undefined);
    socket.on('data', () => {
      clearTimeout(closing);
      socket.write('HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\nok');
      closing = setTimeout(() => socket.destroy(), 100);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('a call of a process that stalls before it writes does not use a connection that the other side has closed meanwhile', async () => {
  const server = new Worker(SERVER, { eval: true });
  const [port] = (await once(server, 'message')) as [number];
  const caller = new HttpCaller(new AddressGuard(['127.0.0.0/8']));
  // Blocks the event loop: neither timers nor incoming data are handled.
  const standStill = (): boolean => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400) === 'timed-out';
  const call = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}', timeoutMs: 5_000 };
  try {
    await expect(caller.post(call)).resolves.toMatchObject({ type: 'answered', status: 200 });
    await delay(20);
    await expect(caller.post({ ...call, mayBegin: standStill })).resolves.toMatchObject({ type: 'answered' });
  } finally {
    await caller.close();
    await server.terminate();
  }
});

/** Messages of the errors whose stack traces are formatted from the request until the server sees its connection closed. */
async function stacksOf(send: (origin: string) => Promise<unknown>): Promise<readonly string[]> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end());
  });
  const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const messages: string[] = [];
  const before: unknown = Reflect.get(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (error) => {
    messages.push(error.message);
    return error.message;
  };
  try {
    await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await closed;
  } finally {
    Reflect.set(Error, 'prepareStackTrace', before);
    server.close();
  }
  return messages;
}

test('closing the connection of an answered call formats no stack trace', async () => {
  const caller = new HttpCaller(new AddressGuard(['127.0.0.0/8']));
  const messages = await stacksOf((url) => caller.post({ url, headers: {}, body: '{}', timeoutMs: 5_000 }));
  expect(messages).not.toContain('reset');
  await caller.close();
});

test('the client formats one by default, which is why our own code is needed', async () => {
  const dispatcher = new Agent({ pipelining: 0 });
  const messages = await stacksOf((url) => request(url, { method: 'POST', body: '{}', dispatcher }));
  expect(messages).toContain('reset');
  await dispatcher.close();
});
