/**
 * 101 runs with 1,200 attempts of one container on a real control plane whose node plays them at once, beside a native Job of the same size:
 * first both limited to 100 requests a second, then without a limit. The time is from the first request for a run until every
 * run has its result, its output is sealed and its pod removed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ApiClient } from '../../tools/quickstart/src/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { BenchCluster } from './cluster.js';

/** Runs with so many indexes each, and one with more. */
const SMALL = { runs: 100, indexes: 10 };
const LARGE_INDEXES = 200;
const PODS = SMALL.runs * SMALL.indexes + LARGE_INDEXES;
const RUNS = SMALL.runs + 1;
const ASKED_AT_ONCE = 8;
const LIMITED = 100;
const POLL_MS = 200;
const LIMIT_MS = 600_000;
const STATE = z.object({
  services: z.object({
    executor: z.object({ metricsUrl: z.string() }),
    'log-collector': z.object({ metricsUrl: z.string() }),
  }),
});

type Report = Record<string, unknown>;

export async function pods(root: string): Promise<Report> {
  return {
    runs: RUNS,
    pods: PODS,
    limitedTo100RequestsPerSecond: await measure(root, LIMITED),
    unlimited: await measure(root, 0),
  };
}

async function measure(root: string, requestsPerSecond: number): Promise<Report> {
  const cluster = new BenchCluster(root);
  await cluster.start({ requestsPerSecond });
  try {
    const nativeJob = await cluster.nativeJob(PODS);
    return { nativeJob, carillon: await measureOurs(root, cluster, requestsPerSecond) };
  } finally {
    await cluster.stop();
  }
}

async function measureOurs(root: string, cluster: BenchCluster, requestsPerSecond: number): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  process.env['EXECUTOR__ENGINES'] = 'kubernetes';
  process.env['KUBECONFIG'] = cluster.kubeconfig;
  process.env['KUB_NAMESPACE'] = 'workers';
  process.env['KUB_QPS'] = String(requestsPerSecond);
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  try {
    const api = await quickstart.start();
    const { services } = STATE.parse(JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8')));
    await prepare(api);
    const before = await requestsOf(services.executor.metricsUrl);
    const began = performance.now();
    await startRuns(api);
    const asked = seconds(began);
    await until(async () => (await finished(services.executor.metricsUrl)) >= RUNS);
    const ended = seconds(began);
    await until(async () => (await cluster.podsLeft()) === 0);
    const removed = seconds(began);
    const after = await requestsOf(services.executor.metricsUrl);
    return {
      secondsUntilAllAsked: asked,
      secondsUntilAllEnded: ended,
      secondsUntilAllRemoved: removed,
      podsPerSecondUntilEnded: round(PODS / ended),
      executorRequests: difference(after, before),
      executorRequestsPerPod: round((total(after) - total(before)) / PODS),
      collectorRequests: await requestsOf(services['log-collector'].metricsUrl),
    };
  } finally {
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function prepare(api: ApiClient): Promise<void> {
  await api.expect([201], 'POST', '/tenants', { body: { id: 'bench', name: 'Bench' } });
  await api.expect([201], 'POST', '/workers', {
    body: { id: 'pod', name: 'Pod', engine: 'kubernetes', image: 'busybox:local', command: ['true'] },
  });
  for (const [id, withCount] of [
    ['small', SMALL.indexes],
    ['large', LARGE_INDEXES],
  ] as const) {
    await api.expect([201], 'POST', '/jobs', {
      body: { id, tenant: 'bench', name: id, worker: 'pod', parallelism: { withCount } },
    });
  }
}

async function startRuns(api: ApiClient): Promise<void> {
  const jobs = ['large', ...Array.from({ length: SMALL.runs }, () => 'small')];
  const ask = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift())
      await api.expect([202], 'POST', `/jobs/${job}/run`, { body: {} });
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
}

async function until(probe: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!(await probe())) {
    if (performance.now() > deadline) throw new Error('the runs do not end');
    await delay(POLL_MS);
  }
}

/** The samples of one metric: its labels and its value. */
async function samples(metricsUrl: string, metric: string): Promise<(readonly [string, number])[]> {
  const text = await (await fetch(metricsUrl)).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`))
    .map((line) => [line.slice(metric.length, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]);
}

async function finished(metricsUrl: string): Promise<number> {
  const runs = await samples(metricsUrl, 'carillon_runs_total');
  return runs.reduce((sum, [labels, count]) => sum + (labels.includes('state="FINISHED"') ? count : 0), 0);
}

/** Requests by verb. Watches and followed logs are streams: they are counted apart by their verbs. */
async function requestsOf(metricsUrl: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [labels, count] of await samples(metricsUrl, 'carillon_k8s_requests_total')) {
    const verb = /verb="([^"]*)"/.exec(labels)?.[1] ?? '';
    counts[verb] = (counts[verb] ?? 0) + count;
  }
  return counts;
}

const difference = (after: Record<string, number>, before: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([verb, count]) => [verb, count - (before[verb] ?? 0)]));
const total = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);
const round = (value: number): number => Number(value.toFixed(2));
const seconds = (began: number): number => round((performance.now() - began) / 1_000);
