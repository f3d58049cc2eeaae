/** Executors without NATS: they start, and their sweeps find the work that messages would have announced. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { attemptId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';
import { box, World } from '../../integration/executor/support/world.js';

jest.setTimeout(240_000);

let world: World;
let executor: ServiceProcess;
let worker: Server;

beforeAll(async () => {
  world = await World.create();
  await world.natsServer.kill();
  // There is no collector: a run ends when it has waited so long for its output.
  executor = await startService('executor', { ...world.env, SEAL_HOLD_SECONDS: '1' });
  worker = createServer((_request, response) => response.writeHead(201).end()).listen(0, '127.0.0.1');
});
afterAll(async () => {
  await executor.stop();
  worker.close();
  await world.close();
});

interface Ready {
  readonly status: number;
  readonly ready: boolean;
  readonly degraded: boolean;
}

async function readiness(): Promise<Ready> {
  const port = /"metricsUrl":"http:\/\/[^"]*:(\d+)"/.exec(executor.output())?.[1] ?? '';
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } });
  return { status: response.status, ...((await response.json()) as Omit<Ready, 'status'>) };
}

test('an executor starts without NATS, is ready, and runs the work that it finds', async () => {
  expect(await readiness()).toMatchObject({ status: 200, ready: true, degraded: true });
  const run = await world.record(['sh', '-c', 'exit 3']);
  expect(await world.ended(run.id)).toMatchObject({ phase: 'Failed', exitCode: 3 });
});

test('an executor uses NATS when it is available; when NATS stands still runs continue, and callbacks are taken from the inbox', async () => {
  await world.natsServer.restart();
  await until('NATS to be used', async () => !(await readiness()).degraded, 30_000);
  const announced = await world.record(['true']);
  await until(
    'the dispatch',
    async () =>
      world.dispatch(announced.id).then(
        () => true,
        () => false,
      ),
    30_000,
  );
  expect(await world.ended(announced.id)).toMatchObject({ phase: 'Completed' });

  await world.natsServer.freeze();
  await until('the freeze to be noticed', async () => (await readiness()).degraded, 10_000);
  const alone = await world.record(['true']);
  expect(await world.ended(alone.id)).toMatchObject({ phase: 'Completed' });
  const url = `http://127.0.0.1:${(worker.address() as AddressInfo).port}`;
  const called = await world.record([], { worker: { engine: 'webservice', url } });
  await world.reaches(called.id, 'Running', ({ phase }) => phase === 'Running');
  const attempt = attemptId({ run: called.id, generation: 0, task: 'main', index: 0, attempt: 1 });
  const said = { v: 1, attempt, at: Date.now(), state: 'FINISHED', message: null, exitCode: null, progress: null };
  await new InboxStore(world.mongo, box).put({
    id: 'kept',
    kind: 'status',
    service: 'executor',
    attempt,
    shard: shardOf(called.id),
    at: Date.now(),
    payload: said,
  });
  expect(await world.ended(called.id)).toMatchObject({ phase: 'Completed' });
  expect(await readiness()).toMatchObject({ status: 200, ready: true, degraded: true });

  world.natsServer.thaw();
  await until('NATS to be back', async () => !(await readiness()).degraded, 30_000);
});
