/**
 * Jobs fire every second while one part after another is killed with SIGKILL. Afterwards every slot has exactly one
 * run, each of them finished, each with its output once.
 */
import { z } from 'zod';
import { Api, type RunView } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { QuickstartProcess, type ServiceName } from '../support/quickstart-process.js';
import { eventually } from '../support/eventually.js';

const TEST_LIMIT_MS = 240_000;
const RUNS_BETWEEN_KILLS = 3;

const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const worker = new EchoWorker();

const JOBS = ['every-second-process', 'every-second-service'];

beforeAll(async () => {
  await quickstart.start('--empty');
  const url = await worker.listen();
  await api.call('POST', '/tenants', { id: 'kills', name: 'Kills' });
  await api.call('POST', '/workers', {
    id: 'shell',
    name: 'Shell',
    engine: 'process',
    command: ['sh', '-c', 'echo echo of $RUN_ID'],
  });
  // The echo worker remembers the Idempotency-Key: a start that is in doubt may be sent again.
  await api.call('POST', '/workers', { id: 'echo', name: 'Echo', engine: 'webservice', url, idempotentStart: true });
  // On a slow machine there are more runs than are kept by default.
  const retention = { successful: 10_000, failed: 10_000 };
  const everySecond = { tenant: 'kills', cron: '* * * * * *', misfire: { policy: 'all', maxMissed: 1_000 }, retention };
  await api.call('POST', '/jobs', { ...everySecond, id: JOBS[0], name: 'Process', worker: 'shell' });
  await api.call('POST', '/jobs', { ...everySecond, id: JOBS[1], name: 'Service', worker: 'echo' });
}, TEST_LIMIT_MS);

afterAll(async () => {
  await worker.close();
  await quickstart.dispose();
}, TEST_LIMIT_MS);

/** Waits until runs that were created after now have finished, for every job. */
async function moreRunsFinish(): Promise<void> {
  const since = new Date().toISOString();
  await eventually(`${RUNS_BETWEEN_KILLS} slots after ${since} have finished in every job`, async () => {
    for (const job of JOBS) {
      const later = (await runsPatiently(job)).filter((run) => (run.scheduledFor ?? '') > since);
      if (later.filter((run) => run.state === 'FINISHED').length < RUNS_BETWEEN_KILLS) return false;
    }
    return true;
  });
}

/** Right after a kill the API may be unavailable. */
async function runsPatiently(job: string): Promise<RunView[]> {
  try {
    return await api.runs(job);
  } catch {
    return [];
  }
}

describe('with jobs that fire every second', () => {
  it(
    'every job runs before a process is killed',
    async () => {
      await moreRunsFinish();
      expect(await api.runs(JOBS[0]!)).not.toHaveLength(0);
    },
    TEST_LIMIT_MS,
  );

  it.each<ServiceName>(['api', 'scheduler', 'executor', 'log-collector'])(
    'every job runs after the death of the %s',
    async (name) => {
      await quickstart.killService(name);
      await moreRunsFinish();
      expect(quickstart.output.join('\n')).toContain(`${name} runs again`);
    },
    TEST_LIMIT_MS,
  );

  it(
    'every job runs after the death of NATS',
    async () => {
      expect(quickstart.killByCommand(/^\S*nats-server /)).toBe(1);
      await moreRunsFinish();
      expect(quickstart.output.join('\n')).toContain('nats runs again');
    },
    TEST_LIMIT_MS,
  );

  it(
    'every job runs after the death of MongoDB',
    async () => {
      expect(quickstart.killByCommand(/gateway\/main\.js|\bpostgres\b|\bmongod\b/)).toBeGreaterThan(0);
      await moreRunsFinish();
      expect(quickstart.output.join('\n')).toContain('mongodb runs again');
    },
    TEST_LIMIT_MS,
  );

  it(
    'there is exactly one run for each slot in the end, all finished, and every output once',
    async () => {
      for (const job of JOBS) await api.call('PATCH', `/jobs/${job}`, { enabled: false });
      await eventually('no run is unfinished', async () => {
        const runs = await Promise.all(JOBS.map((job) => api.runs(job)));
        return runs.flat().every(({ state }) => state !== 'RUNNING' && state !== 'QUEUED');
      });
      expect(worker.lost).toEqual([]);
      for (const job of JOBS) {
        const runs = await api.runs(job);
        expect(runs.filter(({ state }) => state !== 'FINISHED')).toEqual([]);
        expectEverySecondOnce(runs);
        for (const run of runs) expect(await api.log(run.id)).toBe(`echo of ${run.id}\n`);
      }
    },
    TEST_LIMIT_MS,
  );
});

function expectEverySecondOnce(runs: readonly RunView[]): void {
  const seconds = runs
    .map(({ scheduledFor }) => Date.parse(z.string().parse(scheduledFor)) / 1000)
    .sort((a, b) => a - b);
  const first = seconds[0]!;
  expect(seconds).toEqual(seconds.map((_, position) => first + position));
}
