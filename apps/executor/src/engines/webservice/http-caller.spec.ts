import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AddressGuard } from './address-guard.js';
import { HttpCaller } from './http-caller.js';

/** A server in a thread of its own, which closes each connection 100 ms after its last answer, and does not say so before. */
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

test('a call of a process that stands still before it writes meets no connection that the other side has closed meanwhile', async () => {
  const server = new Worker(SERVER, { eval: true });
  const [port] = (await once(server, 'message')) as [number];
  const caller = new HttpCaller(new AddressGuard(['127.0.0.0/8']));
  // Neither its timers nor what arrives are looked at.
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
