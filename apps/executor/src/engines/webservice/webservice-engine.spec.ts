/** The web-service engine against a real HTTP server on loopback: the conformance tests of all engines, and tests of its calls. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '#common/clock/clock.js';
import { asAttemptId, asJobId, asTenantId, asWorkerId, parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { checkEngineConformance, type EngineBench } from '#testing/conformance/engine-conformance.js';
import { until } from '#testing/until.js';
import type { CallLaunch, StartResult, StopRequest } from '../engine.js';
import { AddressGuard } from './address-guard.js';
import { HttpCaller } from './http-caller.js';
import { WebserviceEngine } from './webservice-engine.js';

interface Request {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A worker that answers by path: `/201` and `/503` with this status, `/503?60` with a Retry-After, `/silent` never, `/cut` by ending the connection. */
class FakeWorker {
  readonly requests: Request[] = [];
  connections = 0;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      void this.answer(request, response);
    }).on('connection', () => (this.connections += 1));
  }

  static async start(): Promise<FakeWorker> {
    const worker = new FakeWorker();
    await new Promise<void>((resolve) => worker.server.listen(0, '127.0.0.1', resolve));
    return worker;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    let body = '';
    for await (const part of request) body += String(part);
    this.requests.push({ path, headers: request.headers, body });
    if (path === '/silent') return;
    if (path === '/cut') {
      request.socket.destroy();
      return;
    }
    const [given = '', retryAfter] = path.slice(1).split('?');
    const status = Number(given) || 201;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status, status === 302 ? { location: this.url('/201') } : {}).end('because');
  }

  /** Closes every connection. */
  hangUp(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const allowLoopback = new AddressGuard(['127.0.0.0/8']);
const engineWith = (guard: AddressGuard): WebserviceEngine =>
  new WebserviceEngine(new HttpCaller(guard), systemClock, 'carillon/test', {
    keepLines: () => Promise.resolve(),
    incarnation: 'one',
  });

const launchOf = (attempt: AttemptId, url: string, fields: Partial<CallLaunch> = {}): CallLaunch => ({
  engine: 'webservice',
  attempt,
  key: parseAttemptId(attempt)!,
  tenant: asTenantId('ibm'),
  job: asJobId('job'),
  jobName: 'A job',
  worker: asWorkerId('worker'),
  indexCount: 1,
  startBy: Date.now() + 2_000,
  timeoutSeconds: null,
  url,
  headers: {},
  body: { runId: 'r' },
  cancelUrl: null,
  former: null,
  allowedHosts: null,
  call: null,
  ...fields,
});
const attempt = asAttemptId('r/0/main/0/1');
const stop: StopRequest = {
  attempt,
  host: 'h',
  name: null,
  stoppedAt: null,
  force: false,
  graceSeconds: 30,
  reason: 'aborted',
  cancel: null,
};

describe('the web-service engine as one of all engines', () => {
  const make = async (): Promise<EngineBench<'webservice'>> => {
    const worker = await FakeWorker.start();
    return {
      engine: 'webservice',
      host: 'h',
      create: () => engineWith(allowLoopback),
      launch: (id) => launchOf(id, worker.url('/201')),
      starts: (id) =>
        Promise.resolve(worker.requests.filter(({ headers }) => headers['idempotency-key'] === id).length),
      dispose: () => worker.stop(),
    };
  };
  checkEngineConformance(make, { seesEnds: false });
});

describe('the calls of the web-service engine', () => {
  let worker: FakeWorker;
  let engine: WebserviceEngine;
  beforeEach(async () => {
    worker = await FakeWorker.start();
    engine = engineWith(allowLoopback);
  });
  afterEach(async () => {
    await engine.close();
    await worker.stop();
  });

  test('nothing is sent after the claim has lapsed, even during the wait for a connection', async () => {
    const launch = launchOf(attempt, worker.url('/201'));
    expect(await engine.start(launch, () => false)).toMatchObject({ type: 'notSent' });
    expect(worker.requests).toEqual([]);
  });

  test('a call that never got a connection was certainly not sent', async () => {
    const silent = (i: number): CallLaunch =>
      launchOf(asAttemptId(`r${i}/0/main/0/1`), worker.url('/silent'), { startBy: Date.now() + 60_000 });
    const others = Array.from({ length: 64 }, (_, i) => engine.start(silent(i)));
    await until('all connections to be busy', () => worker.requests.length === others.length);
    const launch = launchOf(attempt, worker.url('/201'), { startBy: Date.now() + 200 });
    expect(await engine.start(launch)).toMatchObject({ type: 'refused', retryable: true });
    worker.hangUp();
    for (const other of others) expect(await other).toMatchObject({ type: 'inDoubt' });
    expect(worker.requests).toHaveLength(others.length);
  });

  test.each([200, 201, 202])('the answer %d starts the attempt', async (status) => {
    expect(await engine.start(launchOf(attempt, worker.url(`/${status}`)))).toMatchObject({ type: 'started' });
  });

  test.each([429, 503])('the answer %d is a refused start, which may be tried again', async (status) => {
    expect(await engine.start(launchOf(attempt, worker.url(`/${status}`)))).toMatchObject({
      type: 'refused',
      retryable: true,
      reason: `Http${status}`,
    });
  });

  test('an answer may give the time of the next try', async () => {
    const about = async (status: number): Promise<StartResult> =>
      engine.start(launchOf(attempt, worker.url(`/${status}?60`)));
    const earliest = systemClock.now() + 60_000;
    const refused = await about(503);
    const failed = await about(500);
    const latest = systemClock.now() + 60_000;
    if (refused.type !== 'refused' || failed.type !== 'failed') throw new Error(`${refused.type}, ${failed.type}`);
    expect(failed.end.reason).toBe('Http500');
    for (const retryAt of [refused.retryAt, failed.end.retryAt])
      expect(retryAt !== undefined && retryAt >= earliest && retryAt <= latest).toBe(true);
  });

  test.each([203, 206, 302, 400, 404, 500])(
    'the answer %d fails the attempt and is quoted in its end',
    async (status) => {
      const result = await engine.start(launchOf(attempt, worker.url(`/${status}`)));
      expect(result).toMatchObject({ type: 'failed', end: { result: 'failed', reason: `Http${status}` } });
      expect(result).toHaveProperty('end.message', expect.stringContaining(`answered ${status}: because`));
      expect(worker.requests).toHaveLength(1);
    },
  );

  test('the answer 204 fails the attempt', async () => {
    const result = await engine.start(launchOf(attempt, worker.url('/204')));
    expect(result).toMatchObject({ type: 'failed', end: { result: 'failed', reason: 'Http204' } });
  });

  test('a refused connection and an unknown host are refused starts', async () => {
    const gone = worker.url('/201');
    await worker.stop();
    expect(await engine.start(launchOf(attempt, gone))).toMatchObject({ type: 'refused', retryable: true });
    const unknown = launchOf(attempt, 'http://no-such-host.invalid/');
    expect(await engine.start(unknown)).toMatchObject({ type: 'refused', retryable: true, reason: 'NotReachable' });
    worker = await FakeWorker.start();
  });

  test.each([
    ['/silent', 'no answer within'],
    ['/cut', ''],
  ])('a missing answer (%s) leaves the start in doubt', async (path, message) => {
    const launch = launchOf(attempt, worker.url(path), { startBy: Date.now() + 200 });
    const result = await engine.start(launch);
    expect(result).toMatchObject({ type: 'inDoubt', reason: 'NoAnswer' });
    expect(result).toHaveProperty('message', expect.stringContaining(message));
  });

  test('a call contains its key, the given headers and the body; the engine sets the headers of the connection', async () => {
    const headers = { Authorization: 'Basic x', Host: 'elsewhere', 'Content-Length': '1' };
    await engine.start(launchOf(attempt, worker.url('/201?a=b'), { headers, body: { runId: 'ř' } }));
    expect(worker.requests).toMatchObject([
      {
        path: '/201?a=b',
        headers: {
          authorization: 'Basic x',
          'idempotency-key': attempt,
          'content-type': 'application/json',
          'user-agent': 'carillon/test',
          host: new URL(worker.url('/')).host,
        },
        body: '{"runId":"ř"}',
      },
    ]);
  });

  test('an attempt first cancels the attempt before it', async () => {
    const second = asAttemptId('r/0/main/0/2');
    const fields = { former: attempt, cancelUrl: worker.url('/cancel') };
    await engine.start(launchOf(second, worker.url('/201'), fields));
    expect(worker.requests.map(({ path }) => path)).toEqual(['/cancel', '/201']);
    expect(JSON.parse(worker.requests[0]!.body)).toMatchObject({ runId: 'r', attemptId: attempt });
  });

  test('a stop calls the cancel URL and ends the attempt with any answer', async () => {
    const cancel = { url: worker.url('/500'), headers: { authorization: 'Basic x' } };
    expect(await engine.stop({ ...stop, cancel })).toMatchObject({
      type: 'ended',
      end: { result: 'deletedByUs', message: 'the cancel URL answered 500' },
    });
    expect(worker.requests).toMatchObject([{ path: '/500', headers: { authorization: 'Basic x' } }]);
  });

  test('only the quoted part of an answer is read', async () => {
    const big = createServer((_, response) => response.writeHead(500).end('x'.repeat(5_000_000)));
    await new Promise<void>((resolve) => big.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(big.address() as AddressInfo).port}/`;
    const result = await engine.start(launchOf(attempt, url));
    expect(result).toHaveProperty('end.message.length', 'the web service answered 500: '.length + 500);
    big.closeAllConnections();
    await new Promise((resolve) => big.close(resolve));
  });

  test.each<[string, AddressGuard, string, readonly string[] | null]>([
    ['an address outside the allowed ranges', new AddressGuard(['10.0.0.0/8']), '127.0.0.1', null],
    ['a name that resolves to an address outside the allowed ranges', new AddressGuard(['public']), 'localhost', null],
    [
      'the IPv6 notation of an address outside the allowed ranges',
      new AddressGuard(['public']),
      '[::ffff:127.0.0.1]',
      null,
    ],
    ['a host that the tenant may not call', allowLoopback, '127.0.0.1', ['*.example.com']],
  ])('%s is refused permanently, and nothing is sent', async (_, guard, host, allowedHosts) => {
    const guarded = engineWith(guard);
    const url = worker.url('/201').replace('127.0.0.1', host);
    expect(await guarded.start(launchOf(attempt, url, { allowedHosts }))).toMatchObject({
      type: 'refused',
      retryable: false,
    });
    expect(worker.requests).toEqual([]);
    await guarded.close();
  });

  test('a connection is opened ahead of a start to a host that the tenant may call, and to no other', async () => {
    const own = engineWith(allowLoopback);
    const attempt = asAttemptId('ahead/0/main/0/1');
    own.prepare(launchOf(attempt, worker.url('/201'), { allowedHosts: ['elsewhere.example'] }));
    own.prepare(launchOf(attempt, worker.url('/201')));
    await until('the connection', () => worker.connections === 1);
    expect(worker.requests).toEqual([]);
    expect(await own.start(launchOf(attempt, worker.url('/201')))).toMatchObject({ type: 'started' });
    expect([worker.connections, worker.requests.length]).toEqual([1, 1]);
    await own.close();
  });
});
