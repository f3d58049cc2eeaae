/**
 * The whole path on one machine: slot → run → POST to a web-service worker that does nothing → its callback → the end.
 * First the latency under a light load, then how many runs per second go through when far more are asked for.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ApiClient } from '../../tools/quickstart/src/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { summarize } from '../percentiles.js';
import { startEchoWorker, type EchoWorker } from './echo-worker.js';

const LIGHT_JOBS = 20;
const LIGHT_SECONDS = 30;
const HEAVY_JOBS = 400;
const HEAVY_SECONDS = 30;
const WARM_UP_SECONDS = 5;
const JOBS_AT_ONCE = 8;
const EXECUTOR_METRICS = z.object({ services: z.object({ executor: z.object({ metricsUrl: z.string() }) }) });

export async function endToEnd(root: string): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const options = { port: 0, dataDir, withExamples: false, restart: false };
  const quickstart = new Quickstart(root, options, say);
  const worker = await startEchoWorker();
  try {
    const api = await quickstart.start();
    const state = EXECUTOR_METRICS.parse(JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8')));
    const finishedRuns = (): Promise<number> => countFinished(state.services.executor.metricsUrl);
    await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
    await api.expect([201], 'POST', '/workers', {
      body: { id: 'echo', name: 'Echo', engine: 'webservice', url: worker.url },
    });
    const light = await measureLatency(api, worker);
    const heavy = await measureThroughput(api, worker, finishedRuns);
    return { light, heavy };
  } finally {
    worker.close();
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds from the slot's nominal time to the POST at the worker. */
async function measureLatency(api: ApiClient, worker: EchoWorker): Promise<Record<string, unknown>> {
  await createJobs(api, 'light', LIGHT_JOBS);
  await delay(WARM_UP_SECONDS * 1000);
  worker.arrivals.length = 0;
  await delay(LIGHT_SECONDS * 1000);
  const latencies = worker.arrivals.flatMap(({ slot, at }) => (slot === null ? [] : [at - slot]));
  await disableJobs(api, 'light', LIGHT_JOBS);
  return { jobsEverySecond: LIGHT_JOBS, seconds: LIGHT_SECONDS, slotToStartMs: summarize(latencies) };
}

async function measureThroughput(
  api: ApiClient,
  worker: EchoWorker,
  finishedRuns: () => Promise<number>,
): Promise<Record<string, unknown>> {
  await createJobs(api, 'heavy', HEAVY_JOBS);
  await delay(WARM_UP_SECONDS * 1000);
  const [posted, called, finished] = [worker.arrivals.length, worker.finished.length, await finishedRuns()];
  const began = performance.now();
  await delay(HEAVY_SECONDS * 1000);
  const seconds = (performance.now() - began) / 1000;
  const perSecond = (count: number): number => Number((count / seconds).toFixed(1));
  const latencies = worker.arrivals.slice(posted).flatMap(({ slot, at }) => (slot === null ? [] : [at - slot]));
  const result = {
    askedPerSecond: HEAVY_JOBS,
    seconds: Number(seconds.toFixed(1)),
    postsPerSecond: perSecond(worker.arrivals.length - posted),
    callbacksPerSecond: perSecond(worker.finished.length - called),
    runsFinishedPerSecond: perSecond((await finishedRuns()) - finished),
    slotToStartMs: summarize(latencies),
    callbacksRefused: Object.fromEntries(worker.refused),
  };
  await disableJobs(api, 'heavy', HEAVY_JOBS);
  return result;
}

/** Creates jobs that fire every second, some at a time. */
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

/** Runs that ended FINISHED, as the executor counts them. */
async function countFinished(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('carillon_runs_total{') && line.includes('state="FINISHED"'))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
