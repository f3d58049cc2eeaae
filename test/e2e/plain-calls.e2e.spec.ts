/** Plain HTTP calls in a whole installation: the answer is the end of the run, and its log; a service that dies loses none of them. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess } from './support/quickstart-process.js';

const LIMIT_MS = 240_000;
const SECRET = 'a-secret-of-the-job';
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const requests: string[] = [];
/** When each request arrived, by the monotonic clock. */
const arrivals: number[] = [];
const waiting: ServerResponse[] = [];

const ended = z.looseObject({
  id: z.string(),
  state: z.string(),
  reason: z.string(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
});
const begun = z.object({ run: z.object({ id: z.string() }) });

const handle = (request: IncomingMessage, response: ServerResponse): void => {
  const url = request.url ?? '';
  requests.push(`${request.method} ${url}`);
  arrivals.push(performance.now());
  if (url.startsWith('/slow')) waiting.push(response);
  else if (url.startsWith('/busy')) response.writeHead(503, { 'retry-after': '1' }).end('busy');
  else if (url.startsWith('/big'))
    response.end(`${'x'.repeat(65_526)}${SECRET}${'y'.repeat(65_530)}${SECRET}${'z'.repeat(65_526)}`);
  else {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: { count: 3 }, echoed: request.headers['x-key'] }));
  }
};
const server = createServer(handle);
const url = (path: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

const runOf = async (job: string): Promise<string> =>
  begun.parse(await api.call('POST', `/jobs/${job}/run`, {})).run.id;
const endOf = async (run: string): Promise<z.output<typeof ended>> =>
  eventually(`${run} has ended`, async () => {
    const found = ended.parse(await api.call('GET', `/runs/${run}`));
    return ['FINISHED', 'FAILED', 'ABORTED'].includes(found.state) ? found : null;
  });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await quickstart.start('--empty');
  await api.call('POST', '/tenants', { id: 'acme', name: 'Acme' });
}, LIMIT_MS);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await quickstart.dispose();
}, LIMIT_MS);

test(
  'a job that names no worker but a url is one call, whose answer is its outputs and its log, without secrets',
  async () => {
    const job = await api.call('POST', '/jobs', {
      id: 'acme-cron',
      tenant: 'acme',
      name: 'Cron',
      url: url('/cron'),
      answer: 'ends',
      httpHeaders: { 'X-Key': SECRET },
      http: { query: { job: '${job.id}' }, outputs: { rows: '/data/count' } },
    });
    expect(job).toMatchObject({ worker: 'other_webservice', answer: 'ends' });
    const run = await runOf('acme-cron');
    expect(await endOf(run)).toMatchObject({ state: 'FINISHED', outputs: { rows: 3 } });
    expect(requests).toEqual(['GET /cron?job=acme-cron']);
    const log = await api.log(run);
    expect(log).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/cron\nHTTP 200 OK, \d+ bytes, application\/json, in \d+ ms\n/);
    expect(log).toContain('"echoed":"***"');
    expect(log).not.toContain(SECRET);
  },
  LIMIT_MS,
);

test(
  'a secret that is divided where a long answer is cut is not in the log',
  async () => {
    const fields = { tenant: 'acme', name: 'Big', url: url('/big'), answer: 'ends', httpHeaders: { 'X-Key': SECRET } };
    await api.call('POST', '/jobs', { id: 'acme-big', ...fields });
    const run = await runOf('acme-big');
    expect(await endOf(run)).toMatchObject({ state: 'FINISHED' });
    const log = await api.log(run);
    expect(log).toContain('bytes are left out');
    expect(log).toMatch(/x{10000}/);
    expect(log).toMatch(/z{10000}/);
    expect(log).not.toMatch(/a-secret|the-job/);
  },
  LIMIT_MS,
);

test(
  'an answer that is no success is retried as the job says, not before the pause that it asks for',
  async () => {
    const retry = { rules: [{ httpStatuses: [503] }] };
    const fields = { tenant: 'acme', name: 'Busy', url: url('/busy'), answer: 'ends', maxAttempts: 2, retry };
    await api.call('POST', '/jobs', { id: 'acme-busy', ...fields });
    requests.length = 0;
    arrivals.length = 0;
    expect(await endOf(await runOf('acme-busy'))).toMatchObject({ state: 'FAILED' });
    expect(requests).toEqual(['GET /busy', 'GET /busy']);
    const [first = 0, second = 0] = arrivals;
    expect(second - first).toBeGreaterThanOrEqual(1_000);
  },
  LIMIT_MS,
);

test(
  'a call that may be repeated is repeated when its executor is killed, and any other ends with that reason; an abort closes the connection',
  async () => {
    const fields = { tenant: 'acme', name: 'Slow', url: url('/slow'), answer: 'ends', http: { timeoutSeconds: 600 } };
    await api.call('POST', '/jobs', { id: 'acme-get', ...fields });
    const post = { ...fields, name: 'Posted', http: { ...fields.http, method: 'POST', body: '{}' } };
    await api.call('POST', '/jobs', { id: 'acme-post', ...post });
    const get = await runOf('acme-get');
    const posted = await runOf('acme-post');
    await eventually('both calls', () => Promise.resolve(waiting.length === 2 || null));
    await quickstart.killService('executor');
    expect(await endOf(posted)).toMatchObject({ state: 'FAILED' });
    expect(JSON.stringify(await api.call('GET', `/runs/${posted}`))).toContain('CallInterrupted');
    await eventually('the repeated call', () => Promise.resolve(waiting.length === 3 || null));
    waiting.at(-1)?.end('done');
    expect(await endOf(get)).toMatchObject({ state: 'FINISHED' });

    const aborted = await runOf('acme-get');
    await eventually('a further call', () => Promise.resolve(waiting.length === 4 || null));
    const isClosed = new Promise((resolve) => waiting.at(-1)?.once('close', resolve));
    await api.call('POST', `/runs/${aborted}/commands`, { command: 'abort' });
    await isClosed;
    expect(await endOf(aborted)).toMatchObject({ state: 'ABORTED' });
  },
  LIMIT_MS,
);
