import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { authority } from '#testing/authority.js';
import { AddressGuard } from './address-guard.js';
import { HttpCaller, type CallOutcome } from './http-caller.js';

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

/** A server on a plain socket that sends these parts one after the other; counts the requests that it reads. */
async function answerTo(
  parts: readonly string[],
  thenCloses = false,
): Promise<{ outcome: CallOutcome; requests: number }> {
  let requests = 0;
  const server = createSocketServer((socket) => {
    socket.once('data', () => {
      requests++;
      void (async () => {
        for (const part of parts) {
          socket.write(part);
          await new Promise(setImmediate);
        }
        if (thenCloses) socket.end();
      })();
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = new HttpCaller(new AddressGuard(['127.0.0.0/8']));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const outcome = await caller.post({ url, headers: {}, body: '{}', timeoutMs: 2_000 });
  await caller.close();
  server.close();
  await once(server, 'close');
  return { outcome, requests };
}

test('a header Retry-After that was given twice counts once', async () => {
  const parts = ['HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nRetry-After: 9\r\nContent-Length: 2\r\n\r\nno'];
  expect(await answerTo(parts)).toEqual({
    outcome: { type: 'answered', status: 503, text: 'no', retryAfter: '7' },
    requests: 1,
  });
});

test.each<[string, Readonly<Record<string, string>>, string | undefined]>([
  ['', {}, undefined],
  ['name:p%40ss@', {}, `Basic ${Buffer.from('name:p@ss').toString('base64')}`],
  [':token@', {}, `Basic ${Buffer.from(':token').toString('base64')}`],
  ['name:ř@', { authorization: 'Bearer own' }, 'Bearer own'],
])('credentials of an address are sent, unless a header gives others: %j', async (userInfo, headers, expected) => {
  const server = createServer((request, response) => response.end(request.headers.authorization)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const caller = new HttpCaller(new AddressGuard(['127.0.0.0/8']));
  const url = `http://${userInfo}127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const outcome = await caller.post({ url, headers, body: '{}', timeoutMs: 2_000 });
  await caller.close();
  server.close();
  expect(outcome).toEqual({ type: 'answered', status: 200, text: expected ?? '' });
});

const LONG = `the database is locked ${randomBytes(8_000).toString('hex')}`;
test.each<[string, string, Buffer, string]>([
  ['gzip', 'gzip', gzipSync('é is missing'), 'é is missing'],
  ['gzip in capitals', 'GZIP', gzipSync('é is missing'), 'é is missing'],
  ['brotli', 'br', brotliCompressSync('é is missing'), 'é is missing'],
  ['deflate', 'deflate', deflateSync('é is missing'), 'é is missing'],
  ['deflate without its header', 'deflate', deflateRawSync('é is missing'), 'é is missing'],
  ['gzip, without a body', 'gzip', Buffer.alloc(0), ''],
  ['gzip that is none', 'gzip', Buffer.from('plain'), 'plain'],
  ['an encoding that nobody knows', 'zz', Buffer.from('plain'), 'plain'],
  ['gzip, longer than is read', 'gzip', gzipSync(LONG), LONG.slice(0, 4_096)],
  ['gzip of more than anybody wants', 'gzip', gzipSync(Buffer.alloc(3_000_000, 'x')), ''],
])('the text of an answer is read though nobody has asked for an encoding: %s', async (_what, encoding, body, text) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(500, { 'content-encoding': encoding }).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const caller = new HttpCaller(new AddressGuard(['127.0.0.0/8']));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const outcome = await caller.post({ url, headers: {}, body: '{}', timeoutMs: 2_000 });
  await caller.close();
  server.close();
  expect(outcome).toMatchObject({ type: 'answered', status: 500, text });
});

const FINAL = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

test.each([
  ['100', [CONTINUE, FINAL]],
  ['102', ['HTTP/1.1 102 Processing\r\n\r\n', FINAL]],
  ['103', [HINTS, FINAL]],
  ['several in one piece', [CONTINUE + HINTS + HINTS + FINAL]],
  ['100, letter by letter', (CONTINUE + HINTS + FINAL).split('')],
  ['none, letter by letter', FINAL.split('')],
])('interim answers do not count, the final one does: %s', async (_what, parts) => {
  expect(await answerTo(parts)).toEqual({ outcome: { type: 'answered', status: 201, text: 'ok' }, requests: 1 });
});

test.each<[string, string]>([
  ['lines that end with a bare line feed', 'HTTP/1.0 201 Created\nContent-Type: text/plain\n\nok'],
  ['both line ends', 'HTTP/1.1 201 Created\r\nServer: x\nContent-Length: 2\n\r\nok'],
  ['a field over several lines', 'HTTP/1.1 201 Created\r\nX-Policy: a;\r\n  b\r\nContent-Length: 2\r\n\r\nok'],
  ['a blank before a colon', 'HTTP/1.1 201 Created\r\nContent-Length : 2\r\n\r\nok'],
  ['a length that stands twice', 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok'],
  [
    'a length beside chunks',
    'HTTP/1.1 201 Created\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  ],
  ['a coding that means none', 'HTTP/1.1 201 Created\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok'],
  ['a field that is none', 'HTTP/1.1 201 Created\r\nWarning\r\nX y: z\r\nA: \u0007\r\nContent-Length: 2\r\n\r\nok'],
  ['no reason', 'HTTP/1.1 201\r\nContent-Length: 2\r\n\r\nok'],
])('an answer whose head has %s is an answer, in any pieces', async (_what, answer) => {
  const expected = { outcome: { type: 'answered', status: 201, text: 'ok' }, requests: 1 };
  expect(await answerTo([answer], true)).toMatchObject(expected);
  expect(await answerTo(answer.split(''), true)).toMatchObject(expected);
});

test.each([
  ['101', ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n']],
  ['more than 16 KiB of interim answers', [...Array.from({ length: 700 }, () => CONTINUE), FINAL]],
  ['no HTTP', ['SSH-2.0-OpenSSH_9.6\r\n']],
])('a start that is answered with %s stays in doubt', async (_what, parts) => {
  const { outcome, requests } = await answerTo(parts);
  expect([outcome.type, requests]).toEqual(['noAnswer', 1]);
});

test.each([
  [40_000, { type: 'answered', status: 202 }],
  [100_000, { type: 'noAnswer' }],
])('an answer with %i bytes of headers is bounded', async (bytes, expected) => {
  const { outcome } = await answerTo([
    `HTTP/1.1 202 Accepted\r\nx-policy: ${'a'.repeat(bytes)}\r\ncontent-length: 0\r\n\r\n`,
  ]);
  expect(outcome).toMatchObject(expected);
});

test.each([
  ['localhost', {}],
  ['localhost.', {}],
  ['LOCALHOST.', {}],
  ['localhost', { host: 'behind.test' }],
])('a server by TLS is asked for %s by its name without a dot, whatever a header says: %j', async (host, headers) => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-names-'));
  const files = authority(folder, 'names');
  const [ca, cert, key] = [files.ca, files.cert, files.key].map((file) => readFileSync(file, 'utf8'));
  const names: unknown[] = [];
  const server = createTlsServer({ cert, key }, ({ socket }, response) => {
    names.push('servername' in socket ? socket.servername : null);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const guard = new AddressGuard(['127.0.0.0/8'], undefined, ((_host: string, _options: object, found: Found) => {
    found(null, [{ address: '127.0.0.1', family: 4 }]);
  }) as never);
  const caller = new HttpCaller(guard, undefined, createSecureContext({ ca }));
  const { port } = server.address() as AddressInfo;
  const outcome = await caller.post({ url: `https://${host}:${port}/`, headers, body: '', timeoutMs: 5_000 });
  await caller.close();
  server.close();
  rmSync(folder, { recursive: true });
  expect(outcome).toMatchObject({ type: 'answered', status: 200 });
  expect(names).toEqual(['localhost']);
});

type Found = (error: null, addresses: readonly { readonly address: string; readonly family: number }[]) => void;
