/**
 * 101 runs with 1,200 attempts of one container on a real control plane whose node simulates them at once, beside a native Job of the same
 * size: first both limited to 100 requests a second, then without a limit. The time is from the first request for a run until every run has
 * its result, its output is sealed and its pod removed. Finally the cost of the control plane alone for such pods.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { optionsOf } from '#testing/command-options.js';
import { ApiClient } from '#testing/api-client.js';
import { Quickstart } from '../../tools/quickstart/src/quickstart.js';
import { BenchCluster } from './cluster.js';
import { floor } from './floor.js';
import { processorSeconds, usedBetween } from '../processor-seconds.js';

/** Runs with this many indexes each, and one with more. */
const SMALL = { runs: 100, indexes: 10 };
const LARGE_INDEXES = 200;
const PODS = SMALL.runs * SMALL.indexes + LARGE_INDEXES;
const RUNS = SMALL.runs + 1;
const ASKED_AT_ONCE = 8;
const LIMITED = 100;
const POLL_MS = 200;
/** Each check costs the executor some milliseconds: checks are rarer while many runs are unfinished. */
const EARLY_POLL_MS = 1_000;
const NEARLY = 0.8;
/** Each check starts a program, so checks are rare. */
const PODS_POLL_MS = 500;
const LIMIT_MS = 180_000;
const STATE = z.object({
  services: z.object({
    executor: z.object({ metricsUrl: z.string() }),
    'log-collector': z.object({ metricsUrl: z.string() }),
  }),
});

type Report = Record<string, unknown>;

/** `--parts limited`, `--parts unlimited` or `--parts floor`: only one of the three. `--rounds 1`: by newly started programs only. */
export async function pods(root: string, args: readonly string[]): Promise<Report> {
  const values = optionsOf('bench -- pods', args, {
    parts: { type: 'string', default: 'limited,unlimited,floor' },
    rounds: { type: 'string', default: '2' },
  });
  const parts = values.parts.split(',');
  const rounds = Number(values.rounds);
  return {
    runs: RUNS,
    pods: PODS,
    ...(parts.includes('limited') && { limitedTo100RequestsPerSecond: await measure(root, LIMITED, rounds) }),
    ...(parts.includes('unlimited') && { unlimited: await measure(root, 0, rounds) }),
    ...(parts.includes('floor') && { floor: await measureFloor(root) }),
  };
}

async function measure(root: string, requestsPerSecond: number, rounds: number): Promise<Report> {
  const cluster = new BenchCluster(root);
  await cluster.start({ requestsPerSecond });
  try {
    const before = processorSeconds('withCluster');
    const nativeJob = {
      ...(await cluster.nativeJob(PODS)),
      processorSeconds: usedBetween(before, processorSeconds('withCluster')),
    };
    await cluster.removeJobs();
    return { nativeJob, carillon: await measureOurs(root, cluster, { requestsPerSecond, rounds }) };
  } finally {
    await cluster.stop();
  }
}

async function measureFloor(root: string): Promise<Report> {
  const cluster = new BenchCluster(root);
  await cluster.start({ requestsPerSecond: 0 });
  try {
    return await floor(await cluster.account('executor'), PODS);
  } finally {
    await cluster.stop();
  }
}

async function measureOurs(
  root: string,
  cluster: BenchCluster,
  { requestsPerSecond, rounds }: { readonly requestsPerSecond: number; readonly rounds: number },
): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-bench-'));
  const say = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  process.env['EXECUTOR__ENGINES'] = 'kubernetes';
  process.env['KUB_QPS'] = String(requestsPerSecond);
  Object.assign(process.env, await cluster.environment(dataDir));
  const quickstart = new Quickstart(root, { port: 0, dataDir, withExamples: false, restart: false }, say);
  try {
    const api = ApiClient.of(await quickstart.start());
    const { services } = STATE.parse(JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8')));
    await prepare(api);
    const metrics = { executor: services.executor.metricsUrl, collector: services['log-collector'].metricsUrl };
    const first = await measureRound(api, cluster, metrics);
    // The same again, with warm programs: those of the cluster are compiled when they start.
    return rounds < 2 ? { first } : { first, again: await measureRound(api, cluster, metrics) };
  } finally {
    await quickstart.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureRound(
  api: ApiClient,
  cluster: BenchCluster,
  metrics: { readonly executor: string; readonly collector: string },
): Promise<Report> {
  const requests = async (): Promise<Record<string, number>[]> =>
    Promise.all([requestsOf(metrics.executor), requestsOf(metrics.collector)]);
  const [byExecutor = {}, byCollector = {}] = await requests();
  const endedBefore = await ended(metrics.executor);
  const decidedBefore = await decisions(metrics.executor);
  const usedBefore = processorSeconds('withCluster');
  const began = performance.now();
  await startRuns(api);
  const asked = seconds(began);
  await until(async () => (await ended(metrics.executor)) >= endedBefore + RUNS * NEARLY, EARLY_POLL_MS);
  await until(async () => (await ended(metrics.executor)) >= endedBefore + RUNS);
  const endedAfter = seconds(began);
  const usedUntilEnded = usedBetween(usedBefore, processorSeconds('withCluster'));
  const decided = (await decisions(metrics.executor)) - decidedBefore;
  await until(async () => (await cluster.podsLeft()) === 0, PODS_POLL_MS);
  const removed = seconds(began);
  const [executorNow = {}, collectorNow = {}] = await requests();
  return {
    secondsUntilAllAsked: asked,
    secondsUntilAllEnded: endedAfter,
    secondsUntilAllRemoved: removed,
    podsPerSecondUntilEnded: round(PODS / endedAfter),
    decisionsUntilEnded: decided,
    processorSecondsUntilEnded: usedUntilEnded,
    processorSecondsUntilRemoved: usedBetween(usedBefore, processorSeconds('withCluster')),
    executorRequests: difference(executorNow, byExecutor),
    executorRequestsPerPod: round((total(executorNow) - total(byExecutor)) / PODS),
    collectorRequests: difference(collectorNow, byCollector),
  };
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

async function until(probe: () => Promise<boolean>, pollMs = POLL_MS): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!(await probe())) {
    if (performance.now() > deadline) throw new Error('the runs do not end');
    await delay(pollMs);
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

/** Runs that have their result. Throws where one of them has not succeeded. */
async function ended(metricsUrl: string): Promise<number> {
  const runs = (await samples(metricsUrl, 'carillon_runs_total')).filter(([, count]) => count > 0);
  const failed = runs.filter(([labels]) => !labels.includes('state="FINISHED"'));
  if (failed.length > 0) throw new Error(`not every run has succeeded: ${JSON.stringify(runs)}`);
  return sumOf(runs);
}

/** The number of decisions of the executor. */
async function decisions(metricsUrl: string): Promise<number> {
  return sumOf(await samples(metricsUrl, 'carillon_job_sync_total'));
}

const sumOf = (counted: readonly (readonly [string, number])[]): number =>
  counted.reduce((sum, [, count]) => sum + count, 0);

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
