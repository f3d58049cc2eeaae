/**
 * One, two and four replicas of a service beside one of each other service, with the same work: the processor time of a run, how late
 * its worker is called, and how evenly the shards are shared. Jobs fire at the start of each second. The api has no shards: it is
 * measured by reads, while no job fires. Options: `--rate 50`, `--seconds 20`, `--counts 1,2,4`, `--services executor,api`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { optionsOf } from '#testing/command-options.js';
import { ApiClient } from '#testing/api-client.js';
import { startProgram } from '../../tools/quickstart/src/program.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { untilReady } from '../../tools/quickstart/src/readiness.js';
import { freePort } from '#embedded-servers';
import { startEchoWorker, type EchoWorker } from '../end-to-end/echo-worker.js';
import { summarize } from '../percentiles.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';
import { measureReads } from './api-reads.js';

const SERVICES = ['scheduler', 'executor', 'log-collector', 'api'] as const;
type Scaled = (typeof SERVICES)[number];
const SETTLE_MS = 8_000;
const START_LIMIT_MS = 60_000;
const JOBS_AT_ONCE = 8;
const MS = 1_000;

const stateSchema = z.object({
  apiUrl: z.string(),
  token: z.string(),
  services: z.record(z.string(), z.object({ metricsUrl: z.string() })),
});
const runsSchema = z.object({ items: z.array(z.object({ id: z.string() })).min(1) });

interface Replica {
  readonly metricsUrl: string;
  /** Only for the api. */
  readonly baseUrl: string;
  stop(): Promise<void>;
}
interface Product {
  readonly root: string;
  readonly dataDir: string;
  readonly worker: EchoWorker;
}

export async function scaling(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const text = { type: 'string' } as const;
  const values = optionsOf('bench -- scaling', args, { rate: text, seconds: text, counts: text, services: text });
  const chosen = values.services?.split(',') ?? SERVICES;
  const rate = Number(values.rate ?? 50);
  const seconds = Number(values.seconds ?? 20);
  const counts = (values.counts ?? '1,2,4').split(',').map(Number);
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  const worker = await startEchoWorker();
  try {
    const api = ApiClient.of(await quickstart.start());
    await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
    const echo = { id: 'echo', name: 'Echo', engine: 'webservice', url: worker.url };
    await api.expect([201], 'POST', '/workers', { body: echo });
    await ofEachJob(rate, (id) => {
      const job = { id, tenant: 'bench', name: id, worker: 'echo', cron: '* * * * * *', misfire: { policy: 'skip' } };
      return api.expect([201], 'POST', '/jobs', { body: job });
    });
    const steps: Record<string, unknown>[] = [];
    for (const service of SERVICES.filter((each) => chosen.includes(each))) {
      // Makes runs to read.
      if (service === 'api') await delay(SETTLE_MS);
      if (service === 'api')
        await ofEachJob(rate, (id) => api.expect([200], 'PATCH', `/jobs/${id}`, { body: { enabled: false } }));
      for (const step of await measureService({ root, dataDir, worker }, service, { counts, seconds })) {
        say(JSON.stringify(step));
        steps.push(step);
      }
    }
    return { rate, seconds, load: loadavg(), steps };
  } finally {
    worker.close();
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ofEachJob(count: number, act: (id: string) => Promise<unknown>): Promise<void> {
  const ids = Array.from({ length: count }, (_, i) => `bench-${i}`);
  const acting = async (): Promise<void> => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) await act(id);
  };
  await Promise.all(Array.from({ length: JOBS_AT_ONCE }, acting));
}

async function measureService(
  product: Product,
  service: Scaled,
  { counts, seconds }: { readonly counts: readonly number[]; readonly seconds: number },
): Promise<Record<string, unknown>[]> {
  const state = stateSchema.parse(JSON.parse(readFileSync(join(product.dataDir, 'quickstart.json'), 'utf8')));
  const first = state.services[service]?.metricsUrl ?? '';
  const more: Replica[] = [];
  const steps: Record<string, unknown>[] = [];
  try {
    for (const count of counts) {
      while (more.length + 1 < count) more.push(await startReplica(product, service));
      await delay(SETTLE_MS);
      if (service === 'api') {
        const baseUrls = [state.apiUrl, ...more.map(({ baseUrl }) => baseUrl)];
        const side = { baseUrls, token: state.token, paths: await pathsToRead(state) };
        steps.push({ service, replicas: count, ...(await measureReads(side, seconds)) });
        continue;
      }
      const measured = await measure(product.worker, service, seconds);
      const shards = await Promise.all([first, ...more.map(({ metricsUrl }) => metricsUrl)].map(shardsOf));
      steps.push({ service, replicas: count, shards: shards.sort((a, b) => a - b), ...measured });
    }
  } finally {
    for (const replica of more) await replica.stop();
  }
  return steps;
}

/** One more replica, with the same environment as the first. */
async function startReplica({ root, dataDir }: Product, service: Scaled): Promise<Replica> {
  const env = parseEnv(readFileSync(join(dataDir, 'env', `${service}.env`), 'utf8')) as Record<string, string>;
  const port = await freePort();
  const ownPort = await freePort();
  const part = await startProgram({
    root,
    cacheDir: join(dataDir, 'code'),
    args: [`dist/apps/${service}/src/main.js`],
    env: { ...env, METRICS_PORT: String(port), ...(service === 'api' && { PORT: String(ownPort) }) },
    onLine: () => undefined,
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(service, `${url}/readyz`, { limitMs: START_LIMIT_MS, ended: part.ended });
  return { metricsUrl: `${url}/metrics`, baseUrl: `http://127.0.0.1:${ownPort}/api/v1`, stop: () => part.stop() };
}

/** The most frequent reads: lists, a job, a run. */
async function pathsToRead({ apiUrl, token }: { readonly apiUrl: string; readonly token: string }): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const { items } = runsSchema.parse(await (await fetch(`${apiUrl}/runs?limit=1`, { headers })).json());
  return ['/runs?limit=50', '/jobs?limit=50', '/jobs/bench-0', `/runs/${items[0]?.id ?? ''}`];
}

async function shardsOf(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^carillon_shards_owned (\d+)$/m.exec(text)?.[1] ?? NaN);
}

async function measure(worker: EchoWorker, service: Scaled, forSeconds: number): Promise<Record<string, unknown>> {
  const posted = worker.arrivals.length;
  const used = processorSeconds('ownChildren');
  const began = performance.now();
  await delay(forSeconds * MS);
  const seconds = (performance.now() - began) / MS;
  const arrived = worker.arrivals.slice(posted);
  const cpu = usedBetween(used, processorSeconds('ownChildren'));
  const perRun = (name: string): number => Number((((cpu[name] ?? 0) * MS) / Math.max(1, arrived.length)).toFixed(2));
  return {
    runsPerSecond: Number((arrived.length / seconds).toFixed(1)),
    slotToPostMs: summarize(arrived.flatMap(({ slot, at }) => (slot === null ? [] : [at - slot]))),
    processorMsPerRun: { service: perRun(service), database: perRun('database'), all: perRun('all') },
  };
}
