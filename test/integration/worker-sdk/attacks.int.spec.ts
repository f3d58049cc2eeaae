/** Attacks of a client that can reach a web-service worker, or has recorded the calls that it was sent. @promise S5 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '#testing/until.js';
import { WebWorker, type Handler } from '#worker-sdk/web-worker.js';
import { signCall } from '../../../apps/executor/src/engines/webservice/sign-call.js';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const MIB = 1024 * 1024;
const CLOSING_MS = 20_000;

let scheduler: Server;
let callback: Record<string, string>;
let folder: string;
const workers: WebWorker[] = [];

beforeAll(async () => {
  scheduler = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204, { connection: 'close' }).end());
  });
  await new Promise<void>((listening) => scheduler.listen(0, '127.0.0.1', listening));
  const base = addressOf(scheduler);
  callback = { log: `${base}/log`, status: `${base}/status`, jobStorage: `${base}/storage`, token: 'a-token' };
});
afterAll(async () => {
  await new Promise((closed) => scheduler.close(closed));
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-worker-'));
});
afterEach(async () => {
  // What an attempt still writes would be in a folder that is removed.
  await Promise.all(workers.splice(0).map(async (worker) => worker.close(CLOSING_MS)));
  rmSync(folder, { recursive: true, force: true });
});

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const invocation = (attemptId: string): string =>
  JSON.stringify({ runId: 'r', attemptId, attempt: 1, job: {}, jobStorage: null, callback });
const signed = (body: string, { secret = SECRET, at = Date.now() } = {}): Record<string, string> =>
  signCall({ 'webhook-signature': secret }, { key: 'k', body, at });

/** A worker, and the attempts that it has begun. */
function working(handler: Handler = async () => Promise.resolve(undefined)): { worker: WebWorker; begun: string[] } {
  const begun: string[] = [];
  const worker = new WebWorker({ folder, secrets: [SECRET] }, async (task) => {
    begun.push(task.invocation.attemptId);
    return handler(task);
  });
  workers.push(worker);
  return { worker, begun };
}
const hasEnded = async (begun: readonly string[]): Promise<void> => {
  await until('the attempt to end', () => begun.length > 0 && readdirSync(folder).length === 0);
};

test.each([
  ['', ''],
  ['no Base64', 'whsec_!!!!'],
  ['few bytes', `whsec_${Buffer.alloc(8).toString('base64')}`],
  ['an unset variable', undefined],
])('a secret with which everybody could sign is refused at once: %s', (_what, secret) => {
  expect(
    () => new WebWorker({ folder, secrets: [SECRET, String(secret)] }, async () => Promise.resolve(undefined)),
  ).toThrow('secrets[1] must be whsec_ followed by 24 to 64 bytes as Base64');
});

test('a repeated call starts nothing, also once its attempt has ended', async () => {
  const { worker, begun } = working();
  const body = invocation('r/0/main/0/1');
  const headers = signed(body);
  expect(await worker.answer({ isCancel: false, headers, body })).toMatchObject({ status: 201 });
  const again = async (): Promise<string> => (await worker.answer({ isCancel: false, headers, body })).text;
  await until('its end', async () => (await again()) === 'the attempt was done already');
  expect(begun).toEqual(['r/0/main/0/1']);
});

test('a call from before a restart of the worker starts nothing in the new process; a newly signed one does', async () => {
  const { worker, begun } = working();
  const body = invocation('r/0/main/0/1');
  const heard = { isCancel: false, headers: signed(body, { at: Date.now() - 2_000 }), body };
  expect(await worker.answer(heard)).toMatchObject({ status: 503 });
  expect(begun).toEqual([]);
  expect(await worker.answer({ isCancel: false, headers: signed(body), body })).toMatchObject({ status: 201 });
});

test('a late call, one from the future and one without a number for its time are refused', async () => {
  const { worker, begun } = working();
  const body = invocation('r/0/main/0/1');
  const others = ['', '-1', '1e9', '0x10', '9'.repeat(400), 'NaN'].map((time) => ({
    ...signed(body),
    'webhook-timestamp': time,
  }));
  const offMs = [-301_000, 301_000].map((off) => signed(body, { at: Date.now() + off }));
  for (const headers of [...offMs, ...others])
    expect(await worker.answer({ isCancel: false, headers, body })).toMatchObject({ status: 401 });
  expect(begun).toEqual([]);
});

test('an invocation sent to the cancel address does not cancel, and a cancellation sent to the other address starts nothing', async () => {
  const ended: string[] = [];
  const { worker, begun } = working(
    async ({ signal }) =>
      new Promise((end) => {
        signal.addEventListener('abort', () => {
          ended.push((signal.reason as Error).message);
          end(undefined);
        });
      }),
  );
  const start = invocation('r/0/main/0/1');
  const cancel = JSON.stringify({ runId: 'r', attemptId: 'r/0/main/0/1', reason: 'enough' });
  expect(await worker.answer({ isCancel: false, headers: signed(cancel), body: cancel })).toMatchObject({
    status: 400,
  });
  expect(await worker.answer({ isCancel: false, headers: signed(start), body: start })).toMatchObject({ status: 201 });
  await until('the handler to begin', () => begun.length === 1);
  expect(await worker.answer({ isCancel: true, headers: signed(start), body: start })).toMatchObject({ status: 400 });
  expect(ended).toEqual([]);
  expect(await worker.answer({ isCancel: true, headers: signed(cancel), body: cancel })).toMatchObject({ status: 204 });
  await until('the handler to be cancelled', () => ended.length === 1);
  expect(ended).toEqual(['enough']);
});

test.each([
  'null',
  '[]',
  '"r"',
  '{"attemptId":"a"}',
  '{"attemptId":{"$gt":""},"callback":{}}',
  '{"attemptId":"a","callback":{"log":"file:///etc/passwd","status":"x","jobStorage":"y","token":"t"}}',
  '{"__proto__":{"attemptId":"a"},"constructor":{"prototype":{"attemptId":"a"}}}',
])('a signed body that is not an invocation starts nothing: %s', async (body) => {
  const { worker, begun } = working();
  expect(await worker.answer({ isCancel: false, headers: signed(body), body })).toMatchObject({ status: 400 });
  expect([begun, readdirSync(folder)]).toEqual([[], []]);
});

test('an attempt’s id is not a path: its files stay in the folder', async () => {
  let finish = (): void => undefined;
  const { worker, begun } = working(
    async () =>
      new Promise((end) => {
        finish = () => {
          end(undefined);
        };
      }),
  );
  const body = invocation(`../../${'x'.repeat(5_000)}/\u0000`);
  expect(await worker.answer({ isCancel: false, headers: signed(body), body })).toMatchObject({ status: 201 });
  await until('the handler to begin', () => begun.length === 1);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
  finish();
  await hasEnded(begun);
});

describe('a body that is too large', () => {
  let server: Server;
  let begun: string[];
  beforeEach(async () => {
    const { worker, begun: those } = working();
    begun = those;
    server = createServer(worker.listener);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  /** The answer to a request of which `body` is sent and no end. */
  async function answerTo(head: string, body = ''): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST /work HTTP/1.1\r\nHost: worker\r\n${head}\r\n\r\n${body}`);
    return text(socket);
  }

  test('is answered without being read if its length is declared', async () => {
    expect(await answerTo(`Content-Length: ${1_000 * MIB}`)).toMatch(/^HTTP\/1\.1 413 [\s\S]*the body is too large/);
  });

  test('is answered once it is too large if its length is not declared', async () => {
    const chunk = `${(2 * MIB).toString(16)}\r\n${'x'.repeat(MIB + 1)}`;
    expect(await answerTo('Transfer-Encoding: chunked', chunk)).toMatch(/^HTTP\/1\.1 413 /);
    expect(begun).toEqual([]);
  });

  test('is not affected by the path: a query makes no cancellation', async () => {
    const body = invocation('r/0/main/0/1');
    const url = `${addressOf(server)}/work?then=/cancel`;
    const response = await fetch(url, { method: 'POST', body, headers: { ...signed(body), connection: 'close' } });
    expect([response.status, await response.text()]).toEqual([201, 'started']);
  });
});
