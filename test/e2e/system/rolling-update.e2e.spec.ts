/** An executor is stopped, as in a rolling update, while it makes calls whose answers are the ends of their attempts. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunId } from '#common/domain/ids.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import type { Run } from '#common/run/run.js';
import { freePort } from '#embedded-servers';
import { until } from '#testing/until.js';
import { World } from '../../integration/executor/support/world.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';

const TEST_LIMIT_MS = 240_000;
const LONG_MS = 15_000;
const BUSY_MS = 4_000;
/** Others own the shards of the stopping executor within a heartbeat or two; a sweep would take ten times as long. */
const SOON_MS = 8_000;
const OTHER_RUNS = 12;
/** A claim is certainly void 5 s after it was made, and is looked at each second from then on; a sweep would come after 30 s. */
const LOOKED_FOR_MS = 20_000;

let world: World;
let services: ServiceProcess[];
/** By path: when each request arrived, and its answer, which a test sends. */
const arrivals = new Map<string, { readonly at: number; readonly response: ServerResponse }[]>();
const at = (path: string): { readonly at: number; readonly response: ServerResponse }[] => arrivals.get(path) ?? [];
const server = createServer((request, response) => {
  request.resume();
  const path = request.url ?? '';
  arrivals.set(path, [...at(path), { at: performance.now(), response }]);
  if (path.startsWith('/quick')) response.end('fine');
});

type Http = NonNullable<NonNullable<Parameters<World['begin']>[1]>['job']>['http'];
const call = (path: string, http: Http = {}, job = {}): Promise<Run> => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return world.begin([], {
    worker: { engine: 'webservice', url },
    job: { answer: 'ends', http: { timeoutSeconds: 120, ...http }, ...job },
  });
};
const arrived = (path: string, times = 1): Promise<unknown> =>
  until(`${times} requests of ${path}`, () => at(path).length >= times, 60_000);

async function metricOf(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)`, 'm').exec(text)?.[1]);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  world = await World.create();
  services = [await startService('log-collector', world.env)];
}, TEST_LIMIT_MS);

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all(services.map((service) => service.stop()));
  await world.close();
}, TEST_LIMIT_MS);

test(
  'it starts nothing, others own its shards at once, and its calls keep their results',
  async () => {
    const leavingPort = await freePort();
    const leaving = await startService('executor', { ...world.env, METRICS_PORT: String(leavingPort) });
    const long = await call('/long', { method: 'POST', body: '{}', outputs: { rows: '/count' } });
    const busy = await call('/busy', { method: 'POST', body: '{}' }, { maxAttempts: 2 });
    const stuck = await call('/stuck');
    await Promise.all(['/long', '/busy', '/stuck'].map((path) => arrived(path)));
    services.push(await startService('executor', world.env));

    const stoppedAt = performance.now();
    const stopped = leaving.stop();
    await delay(1_000);
    expect(await metricOf(leavingPort, 'carillon_calls_under_way')).toBe(3);
    const others: RunId[] = [];
    for (let number = 0; number < OTHER_RUNS; number++) others.push((await call(`/quick/${number}`)).id);
    await new CommandsStore(world.mongo).add({
      id: 'abort-stuck',
      run: stuck.id,
      shard: stuck.shard,
      command: 'abort',
      reason: null,
      graceSeconds: null,
      actor: 'test',
      at: Date.now(),
    });
    await world.allEnded(others, SOON_MS);
    await world.ended(stuck.id, SOON_MS);
    expect((await world.load(stuck.id)).phase).toBe('Aborted');

    await delay(Math.max(0, stoppedAt + BUSY_MS - performance.now()));
    at('/busy')[0]?.response.writeHead(503).end('busy');
    const answeredAt = performance.now();
    await arrived('/busy', 2);
    expect((at('/busy')[1]?.at ?? Infinity) - answeredAt).toBeLessThan(SOON_MS);
    at('/busy')[1]?.response.end('done');
    expect(await world.ended(busy.id)).toMatchObject({ phase: 'Completed' });

    await delay(Math.max(0, stoppedAt + LONG_MS - performance.now()));
    expect(await world.load(long.id)).toMatchObject({ phase: 'Running' });
    at('/long')[0]?.response.end('{"count": 3}');
    expect(await world.ended(long.id, SOON_MS)).toMatchObject({ phase: 'Completed', outputs: { rows: 3 } });
    expect(await stopped).toBe(0);
    expect([...arrivals].map(([path, requests]) => [path, requests.length])).toEqual(
      expect.arrayContaining([
        ['/long', 1],
        ['/busy', 2],
        ['/stuck', 1],
      ]),
    );
    expect(others.map((_, number) => at(`/quick/${number}`).length)).toEqual(others.map(() => 1));
  },
  TEST_LIMIT_MS,
);

test(
  'what it must leave is told as such, or repeated by another',
  async () => {
    await services.pop()?.stop();
    const leaving = await startService('executor', { ...world.env, CALL_DRAIN_SECONDS: '2' });
    const post = await call('/left/post', { method: 'POST', body: '{}' });
    const get = await call('/left/get');
    await Promise.all(['/left/post', '/left/get'].map((path) => arrived(path)));
    services.push(await startService('executor', world.env));

    const begunAt = performance.now();
    expect(await leaving.stop()).toBe(0);
    expect(performance.now() - begunAt).toBeGreaterThanOrEqual(2_000);
    expect(await world.ended(post.id, SOON_MS)).toMatchObject({ phase: 'Failed' });
    expect(await world.attempts(post.id)).toMatchObject([{ attempt: 1, end: { reason: 'CallInterrupted' } }]);
    await until('the repeated call', () => at('/left/get').length === 2, LOOKED_FOR_MS);
    at('/left/get')[1]?.response.end('done');
    expect(await world.ended(get.id)).toMatchObject({ phase: 'Completed' });
    expect(await world.attempts(get.id)).toMatchObject([{ attempt: 1, end: { result: 'succeeded' } }]);
    expect([at('/left/post').length, at('/left/get').length]).toEqual([1, 2]);
  },
  TEST_LIMIT_MS,
);
