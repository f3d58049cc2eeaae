/**
 * Jobs fire every second while one part after another is killed with SIGKILL. Afterwards every slot has exactly one
 * run, each of them finished, each with its output once.
 */
import { Api } from '../support/api.js';
import { EchoWorker } from '../support/echo-worker.js';
import { EverySecond } from '../support/every-second.js';
import { QuickstartProcess, type ServiceName } from '../support/quickstart-process.js';
import { until } from '#testing/until.js';

const TEST_LIMIT_MS = 240_000;

const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());
const worker = new EchoWorker();
const everySecond = new EverySecond(api, worker);

beforeAll(async () => {
  await quickstart.start('--empty');
  await everySecond.begin();
}, TEST_LIMIT_MS);

afterAll(async () => {
  await worker.close();
  await quickstart.dispose();
}, TEST_LIMIT_MS);

/** Jobs may go on before the killed program does. */
const tells = (words: string): Promise<unknown> =>
  until(words, () => quickstart.output.some((line) => line.includes(words)), TEST_LIMIT_MS / 2);

describe('with jobs that fire every second', () => {
  it(
    'every job runs before a process is killed',
    async () => {
      await everySecond.moreRunsFinish();
      expect(await api.runs(everySecond.jobs[0])).not.toHaveLength(0);
    },
    TEST_LIMIT_MS,
  );

  it.each<ServiceName>(['api', 'scheduler', 'executor', 'log-collector'])(
    'every job runs after the death of the %s',
    async (name) => {
      await quickstart.killService(name);
      await everySecond.moreRunsFinish();
      expect(await tells(`${name} runs again`)).toBe(true);
    },
    TEST_LIMIT_MS,
  );

  it(
    'every job runs after the death of NATS',
    async () => {
      expect(quickstart.killByCommand(/^\S*nats-server /)).toBe(1);
      await everySecond.moreRunsFinish();
      expect(await tells('nats runs again')).toBe(true);
    },
    TEST_LIMIT_MS,
  );

  it(
    'every job runs after the death of MongoDB',
    async () => {
      expect(quickstart.killByCommand(/gateway\/main\.js|\bpostgres\b|\bmongod\b/)).toBeGreaterThan(0);
      await everySecond.moreRunsFinish();
      expect(await tells('mongodb runs again')).toBe(true);
    },
    TEST_LIMIT_MS,
  );

  it(
    'there is exactly one run for each slot in the end, all finished, and every output once',
    async () => {
      expect(await everySecond.faults()).toEqual([]);
    },
    TEST_LIMIT_MS,
  );
});
