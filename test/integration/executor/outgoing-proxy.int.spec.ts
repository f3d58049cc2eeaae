/** Calls of web services, and requests to stores, through a proxy. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { request } from 'undici';
import { outgoingAgent } from '#common/config/outgoing-proxy.js';
import { systemClock } from '#common/clock/clock.js';
import { asAttemptId, asJobId, asTenantId, asWorkerId, parseAttemptId } from '#common/domain/ids.js';
import type { EndingCall, Observation, StartResult } from '../../../apps/executor/src/engines/engine.js';
import { AddressGuard } from '../../../apps/executor/src/engines/webservice/address-guard.js';
import { HttpCaller, type CallOutcome } from '../../../apps/executor/src/engines/webservice/http-caller.js';
import { WebserviceEngine } from '../../../apps/executor/src/engines/webservice/webservice-engine.js';

const CALLER = pathToFileURL(resolve('dist/apps/executor/src/engines/webservice/')).href;
/** A program that calls a web service as the executor does, and prints the outcome. */
const CALL = `
import { AddressGuard } from '${CALLER}/address-guard.js';
import { HttpCaller } from '${CALLER}/http-caller.js';
const caller = new HttpCaller(new AddressGuard(['public']));
const call = { url: 'https://outside.test/start', headers: {}, body: '{}', timeoutMs: 5_000 };
console.log(JSON.stringify(await caller.post(call)));
await caller.close();`;

const before = { ...process.env };
const closers: (() => void)[] = [];
afterEach(() => {
  process.env = { ...before };
  for (const close of closers.splice(0)) close();
});

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function selfSigned(name: string): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-proxy-'));
  const key = join(folder, 'key');
  const cert = join(folder, 'cert');
  const output = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-days', '1', '-subj', `/CN=${name}`, ...output], { stdio: 'ignore' });
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return made;
}

/** A proxy that knows the name `outside.test`, which no resolver does. */
async function proxyTo(target: number, allowed: string): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', ({ url = '', headers }, socket: Socket) => {
    closers.push(() => socket.destroy());
    asked.push(`${url} ${headers['proxy-authorization'] ?? ''}`);
    if (!url.startsWith(allowed)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      return;
    }
    const further = connect(target, '127.0.0.1', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    closers.push(() => further.destroy());
    for (const [from, to] of [
      [socket, further],
      [further, socket],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  return { port: await portOf(proxy), asked };
}

async function posted(url: string): Promise<CallOutcome> {
  const caller = new HttpCaller(new AddressGuard(['public']));
  try {
    return await caller.post({ url, headers: {}, body: '{}', timeoutMs: 5_000 });
  } finally {
    await caller.close();
  }
}

test.each(['http', 'https'])(
  'a call by %s goes through the proxy that the environment names, which resolves the host',
  async (scheme) => {
    const answer = createServer((request, response) => void request.resume().on('end', () => response.end('hello')));
    const byTls = createTlsServer(selfSigned('outside.test'), answer.listeners('request')[0] as () => void);
    const { port, asked } = await proxyTo(await portOf(scheme === 'http' ? answer : byTls), 'outside.test');
    const proxy = `http://me:p%40ss@127.0.0.1:${port}`;
    Object.assign(process.env, { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy });
    if (scheme === 'https') process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    expect(await posted(`${scheme}://outside.test/start`)).toMatchObject({
      type: 'answered',
      status: 200,
      text: 'hello',
    });
    const authority = `outside.test:${scheme === 'http' ? 80 : 443}`;
    expect(asked).toEqual([`${authority} Basic ${Buffer.from('me:p@ss').toString('base64')}`]);
  },
);

describe('a call whose answer is the end', () => {
  const attempt = asAttemptId('r/0/main/0/1');
  const plain = {
    engine: 'webservice',
    attempt,
    key: parseAttemptId(attempt)!,
    tenant: asTenantId('ibm'),
    job: asJobId('job'),
    jobName: 'A job',
    worker: asWorkerId('worker'),
    indexCount: 1,
    startBy: Infinity,
    timeoutSeconds: null,
    headers: {},
    body: {},
    cancelUrl: null,
    former: null,
    allowedHosts: null,
  } as const;
  const call: EndingCall = {
    method: 'POST',
    body: '{"day": 1}',
    query: { q: 'a b' },
    success: undefined,
    outputs: { rows: '/rows' },
    timeoutMs: 30_000,
    mayRepeat: false,
    oauth: null,
  };

  /** The result of the start, and then the end. */
  async function made(url: string, guard: readonly string[] = ['public']): Promise<(StartResult | Observation)[]> {
    const caller = new HttpCaller(new AddressGuard(guard));
    const engine = new WebserviceEngine(caller, systemClock, 'carillon/test', {
      keepLines: () => Promise.resolve(),
      incarnation: 'one',
    });
    try {
      const ended = new Promise<Observation>((resolve) => void engine.open(resolve));
      const result = await engine.start({ ...plain, url, call });
      return result.type === 'started' ? [result, await ended] : [result];
    } finally {
      await engine.close();
    }
  }

  const answer = (requests: string[]): Server =>
    createServer((message, response) => {
      let body = '';
      message.on('data', (part) => (body += String(part)));
      message.on('end', () => {
        requests.push(`${message.method} ${message.headers.host} ${message.url} ${body}`);
        if (message.url?.startsWith('/moved')) response.writeHead(303, { location: 'http://further.test/there' }).end();
        else response.end('{"rows": 7}');
      });
    });

  test.each(['http', 'https'])('goes through the proxy by %s', async (scheme) => {
    const requests: string[] = [];
    const server = answer(requests);
    const byTls = createTlsServer(selfSigned('outside.test'), server.listeners('request')[0] as () => void);
    const { port, asked } = await proxyTo(await portOf(scheme === 'http' ? server : byTls), 'outside.test');
    const proxy = `http://127.0.0.1:${port}`;
    Object.assign(process.env, { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy });
    if (scheme === 'https') process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    expect(await made(`${scheme}://outside.test/cron`)).toMatchObject([
      { type: 'started' },
      { type: 'ended', end: { result: 'succeeded', reason: 'Http200' }, outputs: { rows: 7 } },
    ]);
    expect(requests).toEqual(['POST outside.test /cron?q=a%20b {"day": 1}']);
    expect(asked).toEqual([`outside.test:${scheme === 'http' ? 80 : 443} `]);
  });

  test('follows redirects through it, and is refused where it refuses them', async () => {
    const requests: string[] = [];
    const target = await portOf(answer(requests));
    const { port, asked } = await proxyTo(target, '');
    Object.assign(process.env, { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${port}` });
    expect(await made('http://outside.test/moved')).toMatchObject([{}, { end: { result: 'succeeded' } }]);
    expect(requests).toEqual(['POST outside.test /moved?q=a%20b {"day": 1}', 'GET further.test /there ']);
    expect(asked).toEqual(['outside.test:80 ', 'further.test:80 ']);
    const refusing = await proxyTo(target, 'outside.test');
    process.env['HTTP_PROXY'] = `http://127.0.0.1:${refusing.port}`;
    expect(await made('http://outside.test/moved')).toMatchObject([
      {},
      { end: { result: 'failed', reason: 'NotReachable', message: expect.stringContaining('403') as string } },
    ]);
    expect(await made('http://elsewhere.test/')).toMatchObject([
      { type: 'refused', retryable: true, reason: 'NotReachable' },
    ]);
  });

  test('goes directly to hosts that need no proxy', async () => {
    const requests: string[] = [];
    const target = await portOf(answer(requests));
    const { port, asked } = await proxyTo(target, '');
    const proxy = `http://127.0.0.1:${port}`;
    Object.assign(process.env, { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, NO_PROXY: '127.0.0.0/8' });
    const own = `127.0.0.1:${target}`;
    expect(await made(`http://${own}/cron`, ['127.0.0.0/8'])).toMatchObject([{}, { end: { result: 'succeeded' } }]);
    expect(requests).toEqual([`POST ${own} /cron?q=a%20b {"day": 1}`]);
    expect(asked).toEqual([]);
  });
});

test('a proxy that refuses, or is not there, has certainly called nobody', async () => {
  const { port } = await proxyTo(0, 'another.test');
  Object.assign(process.env, { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${port}` });
  expect(await posted('http://outside.test/')).toEqual({
    type: 'notSent',
    message: `the proxy 127.0.0.1:${port} refused the connection to outside.test:80: 403`,
  });
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
  expect(await posted('http://outside.test/')).toMatchObject({
    type: 'notSent',
    message: expect.stringMatching(/^the proxy 127\.0\.0\.1:1 did not connect/u) as string,
  });
});

test('an address that may not be called is refused before the proxy is asked', async () => {
  const { port, asked } = await proxyTo(0, '');
  Object.assign(process.env, { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${port}` });
  expect(await posted('http://169.254.169.254/latest')).toMatchObject({ type: 'forbidden' });
  expect(asked).toEqual([]);
});

test('requests to stores and secret providers go through it, too, except to hosts that need none', async () => {
  const answer = createServer((_request, response) => response.end('stored'));
  const target = await portOf(answer);
  const { port, asked } = await proxyTo(target, 'outside.test');
  Object.assign(process.env, {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: `http://127.0.0.1:${port}`,
    NO_PROXY: '127.0.0.1',
  });
  const bodyOf = async (url: string): Promise<string> => {
    const dispatcher = outgoingAgent(url, {});
    closers.push(() => void dispatcher.close());
    return (await request(url, { dispatcher })).body.text();
  };
  expect(await bodyOf('http://outside.test/object')).toBe('stored');
  expect(await bodyOf(`http://127.0.0.1:${target}/object`)).toBe('stored');
  expect(asked).toEqual(['outside.test:80 ']);
});

test('behind a proxy that opens TLS, whoever trusts its authority gets the answer, and nobody else does', async () => {
  const own = selfSigned('outside.test');
  const opened = createTlsServer(own, (_request, response) => response.end('from the proxy'));
  const { port } = await proxyTo(await portOf(opened), 'outside.test');
  const folder = mkdtempSync(join(tmpdir(), 'carillon-authority-'));
  closers.push(() => {
    rmSync(folder, { recursive: true });
  });
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, own.cert);
  // Node reads the authorities when it starts.
  const call = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
    const proxy = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const options = { env: { PATH: process.env['PATH'], ...proxy, ...env } };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', CALL], options);
    return JSON.parse(stdout);
  };
  expect(await call({ NODE_EXTRA_CA_CERTS: authority })).toMatchObject({ status: 200, text: 'from the proxy' });
  expect(await call({})).not.toHaveProperty('status');
});
