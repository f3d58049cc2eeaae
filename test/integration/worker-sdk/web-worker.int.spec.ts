/** The SDK of web-service workers, with a receiver of callbacks that may be unavailable, and killed while it works. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { until } from '#testing/until.js';
import { fastifyWorker } from '#worker-sdk/http-listener.js';
import type { Invocation } from '#worker-sdk/invocation.js';
import { WebWorker, type Handler, type WebWorkerOptions } from '#worker-sdk/web-worker.js';
import { signCall } from '../../../apps/executor/src/engines/webservice/sign-call.js';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
interface Heard {
  readonly path: string;
  readonly token: string | undefined;
  readonly body: unknown;
}

/** Accepts callbacks, and answers with `status`. */
class Receiver {
  status = 204;
  /** The problem by which a call is refused; null for none. */
  refuse: (call: Heard) => object | null = () => null;
  readonly heard: Heard[] = [];
  private readonly server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const { url: path = '', headers } = request;
      const call = { path, token: headers.authorization, body: JSON.parse(body) as unknown };
      const problem = this.refuse(call);
      if (problem !== null) {
        response.writeHead(400, { 'content-type': 'application/problem+json', connection: 'close' });
        response.end(JSON.stringify(problem));
        return;
      }
      if (this.status === 204) this.heard.push(call);
      response.writeHead(this.status, { connection: 'close' }).end();
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((listening) => this.server.listen(0, '127.0.0.1', listening));
  }

  invocation(attemptId: string, fields: Partial<Invocation> = {}): Invocation {
    const base = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    const callback = { log: `${base}/log`, status: `${base}/status`, jobStorage: `${base}/storage`, token: 'a-token' };
    const invocation = {
      runId: 'r',
      attemptId,
      attempt: 1,
      job: { parameters: { rows: 2 } },
      jobStorage: { last: 1 },
      callback,
    };
    return { ...invocation, ...fields } as unknown as Invocation;
  }

  at(path: string): unknown[] {
    return this.heard.filter((each) => each.path === path).map(({ body }) => body);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

let receiver: Receiver;
let folder: string;
beforeEach(async () => {
  receiver = new Receiver();
  await receiver.start();
  folder = mkdtempSync(join(tmpdir(), 'carillon-worker-'));
});
afterEach(async () => {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

const signed = (body: string, secret = SECRET): Record<string, string> =>
  signCall({ 'webhook-signature': secret }, { key: 'k', body, at: Date.now() });
const call = async (
  worker: WebWorker,
  invocation: object,
  isCancel = false,
): Promise<{ status: number; text: string }> => {
  const body = JSON.stringify(invocation);
  return worker.answer({ isCancel, headers: signed(body), body });
};
const workerWith = (handler: Handler, options: Partial<WebWorkerOptions> = {}): WebWorker =>
  new WebWorker({ folder, secrets: [SECRET], ...options }, handler);
const hasReported = async (): Promise<void> => {
  await until(
    'the end to be reported, and forgotten',
    () => receiver.at('/status').length > 0 && readdirSync(folder).length === 0,
  );
};

test('an invocation is acknowledged, performed, and reported: log in order, storage, then its end', async () => {
  const worker = workerWith(async (task) => {
    await task.log('one\ntwo');
    await task.progress({ done: 1 }, 'halfway');
    await Promise.all([
      task.saveStorage((present) => ({ ...(present as object), a: 1 })),
      task.saveStorage((present) => ({ ...(present as object), b: 2 })),
    ]);
    await task.log(`rows: ${(task.parameters as { rows: number }).rows}`);
    return { message: 'all rows' };
  });
  expect(await call(worker, receiver.invocation('r/0/main/0/1'))).toMatchObject({ status: 201 });
  await hasReported();
  expect(receiver.at('/log').flatMap((body) => (body as { lines: string[] }).lines)).toEqual(['one', 'two', 'rows: 2']);
  expect(receiver.at('/storage')).toEqual([
    { last: 1, a: 1 },
    { last: 1, a: 1, b: 2 },
  ]);
  const states = [
    { state: 'RUNNING', progress: { done: 1 }, message: 'halfway' },
    { state: 'FINISHED', message: 'all rows' },
  ];
  expect(receiver.at('/status')).toEqual(states);
  expect(receiver.heard.at(-1)).toMatchObject({ path: '/status', token: 'Bearer a-token' });
  await worker.close();
});

test('close ends after its time, although a handler does not heed its signal', async () => {
  let end = (): void => undefined;
  const worker = workerWith(async () => {
    await new Promise<void>((resolve) => {
      end = resolve;
    });
    return undefined;
  });
  await call(worker, receiver.invocation('r/0/main/0/1'));
  const before = performance.now();
  await worker.close(200);
  expect(performance.now() - before).toBeLessThan(2_000);
  expect(readdirSync(folder)).toHaveLength(1);
  end();
  // What it does now is kept for the next start.
  await until('the late end to be on the disk', () => readdirSync(folder).some(journalled));
});

test('an unsigned call starts nothing', async () => {
  const begun: string[] = [];
  const worker = workerWith(async (task) => {
    begun.push(task.invocation.attemptId);
    return Promise.resolve(undefined);
  });
  const body = JSON.stringify(receiver.invocation('a'));
  const other = `whsec_${Buffer.alloc(32, 6).toString('base64')}`;
  for (const headers of [{}, signed(body, other), signed('{}')])
    expect(await worker.answer({ isCancel: false, headers, body })).toMatchObject({ status: 401 });
  expect(await worker.answer({ isCancel: false, headers: signed('[]'), body: '[]' })).toMatchObject({ status: 400 });
  expect(begun).toEqual([]);
  await worker.close();
});

test('a repeated invocation starts nothing; one beyond the limit is told to come again', async () => {
  let finish = (): void => undefined;
  const worker = workerWith(
    async () =>
      new Promise(
        (end) =>
          (finish = (): void => {
            end(undefined);
          }),
      ),
    { maxActive: 1 },
  );
  expect(await call(worker, receiver.invocation('a'))).toMatchObject({ status: 201 });
  expect(await call(worker, receiver.invocation('a'))).toMatchObject({ status: 200 });
  expect(await call(worker, receiver.invocation('b'))).toMatchObject({ status: 503 });
  finish();
  await hasReported();
  await worker.close();
});

test('an error is a failure with its message; a cancelled run is notified by its signal', async () => {
  const worker = workerWith(
    async ({ signal }) =>
      new Promise((_end, fail) => {
        signal.addEventListener('abort', () => {
          fail(signal.reason as Error);
        });
      }),
  );
  await call(worker, receiver.invocation('a'));
  expect(await call(worker, { runId: 'r', attemptId: 'a', reason: 'aborted by anna' }, true)).toMatchObject({
    status: 204,
  });
  await hasReported();
  expect(receiver.at('/status')).toEqual([{ state: 'FAILED', message: 'aborted by anna' }]);
  await worker.close();
});

const circular: Record<string, unknown> = {};
circular['self'] = circular;

test.each<[what: string, handler: Handler, message: string]>([
  ['a BigInt', async () => Promise.resolve({ outputs: { rows: 10n } }), 'BigInt'],
  ['a circle', async () => Promise.resolve({ outputs: { circular } }), 'circular'],
  ['a storage that is no JSON', async (task) => task.saveStorage(() => 10n).then(() => undefined), 'BigInt'],
  [
    'a thrown object without a text',
    async () => Promise.reject(Object.create(null) as Error),
    'Object: null prototype',
  ],
])('%s is a failure that is reported at once', async (_what, handler, message) => {
  const worker = workerWith(handler);
  await call(worker, receiver.invocation('r/0/main/0/1'));
  await hasReported();
  expect(receiver.at('/status')).toEqual([{ state: 'FAILED', message: expect.stringContaining(message) as string }]);
  expect(receiver.at('/storage')).toEqual([]);
  await worker.close();
});

test('a result that the api does not take is a failure that says why', async () => {
  const problems: string[] = [];
  receiver.refuse = ({ body }) =>
    (body as { exitCode?: number }).exitCode === 1.5 ? { detail: 'exitCode must be an integer' } : null;
  const worker = workerWith(async () => Promise.resolve({ exitCode: 1.5 }), {
    onProblem: (message) => problems.push(message),
  });
  await call(worker, receiver.invocation('r/0/main/0/1'));
  await hasReported();
  const message = 'the request status was answered 400: exitCode must be an integer';
  expect(receiver.at('/status')).toEqual([{ state: 'FAILED', message }]);
  expect(problems).toEqual([message]);
  await worker.close();
});

test('an attempt that the scheduler has given up is ended by its next callback', async () => {
  receiver.status = 409;
  const problems: string[] = [];
  const worker = workerWith(
    async ({ signal }) => {
      await once(signal, 'abort');
      return undefined;
    },
    { heartbeatSeconds: 0.05, onProblem: (message) => problems.push(message) },
  );
  await call(worker, receiver.invocation('a'));
  await until('the attempt to be forgotten', () => readdirSync(folder).length === 0);
  expect(problems).toEqual(['the request status was answered 409']);
  await worker.close();
});

test('behind Fastify it has routes of its own, beside others that parse JSON', async () => {
  const worker = workerWith(async () => Promise.resolve(undefined));
  const app = fastify();
  app.post('/other', (request) => request.body);
  await app.register(fastifyWorker(worker), { prefix: '/work' });
  const payload = JSON.stringify(receiver.invocation('a'));
  const headers = { ...signed(payload), 'content-type': 'application/json' };
  expect((await app.inject({ method: 'POST', url: '/work', headers, payload })).statusCode).toBe(201);
  const other = await app.inject({ method: 'POST', url: '/other', headers, payload: '{"a":1}' });
  expect(other.json()).toEqual({ a: 1 });
  await hasReported();
  await app.close();
  await worker.close();
});

test('behind a body parser it reports the error', async () => {
  const worker = workerWith(async () => Promise.resolve(undefined));
  const server = createServer((request, response) => {
    void text(request).then(() => {
      worker.listener(request, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/work`;
  const response = await fetch(url, { method: 'POST', body: '{}', headers: { connection: 'close' } });
  expect([response.status, await response.text()]).toEqual([
    500,
    'the body was read already: install the worker before body parsers',
  ]);
  await new Promise((closed) => server.close(closed));
  await worker.close();
});

/** A worker as a process of its own, which prints its port; `work` is the body of its handler. */
const PROGRAM = (work: string, options: string): string => `
  import { createServer } from 'node:http';
  import { WebWorker } from ${JSON.stringify(resolve(import.meta.dirname, '../../../dist/libs/worker-sdk/src/web-worker.js'))};
  const worker = new WebWorker({ folder: process.argv[1], secrets: [], ${options} }, async (task) => { ${work} });
  const server = createServer(worker.listener).listen(0, '127.0.0.1', () => console.log(server.address().port));`;

async function startProcess(work: string, options = ''): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM(work, options), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, url: `http://127.0.0.1:${port}/work` };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const begin = async (url: string): Promise<number> => {
  const body = JSON.stringify(receiver.invocation('a'));
  return (await fetch(url, { method: 'POST', body, headers: { connection: 'close' } })).status;
};

test('a result survives kill -9 while nobody accepts it: the next process reports it', async () => {
  receiver.status = 503;
  const first = await startProcess("return { message: 'the result', exitCode: 0 };");
  expect(await begin(first.url)).toBe(201);
  await until('the result to be on the disk', () => readdirSync(folder).some(journalled));
  await kill(first.child);
  receiver.status = 204;
  const second = await startProcess('throw new Error("this does not run again");');
  await hasReported();
  expect(receiver.at('/status')).toEqual([{ state: 'FINISHED', message: 'the result', exitCode: 0 }]);
  await kill(second.child);
});

test('log lines and saved values survive with the result, in order and once', async () => {
  receiver.status = 503;
  const first = await startProcess(
    "task.log('one'); task.saveStorage(() => ({ row: 1 })); task.log('two'); task.saveStorage(({ row }) => ({ row: row + 1 }));",
  );
  expect(await begin(first.url)).toBe(201);
  await until('the result to be on the disk', () => readdirSync(folder).some(journalled));
  await kill(first.child);
  receiver.status = 204;
  const second = await startProcess('throw new Error("this does not run again");');
  await hasReported();
  expect(receiver.heard.map(({ path }) => path)).toEqual(['/log', '/storage', '/status']);
  expect(receiver.heard.map(({ body }) => body)).toEqual([
    { seq: 1, lines: ['one', 'two'] },
    { row: 2 },
    { state: 'FINISHED' },
  ]);
  await kill(second.child);
});

test('refused lines cause a failure, and calls that are not awaited do not end the process', async () => {
  receiver.status = 413;
  const { child, url } = await startProcess("task.progress(1); task.log('too long'); task.saveStorage(() => 1);");
  expect(await begin(url)).toBe(201);
  await until('all calls to be refused', () => readdirSync(folder).length === 0);
  receiver.status = 204;
  expect(await begin(url)).toBe(200);
  await kill(child);
});

test.each<[what: string, options: string, wanted: object]>([
  ['is reported as failed', '', { state: 'FAILED', message: expect.stringContaining('started again') as string }],
  ['is begun again on request', "afterRestart: 'repeat'", { state: 'FINISHED', message: 'again' }],
])('work that was active at kill -9 %s', async (_what, options, wanted) => {
  const first = await startProcess('await new Promise(() => undefined);');
  expect(await begin(first.url)).toBe(201);
  await kill(first.child);
  const second = await startProcess("return { message: 'again' };", options);
  await hasReported();
  expect(receiver.at('/status')).toEqual([wanted]);
  await kill(second.child);
});

const journalled = (name: string): boolean => {
  if (!name.endsWith('.json')) return false;
  const { end } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { end: unknown };
  return end !== null;
};
