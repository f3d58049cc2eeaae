/**
 * Very many ended runs that expire at one moment: how many per second are removed, with all their documents, and how this delays
 * starts, which are first measured without it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { asJobId, asRunId, asSpecHash, asTenantId, asWorkerId, attemptId } from '#common/domain/ids.js';
import { optionsOf } from '#testing/command-options.js';
import { ALL_SHARDS, shardOf } from '#testing/shards.js';
import { newRun } from '#common/run/new-run.js';
import type { Run } from '#common/run/run.js';
import { NO_PROGRESS } from '#common/run/output.js';
import { insertIgnoringExisting } from '#common/mongo/document.js';
import { toLogDocument } from '#common/mongo/log-document.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { toRunDocument } from '#common/mongo/run-document.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { startEchoWorker, type EchoWorker } from '../end-to-end/echo-worker.js';
import { summarize, type Summary } from '../percentiles.js';
import { makeJobs } from '../scheduler/bench-jobs.js';
import { Stage, usageOf } from '../stage.js';

type Report = Record<string, unknown>;

const BATCH = 1_000;
const EVENTS_PER_RUN = 2;
const WARM_UP_MS = 10_000;
const POLL_MS = 250;
/** Enough for as many updates as there are runs. */
const LET_GO_MS = 30_000;
const PATIENCE_MS = 600_000;
const LINES = 20;

export async function retention({ root }: { readonly root: string }, args: readonly string[]): Promise<Report> {
  const { runs, live, seconds, replicas } = readOptions(args);
  const stage = await Stage.prepare(root);
  const worker = await startEchoWorker();
  try {
    await prefill(stage.mongo, runs);
    const shares = [{ cron: '* * * * * *', jobs: live }];
    await makeJobs(stage.mongo, { prefix: 'live', shares, url: worker.url }, Date.now());
    for (const name of ['api', 'scheduler', 'log-collector'] as const) await stage.start(name);
    const executors = await Promise.all(Array.from({ length: replicas }, () => stage.start('executor')));
    await delay(WARM_UP_MS);
    const without = await startsDuring(worker, async () => {
      await delay(seconds * 1_000);
    });
    let measured: Report = {};
    const dueAt = await letGo(stage.mongo, runs);
    await delay(dueAt - Date.now());
    const beside = await startsDuring(worker, async () => {
      measured = await removal(stage.mongo, runs);
    });
    const cpu = executors.map(({ pid }) => usageOf(pid));
    return {
      database: stage.database,
      runs,
      liveStartsPerSecond: live,
      executors: replicas,
      removal: measured,
      slotToStartMs: { without, beside },
      executorPeakMemoryMiB: Math.max(...cpu.map(({ peakMemoryMiB }) => peakMemoryMiB)),
      left: await leftOf(stage.mongo),
    };
  } finally {
    worker.close();
    await stage.close();
  }
}

function readOptions(args: readonly string[]): Record<'runs' | 'live' | 'seconds' | 'replicas', number> {
  const values = optionsOf('bench -- retention', args, {
    /** Ended runs to remove. */
    runs: { type: 'string', default: '30000' },
    /** Runs that are started every second meanwhile. */
    live: { type: 'string', default: '20' },
    /** How long starts are measured before the removal. */
    seconds: { type: 'string', default: '20' },
    /** Number of executors. */
    replicas: { type: 'string', default: '1' },
  });
  const number = (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) throw new Error(`"${text}" is no number`);
    return value;
  };
  return {
    runs: number(values.runs),
    live: number(values.live),
    seconds: number(values.seconds),
    replicas: number(values.replicas),
  };
}

/** From slot to POST, for the runs that are started meanwhile. */
async function startsDuring(worker: EchoWorker, work: () => Promise<unknown>): Promise<Summary> {
  worker.arrivals.length = 0;
  await work();
  return summarize(worker.arrivals.flatMap(({ slot, at }) => (slot === null ? [] : [at - slot])));
}

/** From the moment at which all expire until none is left. */
async function removal(mongo: Mongo, count: number): Promise<Report> {
  const reads = new RunReads(mongo);
  const began = performance.now();
  let left = count;
  for (const end = began + PATIENCE_MS; left > 0 && performance.now() < end;) {
    left = await reads.countToRemove(ALL_SHARDS, Date.now());
    if (left > 0) await delay(POLL_MS);
  }
  const seconds = (performance.now() - began) / 1_000;
  return { seconds: round(seconds), runsPerSecond: Math.round((count - left) / seconds), notRemoved: left };
}

/** Makes all expire at one future instant, and returns it. */
async function letGo(mongo: Mongo, count: number): Promise<number> {
  const dueAt = Date.now() + LET_GO_MS;
  const runs = mongo.collection<{ _id: string; removeAt: Date }>('runs');
  for (let from = 0; from < count; from += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, i) => `old-${from + i}`);
    await runs.updateMany({ _id: { $in: ids } }, { $set: { removeAt: new Date(dueAt) } });
  }
  return dueAt;
}

/** The documents that are left of the expired runs. */
async function leftOf(mongo: Mongo): Promise<Report> {
  const names = ['attempts', 'runEvents', 'logs'] as const;
  const counts = names.map(async (name) => {
    const old = { run: /^old-/ };
    return [name, await mongo.collection<{ _id: string; run: string }>(name).countDocuments(old)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** Ended runs as their executor and collector would have stored them, to be kept for a day. */
export async function prefill(mongo: Mongo, count: number, change: Partial<Run> = {}): Promise<void> {
  const at = Date.now();
  for (let from = 0; from < count; from += BATCH) {
    const runs = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => ({
      ...anEndedRun(from + i, at),
      ...change,
    }));
    const of = runs.map(({ id: run, tenant }) => {
      const attempt = attemptId({ run, generation: 0, task: 'main', index: 0, attempt: 1 });
      return { attempt, run, tenant };
    });
    const end = { result: 'succeeded', at, exitCode: 0, reason: 'Exited', message: '' };
    const records = of.map(({ attempt, run }) => ({ _id: attempt, run, task: 'main', index: 0, startedAt: at, end }));
    const events = of.flatMap(({ run }) =>
      Array.from({ length: EVENTS_PER_RUN }, (_, i) => ({ _id: `${run}/${i}`, run, at, phase: 'Running' })),
    );
    const lines = Array.from({ length: LINES }, (_, i) => ({
      seq: i + 1,
      at,
      stream: 'stdout' as const,
      text: `line ${i} of a run that ended long ago`,
    }));
    const chunks = of.map(({ attempt, run, tenant }) =>
      toLogDocument({
        attempt,
        run,
        tenant,
        chunk: 1,
        through: 1,
        firstSeq: 1,
        lastSeq: LINES,
        firstAt: at,
        lastAt: at,
        bytes: 1_000,
        progress: NO_PROGRESS,
        callbacks: [],
        seal: null,
        lines,
      }),
    );
    await Promise.all([
      insertIgnoringExisting(mongo.collection('runs'), runs.map(toRunDocument)),
      insertIgnoringExisting(mongo.collection('attempts'), records),
      insertIgnoringExisting(mongo.collection('runEvents'), events),
      insertIgnoringExisting(mongo.collection('logs'), await Promise.all(chunks)),
    ]);
  }
}

function anEndedRun(number: number, at: number): Parameters<typeof toRunDocument>[0] {
  const id = asRunId(`old-${number}`);
  const run = newRun(
    {
      id,
      shard: shardOf(id),
      tenant: asTenantId('bench'),
      job: asJobId('old'),
      jobName: 'Old',
      jobVersion: 1,
      worker: asWorkerId('bench'),
      engine: 'webservice',
      spec: asSpecHash('none'),
      trigger: 'schedule',
      requestedBy: null,
      scheduledFor: at,
      startAfter: at,
      overrides: null,
      holds: [],
      phase: 'Pending',
      reason: 'Admitted',
      message: '',
    },
    at,
  );
  return { ...run, phase: 'Completed', shard: shardOf(id), wakeAt: null, finished: at, expireAt: at + 86_400_000 };
}

const round = (value: number): number => Number(value.toFixed(2));
