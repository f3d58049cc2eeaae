/** What a new user sees: two minutes with the examples, Ctrl-C, and a second start on the same data. */
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { Api, type RunView } from './support/api.js';
import { GUIDE_PAGES, guidePage, pageOf } from '#testing/guide-page.js';
import { QuickstartProcess } from './support/quickstart-process.js';
import { eventually } from './support/eventually.js';
import { Typist } from './support/typist.js';

/** The first lines of README.md: `packages.e2e.spec.ts`. */
const OF_PACKAGES = /^npm install carillon$|^npx carillon (init|up|run) demo/;
const TEST_LIMIT_MS = 240_000;

const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());

const README = pageOf(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8'));

const csvStorage = z.object({ myLastProcessedTs: z.string(), processed: z.number() });

async function reach(host: string, port: number): Promise<void> {
  const socket = connect(port, host);
  await once(socket, 'connect');
  socket.destroy();
}

async function finishedRun(job: string): Promise<RunView> {
  return eventually(`a FINISHED run of ${job}`, async () =>
    (await api.runs(job)).find((run) => run.state === 'FINISHED'),
  );
}

async function csvState(): Promise<z.output<typeof csvStorage>> {
  return csvStorage.parse(await api.call('GET', '/jobs/example-required-learning/storage'));
}

beforeAll(() => quickstart.start(), TEST_LIMIT_MS);
afterAll(() => quickstart.dispose(), TEST_LIMIT_MS);

describe('quickstart', () => {
  it('names the running services with their metrics, and shows none of its secrets', async () => {
    const { services, uiUrl } = quickstart.state();
    for (const { pid, metricsUrl } of Object.values(services)) {
      expect(process.kill(pid, 0)).toBe(true);
      expect(await (await fetch(metricsUrl)).text()).toContain('carillon_build_info');
    }
    expect((await fetch(new URL('/healthz', uiUrl))).status).toBe(200);
    for (const file of ['quickstart.json', 'secrets.json', 'env/api.env']) {
      expect(statSync(join(quickstart.dataDir, file)).mode & 0o077).toBe(0);
    }
  });

  it('S5: listens on this machine only, and gives no service the password of NATS', async () => {
    const { services, uiUrl, natsUrl, mongoUri } = quickstart.state();
    const metrics = Object.values(services).map(({ metricsUrl }) => metricsUrl);
    for (const url of [uiUrl, natsUrl, mongoUri, ...metrics]) {
      // Answered by a server that listens on all addresses of the machine.
      await expect(reach('127.0.0.2', Number(new URL(url).port))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
    for (const name of Object.keys(services)) {
      const env = readFileSync(join(quickstart.dataDir, 'env', `${name}.env`), 'utf8');
      expect(env).toContain(`${name}.nk`);
      expect(env).not.toContain(new URL(natsUrl).password);
    }
  });

  it(
    'runs the CSV worker, which logs its rows and continues after the last one',
    async () => {
      const run = await finishedRun('example-required-learning');
      expect(run.trigger).toBe('schedule');
      expect(await api.log(run.id)).toMatch(/is required to learn[^]*8 new rows: [78] good/);
      const logs = await eventually('two runs have finished', async () => {
        const runs = await api.runs('example-required-learning');
        const finished = runs.filter(({ state }) => state === 'FINISHED').reverse();
        return finished.length < 2 ? null : Promise.all(finished.slice(0, 2).map(({ id }) => api.log(id)));
      });
      const starts = logs.map((log) => log.split('\n')[0]);
      expect(starts[0]).toContain('from its start');
      expect((await csvState()).processed).toBeGreaterThanOrEqual(16);
      expect(starts[1]).toMatch(/rows after 20\d\d-/);
    },
    TEST_LIMIT_MS,
  );

  it(
    'runs the web service, which calls back with its log, its storage and its status',
    async () => {
      const run = await finishedRun('example-catalogue');
      const log = await api.log(run.id);
      expect(log).toContain('refreshing 14 courses for demo');
      expect(log).toMatch(/Leadership: 2 courses, 4 hours/);
      expect(await api.call('GET', '/jobs/example-catalogue/storage')).toMatchObject({ courses: { Cloud: 3 } });
    },
    TEST_LIMIT_MS,
  );

  it(
    'runs the worker that fails first, and tries it again',
    async () => {
      const run = await finishedRun('example-exchange-rates');
      const attempts = (await api.attempts(run.id)).sort((a, b) => a.attempt - b.attempt);
      expect(attempts.map(({ exitCode }) => exitCode)).toEqual([75, 0]);
      expect(await api.log(run.id)).toMatch(/503: warming up[^]*1 USD = /);
    },
    TEST_LIMIT_MS,
  );

  it(
    'ran the shell worker once by a manual run',
    async () => {
      const run = await finishedRun('example-disk-report');
      expect(run.trigger).toBe('manual');
      expect(await api.log(run.id)).toContain('of job Disk report for tenant demo');
    },
    TEST_LIMIT_MS,
  );

  it(
    'summarises the runs, and shows events only on request',
    async () => {
      const summary =
        /^runs: \d+ running, \d+ queued, [1-9]\d* ended, 0 failed · \d+ a minute · next \d\d:\d\d:\d\d \S/;
      await eventually('a summary', () => quickstart.output.some((line) => summary.test(line)));
      expect(quickstart.output.filter((line) => /Required Learning CSV upload\s+Completed/.test(line))).toEqual([]);
    },
    TEST_LIMIT_MS,
  );

  describe.each(['README.md', ...GUIDE_PAGES])('%s, typed from its top', (name) => {
    const page = name === 'README.md' ? README : guidePage(name);
    let typist: Typist;
    let began: string;

    beforeAll(() => {
      typist = new Typist(quickstart, page);
      began = new Date().toISOString();
    });
    afterAll(async () => typist.dispose());

    // This test is a part of `npm test`'s suites; a test of the packages has what is installed as one.
    const lines = page.lines.filter((line) => line !== 'npm test' && !OF_PACKAGES.test(line));
    it.each(lines)('%s', async (line) => expect(typist.type(line)).resolves.toBeUndefined(), TEST_LIMIT_MS);

    // The quickstart has no cluster.
    if (name !== 'pods.md')
      it(
        'leaves no run that waits for something that does not exist',
        async () => {
          const states = await eventually('the end of the runs', async () => {
            const runs = await api.manualRuns(began);
            const due = runs.filter(({ startAfter }) => startAfter == null || Date.parse(startAfter) < Date.now());
            return due.every(({ finished }) => finished != null)
              ? due.map(({ job, state }) => `${job}: ${state}`)
              : null;
          });
          expect(states.filter((state) => !/: (FINISHED|ABORTED)$/.test(state))).toEqual([]);
        },
        TEST_LIMIT_MS,
      );
  });

  it(
    'starts the dependent job of a job of the guide, with its results',
    async () => {
      const report = await finishedRun('demo-report');
      expect(await api.log(report.id)).toContain('given {"file":"2026-12-01.csv"}');
      await finishedRun('demo-publish');
    },
    TEST_LIMIT_MS,
  );

  it(
    'ends on Ctrl-C with nothing left running, and keeps the data for the next start',
    async () => {
      const before = await csvState();
      const known = await finishedRun('example-disk-report');
      const { token } = quickstart.state();
      expect(await quickstart.interrupt()).toBe(0);
      expect(quickstart.processes()).toEqual([]);

      await quickstart.start('--events');
      expect(quickstart.state().token).toBe(token);
      expect((await api.runs('example-disk-report')).map(({ id }) => id)).toEqual([known.id]);
      await eventually('the CSV worker goes on where it was', async () => {
        return (await csvState()).processed > before.processed;
      });
    },
    TEST_LIMIT_MS,
  );

  it(
    'shows every event as a line on request',
    async () => {
      const shows = (line: RegExp): boolean => quickstart.output.some((each) => line.test(each));
      const events = [/Required Learning CSV upload\s+Completed/, /Exchange rates\s+Backoff/];
      await eventually('the events', () => events.every(shows));
      expect(quickstart.output.some((line) => events[0]!.test(line))).toBe(true);
    },
    TEST_LIMIT_MS,
  );

  it(
    'leaves nothing behind when it is killed itself',
    async () => {
      await quickstart.kill();
      await eventually('every process is gone', () => quickstart.processes().length === 0);
      expect(quickstart.processes()).toEqual([]);
    },
    TEST_LIMIT_MS,
  );
});
