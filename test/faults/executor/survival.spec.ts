/** Executors that die at the wrong moment: their work continues, is found again, and never begins twice. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { contracts } from '#common/messages/registry.js';
import { asAttemptId, type RunId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { inForm } from '#testing/long-form.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';
import { World } from '../../integration/executor/support/world.js';

jest.setTimeout(240_000);

const KILLS = inForm({ short: 2, long: 4 });

let world: World;
let collector: ServiceProcess;
let folder: string;
const running: ServiceProcess[] = [];
const startExecutor = async (): Promise<ServiceProcess> => {
  const executor = await startService('executor', world.env);
  running.push(executor);
  return executor;
};

beforeAll(async () => {
  world = await World.create();
  collector = await startService('log-collector', world.env);
  folder = await mkdtemp(join(tmpdir(), 'carillon-survival-'));
  // Commands run as users of their own.
  await chmod(folder, 0o1777);
});
afterEach(async () => {
  for (const executor of running.splice(0)) await executor.stop();
});
afterAll(async () => {
  await collector.stop();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const linesOf = async (name: string): Promise<number> =>
  (await readFile(join(folder, name), 'utf8').catch(() => '')).split('\n').length - 1;

test('a process outlives its executor, and the next executor sees it end', async () => {
  const first = await startExecutor();
  const file = join(folder, 'outlive');
  const run = await world.begin([
    'sh',
    '-c',
    `echo x >> ${file}; while [ ! -e ${file}.go ]; do sleep 0.05; done; exit 5`,
  ]);
  await world.reaches(run.id, 'Running', ({ phase }) => phase === 'Running');
  await first.kill();
  await startExecutor();
  await writeFile(`${file}.go`, '');
  expect(await world.ended(run.id)).toMatchObject({ phase: 'Failed', exitCode: 5 });
  expect(await linesOf('outlive')).toBe(1);
  expect(await world.attempts(run.id)).toHaveLength(1);
});

test('a process that ended while there was no executor still has its result', async () => {
  const first = await startExecutor();
  const file = join(folder, 'alone');
  const run = await world.begin([
    'sh',
    '-c',
    `echo x >> ${file}; while [ ! -e ${file}.go ]; do sleep 0.05; done; echo y >> ${file}`,
  ]);
  await world.reaches(run.id, 'Running', ({ phase }) => phase === 'Running');
  await first.kill();
  await writeFile(`${file}.go`, '');
  await until('the process to end', async () => (await linesOf('alone')) === 2, 60_000);
  await startExecutor();
  expect(await world.ended(run.id)).toMatchObject({ phase: 'Completed', exitCode: 0 });
});

test('executors that are killed repeatedly lose no run and start none twice', async () => {
  let executor = await startExecutor();
  const file = join(folder, 'many');
  const runs: RunId[] = [];
  for (let round = 0; round < KILLS; round++) {
    for (let i = 0; i < 8; i++) {
      const { id } = await world.begin(['sh', '-c', `echo x >> ${file}.${runs.length}; sleep 0.1`]);
      runs.push(id);
    }
    await until('something to have begun', async () => (await linesOf(`many.${runs.length - 8}`)) > 0, 60_000);
    await executor.kill();
    executor = await startExecutor();
  }
  for (const run of runs) {
    const { phase, reason, message } = await world.ended(run, 120_000);
    expect({ run, phase, reason, message }).toMatchObject({ phase: 'Completed' });
  }
  for (const [i] of runs.entries()) expect(await linesOf(`many.${i}`)).toBe(1);
});

describe('a web service', () => {
  let server: Server;
  let calls: string[];
  let answer: boolean;
  beforeEach(async () => {
    calls = [];
    answer = true;
    server = createServer((request, response) => {
      calls.push(String(request.headers['idempotency-key']));
      if (answer) response.writeHead(201).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const webRun = (job: Parameters<World['begin']>[1] = {}): ReturnType<World['begin']> =>
    world.begin([], {
      ...job,
      worker: { engine: 'webservice', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
    });
  const report = (run: RunId, state: 'RUNNING' | 'FINISHED' | 'FAILED'): Promise<unknown> =>
    world.nats.request(
      contracts.reportStatus,
      { shard: shardOf(run) },
      {
        v: 1,
        attempt: asAttemptId(`${run}/0/main/0/1`),
        at: Date.now(),
        state,
        message: null,
        exitCode: null,
        progress: null,
      },
      60_000,
    );

  test('is called once and ends its run by a status callback; the same again is accepted, another is refused', async () => {
    await startExecutor();
    const run = await webRun();
    await world.reaches(run.id, 'Running', ({ phase }) => phase === 'Running');
    expect(await report(run.id, 'FINISHED')).toEqual({ ok: true });
    expect(await world.ended(run.id)).toMatchObject({ phase: 'Completed', exitCode: 0 });
    expect(await report(run.id, 'FINISHED')).toEqual({ ok: true });
    expect(await report(run.id, 'FAILED')).toMatchObject({ ok: false, code: 'ATTEMPT_ENDED' });
    expect(calls).toEqual([`${run.id}/0/main/0/1`]);
  });

  test('whose caller died during the call is not called again; a callback proves that it started', async () => {
    answer = false;
    const first = await startExecutor();
    const run = await webRun();
    await until('the call', () => calls.length === 1, 60_000);
    await first.kill();
    answer = true;
    await startExecutor();
    await world.reaches(run.id, 'in doubt', ({ live }) => live[0]?.doubt !== undefined, 120_000);
    expect(await report(run.id, 'RUNNING')).toEqual({ ok: true });
    expect(await world.load(run.id)).toMatchObject({ phase: 'Running' });
    expect(await report(run.id, 'FINISHED')).toEqual({ ok: true });
    expect(await world.ended(run.id)).toMatchObject({ phase: 'Completed' });
    expect(calls).toHaveLength(1);
  });

  test('that is silent for its idle timeout has its run aborted', async () => {
    await startExecutor();
    const run = await webRun({ job: { idleTimeoutSeconds: 1 } });
    expect(await world.ended(run.id)).toMatchObject({ phase: 'Aborted', reason: 'IdleTimeout' });
  });
});
