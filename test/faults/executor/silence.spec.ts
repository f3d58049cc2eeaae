/** Processes are stopped because of their silence, and never because it cannot be determined whether they are silent. */
import { jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from '#common/run/run.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';
import { World } from '../../integration/executor/support/world.js';

jest.setTimeout(180_000);

const LIMIT_MS = 90_000;

let world: World;
let executor: ServiceProcess;
let collector: ServiceProcess;

beforeAll(async () => {
  world = await World.create();
  [executor, collector] = await Promise.all([
    startService('executor', world.env),
    startService('log-collector', world.env),
  ]);
});
afterAll(async () => {
  await Promise.all([executor.stop(), collector.stop()]);
  await world.close();
});

const begin = (script: string): Promise<Run> => world.begin(['sh', '-c', script], { job: { idleTimeoutSeconds: 3 } });

test.concurrent('work that writes a line from time to time continues', async () => {
  const { id } = await begin('for i in 1 2 3 4 5 6 7 8; do echo $i; sleep 1; done');
  expect(await world.ended(id, LIMIT_MS)).toMatchObject({ phase: 'Completed' });
});

test.concurrent('work that has become silent is stopped', async () => {
  const { id } = await begin('echo begins; exec sleep 600');
  expect(await world.ended(id, LIMIT_MS)).toMatchObject({ phase: 'Aborted', reason: 'IdleTimeout' });
  expect(await world.attempts(id)).toMatchObject([{ end: { result: 'idle', reason: 'IdleTimeout' } }]);
});

test('while it cannot be determined whether work is silent, it continues; the executor asks again once that is possible', async () => {
  await collector.stop();
  const { id } = await begin('echo begins; exec sleep 600');
  await delay(8_000);
  expect(await world.load(id)).toMatchObject({ phase: 'Running' });
  collector = await startService('log-collector', world.env);
  expect(await world.ended(id, LIMIT_MS)).toMatchObject({ phase: 'Aborted', reason: 'IdleTimeout' });
});
