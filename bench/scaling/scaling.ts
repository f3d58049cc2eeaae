/**
 * One, two and four replicas of a service beside one of each other service, under the same work: what a run costs of processor time, how
 * late its worker hears of it, and how evenly the shards are shared. Jobs fire at the start of each second. The api is left out: it has
 * no shards, and stands behind a balancer of your own. Options: `--rate 50`, `--seconds 20`, `--counts 1,2,4`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs, parseEnv } from 'node:util';
import { z } from 'zod';
import { startProgram } from '../../tools/quickstart/src/program.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { untilReady } from '../../tools/quickstart/src/readiness.js';
import { freePort } from '#embedded/machine/free-port.js';
import { startEchoWorker, type EchoWorker } from '../end-to-end/echo-worker.js';
import { summarize } from '../percentiles.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';

const SERVICES = ['scheduler', 'executor', 'log-collector'] as const;
type Scaled = (typeof SERVICES)[number];
const SETTLE_MS = 8_000;
const START_LIMIT_MS = 60_000;
const JOBS_AT_ONCE = 8;
const MS = 1_000;

const stateSchema = z.object({ services: z.record(z.string(), z.object({ metricsUrl: z.string() })) });
interface Replica {
  readonly metricsUrl: string;
  stop(): Promise<void>;
}
interface Product {
  readonly root: string;
  readonly dataDir: string;
  readonly worker: EchoWorker;
}

export async function scaling(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { rate: text, seconds: text, counts: text } });
  const [rate, seconds] = [Number(values.rate ?? 50), Number(values.seconds ?? 20)];
  const counts = (values.counts ?? '1,2,4').split(',').map(Number);
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  const worker = await startEchoWorker();
  try {
    const api = await quickstart.start();
    await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
    const echo = { id: 'echo', name: 'Echo', engine: 'webservice', url: worker.url };
    await api.expect([201], 'POST', '/workers', { body: echo });
    const ids = Array.from({ length: rate }, (_, i) => `bench-${i}`);
    const made = async (): Promise<void> => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
        const job = { id, tenant: 'bench', name: id, worker: 'echo', cron: '* * * * * *', misfire: { policy: 'skip' } };
        await api.expect([201], 'POST', '/jobs', { body: job });
      }
    };
    await Promise.all(Array.from({ length: JOBS_AT_ONCE }, made));
    const steps: Record<string, unknown>[] = [];
    for (const service of SERVICES)
      for (const step of await measureService({ root, dataDir, worker }, service, { counts, seconds })) {
        say(JSON.stringify(step));
        steps.push(step);
      }
    return { rate, seconds, load: loadavg(), steps };
  } finally {
    worker.close();
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureService(
  product: Product,
  service: Scaled,
  { counts, seconds }: { readonly counts: readonly number[]; readonly seconds: number },
): Promise<Record<string, unknown>[]> {
  const { services } = stateSchema.parse(JSON.parse(readFileSync(join(product.dataDir, 'quickstart.json'), 'utf8')));
  const first = services[service]?.metricsUrl ?? '';
  const more: Replica[] = [];
  const steps: Record<string, unknown>[] = [];
  try {
    for (const count of counts) {
      while (more.length + 1 < count) more.push(await startReplica(product, service));
      await delay(SETTLE_MS);
      const measured = await measure(product.worker, service, seconds);
      const shards = await Promise.all([first, ...more.map(({ metricsUrl }) => metricsUrl)].map(shardsOf));
      steps.push({ service, replicas: count, shards: shards.sort((a, b) => a - b), ...measured });
    }
  } finally {
    for (const replica of more) await replica.stop();
  }
  return steps;
}

/** One replica more, in the surroundings of the first. */
async function startReplica({ root, dataDir }: Product, service: Scaled): Promise<Replica> {
  const env = parseEnv(readFileSync(join(dataDir, 'env', `${service}.env`), 'utf8')) as Record<string, string>;
  const port = await freePort();
  const part = await startProgram({
    ...{ root, cacheDir: join(dataDir, 'code'), args: [`dist/apps/${service}/src/main.js`] },
    env: { ...env, METRICS_PORT: String(port) },
    onLine: () => undefined,
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(service, `${url}/readyz`, { limitMs: START_LIMIT_MS, ended: part.ended });
  return { metricsUrl: `${url}/metrics`, stop: () => part.stop() };
}

async function shardsOf(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^carillon_shards_owned (\d+)$/m.exec(text)?.[1] ?? NaN);
}

async function measure(worker: EchoWorker, service: Scaled, forSeconds: number): Promise<Record<string, unknown>> {
  const [posted, used] = [worker.arrivals.length, processorSeconds('ownChildren')];
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
