/**
 * The whole path on one machine: slot → run → POST to a web-service worker that does nothing → its callback → the end. Jobs that all
 * fire at the start of each second, one rate after the other: how late their starts are, how many runs end, and the processor time of a
 * run; also the memory of the services, and by how many bytes the database grows. Options: `--rates 1,20,500x300` (a rate, and for how many seconds), `--seconds 30` for rates without seconds, `--times 3` to
 * repeat all of them, `--write` for the table in README.md, `--profile` for flame graphs of the services and the share of each of their
 * parts (a profile adds to the measured times).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { optionsOf } from '#testing/command-options.js';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { summarize } from '../percentiles.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';
import { costTable, writeBetweenMarks, type RateStep } from './cost-table.js';
import { startEchoWorker, type EchoWorker } from './echo-worker.js';
import { finishedRunsOf } from './finished-runs.js';
import { profileInto, takeProfiles } from './profiles.js';
import { Sizes } from './sizes.js';

const RATES = [1, 20, 100, 150, 300, 600];
const SECONDS = 30;
const WARM_UP_SECONDS = 5;
const JOBS_AT_ONCE = 8;
const MS_PER_SECOND = 1_000;
/** Each step has jobs of its own, so that a rate can be repeated. */
let serial = 0;

export async function endToEnd(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- end-to-end', args, {
    rates: { type: 'string' },
    seconds: { type: 'string' },
    times: { type: 'string' },
    write: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  });
  const rates = values.rates?.split(',') ?? RATES.map(String);
  const times = Number(values.times ?? 1);
  const asked = Array.from({ length: times }, () => rates).flat();
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const options = { port: 0, dataDir, withExamples: false, restart: false };
  const profiles = values.profile ? join(root, '.carillon', 'bench', 'profiles') : null;
  if (profiles !== null) profileInto(profiles);
  const quickstart = new Quickstart(root, options, say);
  const worker = await startEchoWorker();
  try {
    const api = ApiClient.of(await quickstart.start());
    const finishedRuns = finishedRunsOf(dataDir);
    const sizes = new Sizes(dataDir);
    await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
    await api.expect([201], 'POST', '/workers', {
      body: { id: 'echo', name: 'Echo', engine: 'webservice', url: worker.url },
    });
    const measured: RateStep[] = [];
    for (const each of asked) {
      const [rate = 0, seconds = Number(values.seconds ?? SECONDS)] = each.split('x').map(Number);
      const step = await measureRate({ api, worker, finishedRuns, sizes, profiles }, rate, seconds);
      say(JSON.stringify(step));
      measured.push(step);
    }
    const table = costTable(measured);
    say(table);
    if (values.write) writeBetweenMarks(join(root, 'README.md'), table);
    return { rates: measured };
  } finally {
    worker.close();
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Product {
  readonly api: ApiClient;
  readonly worker: EchoWorker;
  readonly finishedRuns: () => Promise<number>;
  readonly sizes: Sizes;
  /** The folder of flame graphs, if requested. */
  readonly profiles: string | null;
}

async function measureRate(
  product: Product,
  rate: number,
  forSeconds: number,
): Promise<RateStep & Record<string, unknown>> {
  const { api, worker, finishedRuns, sizes, profiles } = product;
  const prefix = `r${rate}-${(serial += 1)}`;
  await createJobs(api, prefix, rate);
  await delay(WARM_UP_SECONDS * MS_PER_SECOND);
  const sent = worker.callbackMs.length;
  const bytes = await sizes.databaseBytes();
  const posted = worker.arrivals.length;
  const finished = await finishedRuns();
  const used = processorSeconds('ownChildren');
  const began = performance.now();
  const [shares] = await Promise.all([
    profiles === null ? null : takeProfiles(api, profiles, forSeconds),
    delay(forSeconds * MS_PER_SECOND),
  ]);
  const seconds = (performance.now() - began) / MS_PER_SECOND;
  const runs = (await finishedRuns()) - finished;
  const cpu = usedBetween(used, processorSeconds('ownChildren'));
  // Milliseconds from the slot's nominal time to the POST at the worker.
  const latencies = worker.arrivals.slice(posted).flatMap(({ slot, at }) => (slot === null ? [] : [at - slot]));
  const calledPerSecond = Number((latencies.length / seconds).toFixed(1));
  // Statuses that the worker has sent and that are not processed yet: the excess of starts over ends.
  const unanswered = worker.unanswered();
  const callbackMs = summarize(worker.callbackMs.slice(sent));
  await disableJobs(api, prefix, rate);
  const memoryMiB = sizes.memoryMiB();
  await untilIdle(finishedRuns);
  const all = (await finishedRuns()) - finished;
  const grown = await sizes.databaseBytes();
  return {
    askedPerSecond: rate,
    seconds: forSeconds,
    runsPerSecond: Number((runs / seconds).toFixed(1)),
    calledPerSecond,
    slotToPostMs: summarize(latencies),
    callbackMs,
    callbacksUnanswered: unanswered,
    processorMsPerRun: mapValues(cpu, (used) => Number(((used * MS_PER_SECOND) / Math.max(1, runs)).toFixed(2))),
    cores: mapValues(cpu, (used) => Number((used / seconds).toFixed(3))),
    memoryMiB,
    databaseBytesPerRun: {
      documents: Math.round((grown.documents - bytes.documents) / Math.max(1, all)),
      indexes: Math.round((grown.indexes - bytes.indexes) / Math.max(1, all)),
    },
    callbacksRefused: Object.fromEntries(worker.refused),
    ...(shares !== null && { sharesOfProcessorPercent: shares }),
  };
}

const mapValues = (record: Record<string, number>, to: (value: number) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));

/** Waits until no run ends any more: leftovers of one rate must not count for the next. */
async function untilIdle(finishedRuns: () => Promise<number>): Promise<void> {
  for (let last = -1, now = await finishedRuns(); now !== last;) {
    last = now;
    await delay(2 * MS_PER_SECOND);
    now = await finishedRuns();
  }
}

/** Creates jobs that fire every second, several at a time. */
async function createJobs(api: ApiClient, prefix: string, count: number): Promise<void> {
  await forEachJob(prefix, count, (id) =>
    api.expect([201], 'POST', '/jobs', {
      body: { id, tenant: 'bench', name: id, worker: 'echo', cron: '* * * * * *', misfire: { policy: 'skip' } },
    }),
  );
}

async function disableJobs(api: ApiClient, prefix: string, count: number): Promise<void> {
  await forEachJob(prefix, count, (id) => api.expect([200, 503], 'PATCH', `/jobs/${id}`, { body: { enabled: false } }));
}

async function forEachJob(prefix: string, count: number, act: (id: string) => Promise<unknown>): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  const workers = Array.from({ length: JOBS_AT_ONCE }, async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) await act(id);
  });
  await Promise.all(workers);
}
