/** Calls whose answers are the ends of their attempts, against real HTTP servers on loopback. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { systemClock, type Clock } from '#common/clock/clock.js';
import { asAttemptId, asJobId, asTenantId, asWorkerId, parseAttemptId } from '#common/domain/ids.js';
import { authority } from '#testing/authority.js';
import { LATE_ANSWER_MS } from '#testing/late-answer.js';
import { until } from '#testing/until.js';
import type { CallLaunch, EndingCall, Observation, StartResult } from '../engine.js';
import { AddressGuard } from './address-guard.js';
import { HttpCaller } from './http-caller.js';
import type { KeepLines } from './ending-calls.js';
import { WebserviceEngine } from './webservice-engine.js';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on loopback whose paths have handlers; it remembers its requests. */
class Site {
  readonly seen: Seen[] = [];
  readonly sockets = new Set<Socket>();
  private constructor(
    private readonly server: Server,
    readonly host: string,
  ) {}

  static async start(handlers: Readonly<Record<string, Handler>>, host = '127.0.0.1'): Promise<Site> {
    const server = createServer();
    const site = new Site(server, host.includes(':') ? `[${host}]` : host);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void site.answer(handlers, request, response);
    });
    server.on('connection', (socket: Socket) => {
      site.sockets.add(socket);
      socket.on('close', () => site.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return site;
  }

  url(path: string): string {
    return `http://${this.host}:${(this.server.address() as AddressInfo).port}${path}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(
    handlers: Readonly<Record<string, Handler>>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    let body = '';
    for await (const part of request) body += String(part);
    const { method = '', url = '', headers } = request;
    this.seen.push({ method, url, headers, body });
    const path = url.split('?')[0] ?? '';
    (handlers[path] ?? ((_, answer) => answer.writeHead(404).end('nothing here')))(request, response, body);
  }
}

const ok: Handler = (_, response) => response.end('fine');
const to =
  (status: number, location: string | ((port: string) => string)): Handler =>
  (request, response) => {
    const port = request.headers.host ?? '';
    response.writeHead(status, { location: typeof location === 'string' ? location : location(port) }).end();
  };

/** Times that an answer names count from here; a call takes real time. */
const NOW = Date.parse('2027-01-31T23:59:58.000Z');
const clock: Clock = { ...systemClock, now: () => NOW };
const attempt = asAttemptId('r/0/main/0/1');
const call: EndingCall = {
  method: 'GET',
  body: null,
  query: {},
  success: undefined,
  outputs: {},
  timeoutMs: 30_000,
  mayRepeat: true,
  oauth: null,
};
const launchOf = (url: string, fields: Partial<EndingCall> = {}, others: Partial<CallLaunch> = {}): CallLaunch => ({
  engine: 'webservice',
  attempt,
  key: parseAttemptId(attempt)!,
  tenant: asTenantId('ibm'),
  job: asJobId('job'),
  jobName: 'A job',
  worker: asWorkerId('worker'),
  indexCount: 1,
  startBy: NOW + 10_000,
  timeoutSeconds: null,
  url,
  headers: {},
  body: {},
  cancelUrl: null,
  former: null,
  allowedHosts: null,
  call: { ...call, ...fields },
  ...others,
});

let site: Site;
let engine: WebserviceEngine;
let ends: Extract<Observation, { type: 'ended' }>[];
let lines: string[];

async function use(handlers: Readonly<Record<string, Handler>>, host?: string): Promise<void> {
  site = await Site.start(handlers, host);
}

beforeEach(async () => {
  ends = [];
  lines = [];
  const caller = new HttpCaller(new AddressGuard(['127.0.0.0/8', '::1/128']));
  const keepLines: KeepLines = ({ lines: some }) => {
    lines.push(...some);
    return Promise.resolve();
  };
  engine = new WebserviceEngine(caller, clock, 'carillon/test', { keepLines, incarnation: 'one' });
  await engine.open((observation) => {
    if (observation.type === 'ended') ends.push(observation);
  });
});

afterEach(async () => {
  await engine.close();
  await site.stop();
});

/** The end of the attempt, which has started. */
async function endOf(launch: CallLaunch, limitMs?: number): Promise<Extract<Observation, { type: 'ended' }>> {
  expect(await engine.start(launch)).toMatchObject({ type: 'started' });
  await until('the end of the call', () => ends.length > 0, limitMs);
  return ends[0]!;
}

test('200 is a success in one call, whose answer is the log', async () => {
  await use({ '/cron': ok });
  const { end, startedAt } = await endOf(launchOf(site.url('/cron?key=s3cret'), { query: { day: 'a b' } }));
  expect(end).toMatchObject({ result: 'succeeded', exitCode: 0, reason: 'Http200', message: 'answered 200' });
  expect(startedAt).not.toBeNull();
  expect(site.seen).toMatchObject([{ method: 'GET', url: '/cron?key=s3cret&day=a%20b', body: '' }]);
  expect(lines).toEqual([
    `GET ${site.url('/cron')}`,
    expect.stringMatching(/^HTTP 200 OK, 4 bytes, in \d+ ms$/) as string,
    'fine',
  ]);
});

test.each<[string, Partial<EndingCall>, object, object]>([
  ['JSON', { body: '{"a":1}' }, {}, { 'content-type': 'application/json' }],
  ['a text', { body: 'a=1' }, {}, { 'content-type': 'text/plain; charset=utf-8' }],
  [
    'a named type',
    { body: 'a=1' },
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ],
])('the body of a call is %s', async (_, fields, headers, wanted) => {
  await use({ '/': ok });
  await endOf(launchOf(site.url('/'), { method: 'PUT', ...fields }, { headers: { ...headers, 'X-Key': 'k' } }));
  expect(site.seen).toMatchObject([
    {
      method: 'PUT',
      body: fields.body,
      headers: { ...wanted, 'x-key': 'k', 'user-agent': 'carillon/test', 'idempotency-key': attempt },
    },
  ]);
});

test('503 fails the attempt, and Retry-After says in seconds when the next one may come', async () => {
  await use({ '/': (_, response) => response.writeHead(503, { 'retry-after': '60' }).end('later') });
  const { end } = await endOf(launchOf(site.url('/')));
  expect(end).toMatchObject({ result: 'failed', exitCode: null, reason: 'Http503' });
  expect(end.message).toBe('the web service answered 503: later');
  expect(end.retryAt).toBe(NOW + 60_000);
});

test('Retry-After may be a date', async () => {
  const date = 'Mon, 01 Feb 2027 00:00:00 GMT';
  await use({ '/': (_, response) => response.writeHead(503, { 'retry-after': date }).end() });
  expect((await endOf(launchOf(site.url('/')))).end.retryAt).toBe(Date.parse(date));
});

test('404 fails the attempt, unless it is among the statuses of success', async () => {
  await use({});
  expect((await endOf(launchOf(site.url('/')))).end).toMatchObject({ result: 'failed', reason: 'Http404' });
  ends = [];
  expect((await endOf(launchOf(site.url('/'), { success: ['200-299', 404] }))).end.result).toBe('succeeded');
});

test('an answer that does not come within the time limit ends the attempt', async () => {
  await use({ '/silent': () => undefined, '/half': (_, response) => response.write('half') });
  for (const path of ['/silent', '/half']) {
    ends = [];
    const { end } = await endOf(launchOf(site.url(path), { timeoutMs: 300 }));
    expect(end).toMatchObject({ result: 'deadline', reason: 'TimeoutExceeded' });
    expect(end.message).toContain('within http.timeoutSeconds (0.3 s)');
  }
});

describe('redirects', () => {
  test('five are followed, and a sixth is not', async () => {
    const hops = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`/${n}`, to(302, `/${n + 1}`)]));
    await use({ ...hops, '/7': ok });
    expect((await endOf(launchOf(site.url('/2')))).end.result).toBe('succeeded');
    ends = [];
    expect((await endOf(launchOf(site.url('/1')))).end).toMatchObject({ result: 'failed', reason: 'TooManyRedirects' });
    expect(lines).toContain('HTTP 302');
  });

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'PUT', 'PUT', 'x'],
    [303, 'PUT', 'GET', ''],
    [307, 'POST', 'POST', 'x'],
    [308, 'POST', 'POST', 'x'],
  ] as const)('%d turns %s into %s', async (status, method, wanted, body) => {
    await use({ '/a': to(status, '/b'), '/b': ok });
    await endOf(launchOf(site.url('/a'), { method, body: 'x' }, { headers: { authorization: 'Bearer t' } }));
    expect(site.seen[1]).toMatchObject({ method: wanted, body, headers: { authorization: 'Bearer t' } });
    expect('content-type' in (site.seen[1]?.headers ?? {})).toBe(body !== '');
  });

  test('headers of worker and job, and the body, never reach another origin', async () => {
    const other = await Site.start({ '/': ok });
    await use({ '/get': to(303, other.url('/')), '/kept': to(307, other.url('/')) });
    const headers = { authorization: 'Bearer t', 'x-key': 's3cret', cookie: 'c=1' };
    await endOf(launchOf(site.url('/get'), { method: 'POST', body: 'x' }, { headers }));
    expect(other.seen).toMatchObject([{ method: 'GET', body: '' }]);
    expect(Object.keys(other.seen[0]!.headers).sort()).toEqual(['connection', 'host', 'idempotency-key', 'user-agent']);
    ends = [];
    const { end } = await endOf(launchOf(site.url('/kept'), { method: 'POST', body: 'x' }, { headers }));
    expect(end).toMatchObject({ result: 'failed', reason: 'RedirectRefused' });
    expect(other.seen).toHaveLength(1);
    await other.stop();
  });

  test.each([
    ['a private address', 'http://10.0.0.1/', 'AddressNotAllowed'],
    ['another host of the tenant', 'http://localhost:1/', 'RedirectRefused'],
    ['a file', 'file:///etc/passwd', 'RedirectRefused'],
    ['no address', 'http://[', 'RedirectRefused'],
  ])('%s is refused', async (_, location, reason) => {
    await use({ '/': to(302, location) });
    const others = reason === 'AddressNotAllowed' ? {} : { allowedHosts: ['127.0.0.1'] };
    expect((await endOf(launchOf(site.url('/'), {}, others))).end).toMatchObject({ result: 'failed', reason });
  });
});

test('the query of an address is sent as it is written, before what is added', async () => {
  await use({ '/a': ok });
  await endOf(launchOf(site.url('/a?q=a%20b&x&t=~()*!&d=a,b'), { query: { n: '1 2', m: 'a+b&' } }));
  expect(site.seen[0]?.url).toBe('/a?q=a%20b&x&t=~()*!&d=a,b&n=1%202&m=a%2Bb%26');
});

test.each([
  ['UTF-8', '/caf\u00e9?x=\u00df', 'utf8', '/caf%C3%A9?x=%C3%9F'],
  ['Latin-1', '/caf\u00e9', 'latin1', '/caf%C3%A9'],
] as const)('a redirect to an address in %s is followed', async (_, location, encoding, expected) => {
  const heads: string[] = [];
  const server = createSocketServer((socket) => {
    socket.once('data', (data) => {
      heads.push(data.toString().split(' ')[1] ?? '');
      const head = heads.length === 1 ? `302 Found\r\nlocation: ${location}` : '204 No Content';
      socket.end(Buffer.from(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\n\r\n`, encoding));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await use({});
  await endOf(launchOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`));
  server.close();
  expect(heads).toEqual(['/', expected]);
});

describe('the body of an answer', () => {
  test('of 10 MB is read to its end, of which the first and the last 64 KiB are the log', async () => {
    const big = Buffer.concat([Buffer.from('first\n'), Buffer.alloc(10_000_000, 'x'), Buffer.from('\nlast')]);
    await use({ '/': (_, response) => response.end(big) });
    expect((await endOf(launchOf(site.url('/')))).end.result).toBe('succeeded');
    const text = lines.slice(2).join('\n');
    expect(text).toMatch(/^first\n/);
    expect(text).toMatch(/\nlast$/);
    expect(text).toContain(`… ${big.length - 131_072} bytes are left out …`);
    expect(text.length).toBeLessThan(132_000);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, identity', gzipSync],
    ['deflate, gzip', (body: string) => gzipSync(deflateSync(body))],
    ['aws-chunked', (body: string) => body],
  ])('in %s is decoded', async (encoding, encode) => {
    const body = JSON.stringify({ data: { count: 7 }, text: 'x'.repeat(300_000) });
    await use({ '/': (_, response) => response.setHeader('content-encoding', encoding).end(encode(body)) });
    const { end, outputs } = await endOf(launchOf(site.url('/'), { outputs: { rows: '/data/count' } }));
    expect(end.result).toBe('succeeded');
    expect(outputs).toEqual({ rows: 7 });
    expect(lines[1]).toContain(`${body.length} bytes`);
  });

  const latin1 = Buffer.from('{"a":"caf\u00e9"}', 'latin1');
  const utf16 = Buffer.from('\ufeff{"a":"caf\u00e9"}', 'utf16le');
  test.each<[string, string, Buffer]>([
    ['UTF-8 with a byte order mark', 'application/json', Buffer.from('\ufeff{"a":"caf\u00e9"}')],
    ['Latin-1', 'application/json; charset=ISO-8859-1', latin1],
    ['a quoted charset', 'text/plain;charset="windows-1252"', latin1],
    ['UTF-16', 'application/json; charset=utf-16le', utf16.subarray(2)],
    ['UTF-16 by its mark alone', 'text/plain', utf16],
    ['a charset that nobody knows', 'application/json; charset=x-none', Buffer.from('{"a":"caf\u00e9"}')],
  ])('in %s is text', async (_, type, body) => {
    await use({
      '/': (_request, response) => {
        response.setHeader('content-type', type).write(body.subarray(0, 7));
        setImmediate(() => response.end(body.subarray(7)));
      },
    });
    const { outputs } = await endOf(launchOf(site.url('/'), { outputs: { name: '/a' } }));
    expect(outputs).toEqual({ name: 'caf\u00e9' });
    expect(lines.slice(2)).toEqual(['{"a":"caf\u00e9"}']);
  });

  test('that becomes too long when it is decoded is broken off', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    await use({ '/': (_, response) => response.setHeader('content-encoding', 'gzip').end(bomb) });
    // A machine that is busy decodes slowly.
    const { end } = await endOf(launchOf(site.url('/'), { timeoutMs: 60_000 }), 60_000);
    expect(end).toMatchObject({ result: 'failed', reason: 'AnswerIncomplete' });
    expect(end.message).toContain('more than 134217728 bytes');
  }, 90_000);

  test('that is not what its encoding says fails the attempt', async () => {
    await use({ '/': (_, response) => response.setHeader('content-encoding', 'gzip').end('plain') });
    expect((await endOf(launchOf(site.url('/')))).end).toMatchObject({ result: 'failed', reason: 'AnswerIncomplete' });
  });

  test('that breaks off in the middle fails the attempt', async () => {
    await use({
      '/': (request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => request.socket.destroy());
      },
    });
    expect((await endOf(launchOf(site.url('/')))).end).toMatchObject({ result: 'failed', reason: 'AnswerIncomplete' });
  });

  test('gives outputs, or says why not', async () => {
    const answers: Record<string, string> = {
      '/good': '{"a":[1,{"b":null}]}',
      '/text': 'no',
      '/big': `"${'x'.repeat(9_000)}"`,
    };
    await use(
      Object.fromEntries(
        Object.entries(answers).map(([path, text]) => [path, (_: unknown, r: ServerResponse) => r.end(text)]),
      ),
    );
    const ask = async (path: string, pointer: string): Promise<[string, string, unknown]> => {
      ends = [];
      const { end, outputs } = await endOf(launchOf(site.url(path), { outputs: { out: pointer } }));
      return [end.reason, end.message, outputs];
    };
    expect(await ask('/good', '/a/1/b')).toEqual(['Http200', 'answered 200', { out: null }]);
    expect(await ask('/good', '')).toMatchObject(['Http200', 'answered 200', { out: { a: [1, { b: null }] } }]);
    expect(await ask('/good', '/c')).toMatchObject([
      'OutputMissing',
      expect.stringContaining('"/c", which the output out'),
    ]);
    expect(await ask('/text', '/c')).toMatchObject(['OutputMissing', 'the answer is no JSON, so it has no outputs']);
    expect(await ask('/big', '')).toMatchObject([
      'OutputMissing',
      expect.stringContaining('more than the 8192 allowed'),
    ]);
  });

  test('saves no storage of the job, whatever its lines look like', async () => {
    const save = '[saveJobStorage] {"taken": "over"}';
    await use({ '/': (_, response) => response.end(`${save}\nfine\r\n${save}\u2028${save}`) });
    expect((await endOf(launchOf(site.url('/')))).end.result).toBe('succeeded');
    const stored = lines.join('\n').split(/\r\n|[\n\r\u2028]/);
    expect(stored.filter((line) => line.startsWith('[saveJobStorage] '))).toEqual([]);
    expect(stored.filter((line) => line === ` ${save}`)).toHaveLength(3);
  });

  test('that is no text is only measured', async () => {
    await use({ '/': (_, response) => response.end(Buffer.from([1, 0, 2])) });
    await endOf(launchOf(site.url('/')));
    expect(lines.at(-1)).toBe('(3 bytes that are no text)');
  });
});

describe('the life of a call', () => {
  test.each<[string, (socket: Socket) => void, object, number?]>([
    ['HTTP/1.0', (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nold'), { result: 'succeeded', reason: 'Http200' }],
    ['HTTP/1.0 without an answer', (socket) => socket.end(), { result: 'failed', reason: 'NoAnswer' }],
    [
      'chunks without an end',
      (socket) => {
        socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const more = setInterval(() => socket.write('1\r\nx\r\n'), 5);
        socket.on('close', () => {
          clearInterval(more);
        });
      },
      { result: 'deadline', reason: 'TimeoutExceeded' },
      500,
    ],
  ])('%s is judged', async (_, answer, wanted, timeoutMs = 30_000) => {
    await use({});
    const sockets = createSocketServer((socket) => {
      socket.once('data', () => {
        answer(socket);
      });
    });
    await new Promise<void>((resolve) => sockets.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}/`;
    expect((await endOf(launchOf(url, { timeoutMs }))).end).toMatchObject(wanted);
    await new Promise((resolve) => sockets.close(resolve));
  });

  test(
    'an answer may come late, and pause in its middle',
    async () => {
      await use({
        '/': (_, response) => {
          setTimeout(() => {
            response.write('half');
            setTimeout(() => response.end(' and half'), LATE_ANSWER_MS);
          }, LATE_ANSWER_MS);
        },
      });
      const { end } = await endOf(launchOf(site.url('/'), { timeoutMs: 1_800_000 }), 10_000 + 2 * LATE_ANSWER_MS);
      expect(end.result).toBe('succeeded');
      expect(lines).toContain('half and half');
    },
    20_000 + 2 * LATE_ANSWER_MS,
  );

  test('nothing is sent to a server with a certificate of an unknown authority', async () => {
    await use({});
    const folder = mkdtempSync(join(tmpdir(), 'carillon-'));
    const { cert, key } = authority(folder, 'unknown');
    let requests = 0;
    const server = createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, () => (requests += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const launch = launchOf(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await engine.start(launch)).toMatchObject({ type: 'refused', retryable: true, reason: 'NotReachable' });
    expect(requests).toBe(0);
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  test('early hints and HTTP over IPv6 are understood', async () => {
    await use(
      {
        '/': (_, response) => {
          response.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => response.end('fine'));
        },
      },
      '::1',
    );
    expect((await endOf(launchOf(site.url('/')))).end).toMatchObject({ result: 'succeeded', reason: 'Http200' });
  });

  test('long calls take no connection from others to the same host', async () => {
    await use({ '/slow': () => undefined, '/': ok });
    const slow = Array.from({ length: 100 }, (_, n) => asAttemptId(`s${n}/0/main/0/1`));
    for (const id of slow)
      expect(
        await engine.start(launchOf(site.url('/slow'), {}, { attempt: id, key: parseAttemptId(id)! })),
      ).toMatchObject({
        type: 'started',
      });
    const accepted = launchOf(site.url('/'), {}, { call: null });
    expect(await engine.start({ ...accepted, attempt: asAttemptId('t/0/main/0/1') })).toMatchObject({
      type: 'started',
    });
    expect((await endOf(launchOf(site.url('/')))).end.result).toBe('succeeded');
    expect(engine.underWay()).toHaveLength(100);
    for (const id of slow) await engine.cleanUp(id);
  });

  test('it is found while it is under way, and a stop closes its connection', async () => {
    await use({ '/': () => undefined });
    await engine.start(launchOf(site.url('/')));
    const ref = { attempt, host: 'h', name: null, stoppedAt: null };
    expect(await engine.recover([ref])).toMatchObject([{ type: 'running', attempt }]);
    const stop = { ...ref, force: false, graceSeconds: 30, reason: 'aborted', cancel: null };
    expect(await engine.stop({ ...stop, isElsewhere: true })).toEqual({ type: 'stopping' });
    expect(await engine.stop(stop)).toMatchObject({ type: 'ended', end: { result: 'deletedByUs' } });
    await until('the connection to be closed', () => site.sockets.size === 0);
    await until('nothing to be under way', () => engine.underWay().length === 0);
    expect(ends).toEqual([]);
    expect(await engine.recover([ref])).toEqual([{ type: 'unknown', attempt }]);
  });

  test('a second start of the same attempt sends nothing', async () => {
    await use({ '/': () => undefined });
    await engine.start(launchOf(site.url('/')));
    await until('the request', () => site.seen.length > 0);
    expect(await engine.start(launchOf(site.url('/')))).toMatchObject({ type: 'started' });
    expect(site.sockets.size).toBe(1);
  });

  test('a stopping engine waits for calls, and tells of those that it must leave and that must not be repeated', async () => {
    await use({ '/soon': (_, response) => setTimeout(() => response.end('fine'), 200), '/never': () => undefined });
    const of = (id: string, path: string, mayRepeat: boolean): Promise<StartResult> => {
      const named = asAttemptId(`${id}/0/main/0/1`);
      return engine.start(
        launchOf(site.url(path), { mayRepeat, timeoutMs: 60_000 }, { attempt: named, key: parseAttemptId(named)! }),
      );
    };
    await Promise.all([of('soon', '/soon', false), of('repeated', '/never', true), of('lost', '/never', false)]);
    await engine.drain(4_000);
    expect(ends.map((each) => [each.attempt, each.end.reason])).toEqual([
      ['soon/0/main/0/1', 'Http200'],
      ['lost/0/main/0/1', 'CallInterrupted'],
    ]);
  }, 15_000);

  test('nothing is sent under a claim that has lapsed, or where nobody listens', async () => {
    await use({ '/': ok });
    expect(await engine.start(launchOf(site.url('/')), () => false)).toMatchObject({ type: 'notSent' });
    const gone = site.url('/');
    await site.stop();
    expect(await engine.start(launchOf(gone))).toMatchObject({
      type: 'refused',
      retryable: true,
      reason: 'NotReachable',
    });
    expect(await engine.start(launchOf('http://10.0.0.1/'))).toMatchObject({
      type: 'refused',
      retryable: false,
      reason: 'AddressNotAllowed',
    });
    await use({});
  });
});

describe('the token of a client', () => {
  const oauth = {
    clientId: 'me',
    clientSecret: 'SECRET',
    secret: 'pa ss',
    scope: 'a b',
  };
  const tokens =
    (answer: object, status = 200): Handler =>
    (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
  const echo: Handler = (request, response) => response.end(`you are ${request.headers.authorization}`);

  test('is asked for once, sent with calls, and hidden where the service echoes it', async () => {
    await use({
      '/token': tokens({ access_token: 'tok-123456789', token_type: 'bearer', expires_in: 3_600 }),
      '/': echo,
    });
    const launch = launchOf(site.url('/'), { oauth: { ...oauth, tokenUrl: site.url('/token') } });
    expect((await endOf(launch)).end.result).toBe('succeeded');
    ends = [];
    await endOf(launch);
    expect(site.seen.map(({ url }) => url)).toEqual(['/token', '/', '/']);
    expect(site.seen[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('me:pa+ss').toString('base64')}` },
    });
    expect(Object.fromEntries(new URLSearchParams(site.seen[0]!.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'a b',
    });
    expect(site.seen[2]!.headers.authorization).toBe('Bearer tok-123456789');
    expect(lines.join('\n')).toContain('you are Bearer ***');
    expect(lines.join('\n')).not.toContain('tok-123456789');
  });

  test('that a call refuses with 401 is not used again', async () => {
    await use({
      '/token': tokens({ access_token: 'tok-123456789', token_type: 'bearer', expires_in: 3_600 }),
      '/': (_, response) => response.writeHead(401).end(),
    });
    const launch = launchOf(site.url('/'), { oauth: { ...oauth, tokenUrl: site.url('/token') } });
    await endOf(launch);
    ends = [];
    await endOf(launch);
    expect(site.seen.map(({ url }) => url)).toEqual(['/token', '/', '/token', '/']);
  });

  test.each<[string, Handler, object]>([
    [
      'refuses the client',
      tokens({ error: 'invalid_client' }, 401),
      { type: 'refused', retryable: false, reason: 'TokenRefused' },
    ],
    [
      'refuses the client with 200',
      tokens({ error: 'invalid_scope', error_description: 'no such scope' }),
      { reason: 'TokenRefused', message: 'the token endpoint answered 200: invalid_scope: no such scope' },
    ],
    [
      'stands behind a firewall that refuses',
      (_request, response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>blocked</h1>'),
      { retryable: false, message: 'the token endpoint answered 403: <h1>blocked</h1>' },
    ],
    [
      'asks to wait',
      (_request, response) => response.writeHead(429, { 'retry-after': '7' }).end('{"error":"slow_down"}'),
      { type: 'refused', retryable: true, reason: 'TokenUnavailable', retryAt: expect.any(Number) as number },
    ],
    ['gives another type', tokens({ access_token: 'a', token_type: 'DPoP' }), { retryable: false }],
    ['fails', tokens({ error: 'server_error' }, 500), { type: 'refused', retryable: true, reason: 'TokenUnavailable' }],
    ['answers anything', ok, { type: 'refused', retryable: true, reason: 'TokenUnavailable' }],
  ])('is not given where the server %s', async (_, handler, wanted) => {
    await use({ '/token': handler });
    const launch = launchOf(site.url('/'), { oauth: { ...oauth, tokenUrl: site.url('/token') } });
    const result = await engine.start(launch);
    expect(result).toMatchObject(wanted);
    expect(JSON.stringify(result)).not.toContain('pa ss');
    expect(new Set(site.seen.map(({ url }) => url))).toEqual(new Set(['/token']));
  });

  test.each<[string, Handler]>([
    ['without a type (Shopify)', tokens({ access_token: 'tok-123456789', scope: 'a', expires_in: 86_399 })],
    ['of Apigee', tokens({ access_token: 'tok-123456789', token_type: 'BearerToken', expires_in: '3599' })],
    [
      'with null members',
      tokens({ access_token: 'tok-123456789', refresh_token: null, scope: null, expires_in: null }),
    ],
    [
      'with a list of scopes',
      tokens({ access_token: 'tok-123456789', token_type: 'JWT', scope: ['a'], id_token: 'x' }),
    ],
    ['with 201', tokens({ access_token: 'tok-123456789' }, 201)],
    ['as a form', (_, response) => response.end('access_token=tok-123456789&token_type=bearer')],
    ['with a line end', (_, response) => response.end('\ufeff{"access_token":"tok-123456789\\n"}')],
  ])('is taken from an answer %s', async (_, handler) => {
    await use({ '/token': handler, '/': echo });
    await endOf(launchOf(site.url('/'), { oauth: { ...oauth, tokenUrl: site.url('/token') } }));
    expect(site.seen.at(-1)?.headers.authorization).toBe('Bearer tok-123456789');
  });

  test('is given by a server that does not decode the secret', async () => {
    const plain = `Basic ${Buffer.from('me:pa ss').toString('base64')}`;
    await use({
      '/token': (request, response) => {
        const isRight = request.headers.authorization === plain;
        response.writeHead(isRight ? 200 : 401).end(isRight ? '{"access_token":"tok-123456789"}' : '{}');
      },
      '/': echo,
    });
    await endOf(launchOf(site.url('/'), { oauth: { ...oauth, tokenUrl: site.url('/token') } }));
    expect(site.seen.map(({ url }) => url)).toEqual(['/token', '/token', '/']);
  });

  test('is not asked for at an address that is not allowed', async () => {
    await use({ '/': ok });
    const launch = launchOf(site.url('/'), { oauth: { ...oauth, tokenUrl: 'http://10.0.0.1/token' } });
    expect(await engine.start(launch)).toMatchObject({
      type: 'refused',
      retryable: false,
      reason: 'AddressNotAllowed',
    });
    const elsewhere = { ...launch, allowedHosts: ['127.0.0.1'] };
    expect(
      await engine.start({
        ...elsewhere,
        call: { ...elsewhere.call!, oauth: { ...oauth, tokenUrl: 'http://other.test/' } },
      }),
    ).toMatchObject({
      reason: 'HostNotAllowed',
    });
    expect(site.seen).toEqual([]);
  });
});
