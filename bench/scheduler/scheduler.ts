/**
 * The scheduler against its goals: (a) mixed schedules with everything on the machine, (b) very many due at one instant, (c)
 * a million held, (d) next-slot computations, (e) three replicas of which one is killed, (f) catching up after an outage, (g)
 * the same work for one replica and for more.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { optionsOf } from '#testing/command-options.js';
import { shardOf, shards } from '#testing/shards.js';
import { shardOwners } from '#common/membership/rendezvous.js';
import { startEchoWorker } from '../end-to-end/echo-worker.js';
import { forgetJobs, makeJobs, mixedShares } from './bench-jobs.js';
import { catchUp } from './catch-up.js';
import { expectedRuns, PATIENCE_MS, waitForAll } from './expected-runs.js';
import { measureNextSlots } from './next-slots.js';
import { latenessOf, outOfOrder, Recorder, writeRaw, type Recorded } from './recorder.js';
import { manyReplicas } from './replicas.js';
import { summarize } from '../percentiles.js';
import { Stage, usageOf, type ServiceProcess } from '../stage.js';

type Report = Record<string, unknown>;

const PARTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
type Part = (typeof PARTS)[number];

interface Options {
  readonly parts: readonly Part[];
  /** For (a), (e) and (g): jobs with schedules from minutely to daily; they fire once a second per thousand. */
  readonly jobs: number;
  /** For (a), and each step of (g): the duration of the measurement. */
  readonly seconds: number;
  /** Number of jobs of (b). */
  readonly burst: number;
  /** Number of jobs of (c). */
  readonly held: number;
  /** For (f): minutely jobs, and for how long they were not planned. */
  readonly behind: number;
  readonly outage: number;
  /** For (a) and (b): without executor, api and collector. */
  readonly alone: boolean;
}

const MINUTE_MS = 60_000;
const WARM_UP_MS = 15_000;
const POLL_MS = 20;

export async function scheduler(
  { root, results }: { readonly root: string; readonly results: string },
  args: readonly string[],
): Promise<Report> {
  const options = readOptions(args);
  const report: Report = { options };
  if (options.parts.includes('d')) report['nextSlots'] = measureNextSlots();
  if (options.parts.every((part) => part === 'd')) return report;
  const stage = await Stage.prepare(root);
  report['database'] = stage.database;
  const measures = { a: mixed, b: burst, c: held, e: failOver, f: catchingUp, g: manyReplicas } as const;
  try {
    for (const part of ['a', 'b', 'c', 'e', 'f', 'g'] as const) {
      if (!options.parts.includes(part)) continue;
      say(`(${part}) ${measures[part].name}`);
      report[measures[part].name] = await measures[part](stage, options, join(results, `scheduler-${part}.csv`));
      await forgetJobs(stage.mongo);
    }
  } finally {
    await stage.close();
  }
  return report;
}

function readOptions(args: readonly string[]): Options {
  const values = optionsOf('bench -- scheduler', args, {
    parts: { type: 'string', default: 'abcdefg' },
    jobs: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '600' },
    burst: { type: 'string', default: '10000' },
    held: { type: 'string', default: '1000000' },
    behind: { type: 'string', default: '100000' },
    outage: { type: 'string', default: '600' },
    alone: { type: 'boolean', default: false },
  });
  const number = (name: 'jobs' | 'seconds' | 'burst' | 'held' | 'behind' | 'outage'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is no number`);
    return value;
  };
  return {
    parts: PARTS.filter((part) => values.parts.includes(part)),
    jobs: number('jobs'),
    seconds: number('seconds'),
    burst: number('burst'),
    held: number('held'),
    behind: number('behind'),
    outage: number('outage'),
    alone: values.alone,
  };
}

async function mixed(stage: Stage, { jobs, seconds, alone }: Options, file: string): Promise<Report> {
  const worker = await startEchoWorker();
  const made = await makeJobs(stage.mongo, { prefix: 'mixed', shares: mixedShares(jobs), url: worker.url }, Date.now());
  const recorder = new Recorder(stage.nats);
  const services = await startBeside(stage, alone);
  const [scheduling] = services;
  if (!scheduling) throw new Error('no scheduler');
  await delay(WARM_UP_MS);
  const from = Math.ceil(Date.now() / 1_000) * 1_000;
  const to = from + seconds * 1_000;
  const before = usageOf(scheduling.pid).cpuSeconds;
  await delay(to - Date.now());
  const expected = expectedRuns(made, from, to);
  const missing = await waitForAll(recorder, expected, from, to);
  const { cpuSeconds, peakMemoryMiB } = usageOf(scheduling.pid);
  const recorded = recorder.between(from, to);
  writeRaw(file, recorded);
  recorder.close();
  for (const service of services.reverse()) await service.stop();
  worker.close();
  return {
    jobs,
    seconds,
    services: alone ? 'scheduler' : 'all',
    expectedRuns: expected.size,
    firesPerSecond: round(expected.size / seconds),
    missing,
    notExpected: recorded.filter(({ run }) => !expected.has(run)).length,
    latenessMs: latenessOf(recorded),
    workerCalls: worker.arrivals.length,
    schedulerCpuSecondsPerSecond: round((cpuSeconds - before) / seconds),
    schedulerPeakMemoryMiB: peakMemoryMiB,
  };
}

/** The scheduler first; unless `alone`, one replica of each other service. */
async function startBeside(stage: Stage, alone: boolean): Promise<ServiceProcess[]> {
  const others = alone ? [] : (['api', 'executor', 'log-collector'] as const);
  return [await stage.start('scheduler'), ...(await Promise.all(others.map((name) => stage.start(name))))];
}

const catchingUp = (stage: Stage, { behind, outage }: Options, file: string): Promise<Report> =>
  catchUp(stage, { jobs: behind, outageSeconds: outage }, file);

async function burst(stage: Stage, { burst: jobs, alone }: Options, file: string): Promise<Report> {
  const at = new Date(Math.ceil((Date.now() + 1.5 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS);
  const cron = `0 ${at.getUTCMinutes()} ${at.getUTCHours()} * * *`;
  const worker = await startEchoWorker();
  await makeJobs(stage.mongo, { prefix: 'burst', shares: [{ cron, jobs }], url: worker.url }, Date.now());
  const recorder = new Recorder(stage.nats);
  const services = await startBeside(stage, alone);
  const from = at.getTime();
  const to = at.getTime() + 1_000;
  await delay(from - Date.now() - 500);
  const runs = stage.mongo.collection('runs');
  let stored = 0;
  let lastStoredMs = NaN;
  for (const end = to + PATIENCE_MS; stored < jobs && Date.now() < end;) {
    stored = await runs.countDocuments({});
    lastStoredMs = Date.now() - from;
    if (stored < jobs) await delay(POLL_MS);
  }
  for (const end = Date.now() + PATIENCE_MS; recorder.between(from, to).length < stored && Date.now() < end;) {
    await delay(POLL_MS);
  }
  const recorded = recorder.between(from, to);
  writeRaw(file, recorded);
  recorder.close();
  for (const end = Date.now() + PATIENCE_MS; !alone && worker.arrivals.length < jobs && Date.now() < end;)
    await delay(POLL_MS);
  for (const service of services.reverse()) await service.stop();
  worker.close();
  const calledMs = worker.arrivals.map((arrival) => arrival.at - from);
  return {
    jobs,
    // From the instant to the calls of the worker.
    called: calledMs.length,
    firstCallMs: Math.min(...calledMs),
    callMs: summarize(calledMs),
    stored,
    lastStoredMs,
    handedOver: recorded.length,
    latenessMs: latenessOf(recorded),
    outOfOrder: outOfOrder(recorded),
  };
}

async function held(stage: Stage, { held: count }: Options, file: string): Promise<Report> {
  // Ten of them fire every second, so that readiness can be measured.
  const shares = [
    { cron: 'H H H * * *', jobs: count - 10 },
    { cron: '* * * * * *', jobs: 10 },
  ];
  const began = performance.now();
  await makeJobs(stage.mongo, { prefix: 'held', shares, url: null }, Date.now());
  const madeInSeconds = round((performance.now() - began) / 1_000);
  const recorder = new Recorder(stage.nats);
  const spawned = Date.now();
  const service = await stage.start('scheduler');
  const current = (): Recorded | undefined =>
    recorder.between(spawned, Infinity).find(({ slot, at }) => at - slot < 1_000);
  for (const end = Date.now() + PATIENCE_MS; current() === undefined && Date.now() < end;) await delay(POLL_MS);
  const firstOnTimeAfterMs = (current()?.at ?? NaN) - spawned;
  await delay(MINUTE_MS);
  const recorded = recorder.between(Date.now() - MINUTE_MS / 2, Infinity);
  writeRaw(file, recorded);
  recorder.close();
  const { memoryMiB, peakMemoryMiB } = usageOf(service.pid);
  await service.stop();
  return {
    schedules: count,
    madeInSeconds,
    readyAfterMs: service.readyAfterMs,
    firstOnTimeAfterMs,
    memoryMiB,
    peakMemoryMiB,
    latenessAfterwardsMs: latenessOf(recorded),
  };
}

async function failOver(stage: Stage, { jobs }: Options, file: string): Promise<Report> {
  const made = await makeJobs(stage.mongo, { prefix: 'over', shares: mixedShares(jobs), url: null }, Date.now());
  const recorder = new Recorder(stage.nats);
  const replicas = [await stage.start('scheduler'), await stage.start('scheduler'), await stage.start('scheduler')];
  await delay(WARM_UP_MS);
  const owners = shardOwners(
    replicas.map(({ replica }) => replica),
    shards,
  );
  const shared = replicas.map(({ replica }) => made.filter(({ id }) => owners[shardOf(id)] === replica).length);
  const [victim, ...others] = replicas;
  if (!victim) throw new Error('no replica');
  const killed = Date.now();
  process.kill(victim.pid, 'SIGKILL');
  const from = Math.floor(killed / 1_000) * 1_000;
  const to = Math.floor(killed / 1_000) * 1_000 + MINUTE_MS / 2;
  await delay(to - Date.now());
  const expected = expectedRuns(made, from, to);
  const missing = await waitForAll(recorder, expected, from, to);
  const recorded = recorder.between(from, to);
  const orphaned = recorded.filter(({ run, slot, at }) => {
    const isVictims = owners[shardOf(run.slice(0, run.lastIndexOf('-')))] === victim.replica;
    return isVictims && at >= killed && slot < killed + 5_000;
  });
  writeRaw(file, recorded);
  recorder.close();
  for (const replica of [victim, ...others]) await replica.stop();
  return {
    jobs,
    jobsPerReplica: shared,
    furthestFromEven: round(Math.max(...shared.map((share) => Math.abs((share * 3) / jobs - 1)))),
    expectedRuns: expected.size,
    missing,
    // Slots of the killed replica's shards from its end until five seconds later.
    gapMs: latenessOf(orphaned),
    latenessOfAllMs: latenessOf(recorded),
  };
}

const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const round = (value: number): number => Number(value.toFixed(3));
