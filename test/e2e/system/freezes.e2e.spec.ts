/**
 * Two executors, one of which stands still repeatedly, for a second or for half a minute, while runs are started all the
 * time. Afterwards every run has been started once and has succeeded: what a frozen executor was about to start is started by
 * the other or by itself, and no start that was never sent is given up.
 */
import { appendFile, chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunId } from '#common/domain/ids.js';
import { freeze } from '#testing/freeze.js';
import { inForm } from '#testing/long-form.js';
import { until } from '#testing/until.js';
import { World } from '../../integration/executor/support/world.js';
import { startService, type ServiceProcess } from '../../integration/support/service-process.js';

const TEST_LIMIT_MS = 400_000;
const FREEZES_MS = inForm({
  short: [1_000, 4_500, 8_000],
  long: [1_000, 3_000, 4_500, 4_500, 4_500, 4_500, 8_000, 30_000],
});
const BETWEEN_MS = 1_500;
const RUN_EVERY_MS = 100;
/** Runs that begin at once before each freeze, and how many of their calls are awaited: the others are then on their way. */
const BURST = 60;
const FIRST_OF_BURST = 5;
/** Longer than the longest freeze, so that only a claim that nobody resolves reaches it. */
const START_DEADLINE_SECONDS = 75;

/** A web-service worker that does not remember the Idempotency-Key: it counts its calls, and reports until a report is accepted. */
class CountingWorker {
  readonly calls = new Map<string, number>();
  private readonly reports = new Set<Promise<void>>();
  private readonly server: Server;

  constructor(private readonly world: World) {
    this.server = createServer((request, response) => {
      const attempt = String(request.headers['idempotency-key']);
      this.calls.set(attempt, (this.calls.get(attempt) ?? 0) + 1);
      request.resume();
      response.writeHead(201).end();
      const report = this.world.reportFinished(attempt);
      this.reports.add(report);
      void report.finally(() => this.reports.delete(report));
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    await Promise.all(this.reports);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

let world: World;
let worker: CountingWorker;
let url: string;
let folder: string;
let executors: ServiceProcess[];
let collector: ServiceProcess;

beforeAll(async () => {
  world = await World.create();
  folder = await mkdtemp(join(tmpdir(), 'carillon-freezes-'));
  // Commands run as users of their own.
  await chmod(folder, 0o1777);
  worker = new CountingWorker(world);
  url = await worker.listen();
  [collector, ...executors] = await Promise.all([
    startService('log-collector', world.env),
    startService('executor', world.env),
    startService('executor', world.env),
  ]);
}, TEST_LIMIT_MS);

afterAll(async () => {
  await worker.close();
  for (const executor of executors) await executor.stop();
  await collector.stop();
  await world.close();
  await rm(folder, { recursive: true, force: true });
}, TEST_LIMIT_MS);

const job = { startDeadlineSeconds: START_DEADLINE_SECONDS };
const runs: RunId[] = [];

async function beginCall(): Promise<void> {
  runs.push((await world.begin([], { job, worker: { engine: 'webservice', url } })).id);
}

async function beginProcess(): Promise<void> {
  const { id } = await world.begin(['sh', '-c', `echo x >> ${folder}/$RUN_ID`], { job });
  await appendFile(join(folder, 'processes'), `${id}\n`);
  runs.push(id);
}

/** Starts runs at a steady pace until it is told to stop: calls of a web service, and now and then a process. */
async function beginRuns(isOver: () => boolean): Promise<void> {
  for (let i = 0; !isOver(); i++) {
    await (i % 20 === 0 ? beginProcess() : beginCall());
    await delay(RUN_EVERY_MS);
  }
}

/** An executor is stopped during a burst of starts, when the first of them have reached their worker. */
async function freezeThem(): Promise<void> {
  for (const [turn, ms] of FREEZES_MS.entries()) {
    const { pid } = executors[turn % executors.length]!;
    const before = worker.calls.size;
    const burst = Promise.all(Array.from({ length: BURST }, beginCall));
    await until('the burst to be under way', () => worker.calls.size >= before + FIRST_OF_BURST, 60_000, 1);
    const frozen = await freeze(() => [pid]);
    await delay(ms);
    frozen.thaw();
    await burst;
    await delay(BETWEEN_MS);
  }
}

/** The log lines of the executors about a run: they are printed if the run has not succeeded. */
const loggedOf = (run: RunId): readonly string[] =>
  executors.flatMap(({ output }, nth) =>
    output()
      .split('\n')
      .flatMap((line) => (line.includes(run) ? `${nth}: ${line}` : [])),
  );

const linesOf = async (name: string): Promise<string[]> =>
  (await readFile(join(folder, name), 'utf8')).split('\n').filter(Boolean);

test(
  'an executor that stands still for any time loses no run, gives up no start that was not sent, and duplicates none',
  async () => {
    let isOver = false;
    const begun = beginRuns(() => isOver);
    await freezeThem().finally(() => (isOver = true));
    await begun;
    const ends = await world.allEnded(runs, 2 * START_DEADLINE_SECONDS * 1_000);
    const bad = ends.filter(({ phase }) => phase !== 'Completed');
    expect(bad.map(({ id, phase, message }) => ({ id, phase, message, logged: loggedOf(id) }))).toEqual([]);
    const processes = await linesOf('processes');
    const called = runs.filter((run) => !processes.includes(run)).map((run) => `${run}/0/main/0/1`);
    expect([...worker.calls].sort()).toEqual(called.map((attempt) => [attempt, 1]).sort());
    for (const run of processes) expect([run, await linesOf(run)]).toEqual([run, ['x']]);
  },
  TEST_LIMIT_MS,
);
