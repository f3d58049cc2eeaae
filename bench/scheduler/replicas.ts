/** The same work for one scheduler and for several: the cost of a run, its delay, and how evenly the jobs are shared. */
import { setTimeout as delay } from 'node:timers/promises';
import { shardOf, shards } from '#testing/shards.js';
import { shardOwners } from '#common/membership/rendezvous.js';
import { usageOf, type ServiceProcess, type Stage } from '../stage.js';
import { makeJobs, mixedShares, type BenchJob } from './bench-jobs.js';
import { expectedRuns, waitForAll } from './expected-runs.js';
import { latenessOf, Recorder } from './recorder.js';

const COUNTS = [1, 2, 4, 8];
const WARM_UP_MS = 15_000;
const SECOND_MS = 1_000;

interface Size {
  readonly jobs: number;
  /** For each step. */
  readonly seconds: number;
}

export async function manyReplicas(stage: Stage, { jobs, seconds }: Size): Promise<Record<string, unknown>> {
  const made = await makeJobs(stage.mongo, { prefix: 'shared', shares: mixedShares(jobs), url: null }, Date.now());
  // Messages of runs are sent ahead of their slots, so the recorder must listen earlier.
  const recorder = new Recorder(stage.nats);
  const replicas: ServiceProcess[] = [];
  const steps: Record<string, unknown>[] = [];
  for (const count of COUNTS) {
    while (replicas.length < count) replicas.push(await stage.start('scheduler'));
    await delay(WARM_UP_MS);
    steps.push({ replicas: count, ...(await measure(stage, { recorder, replicas, made, seconds })) });
    process.stderr.write(`${JSON.stringify(steps.at(-1))}\n`);
  }
  recorder.close();
  for (const replica of replicas) await replica.stop();
  return { jobs, seconds, steps };
}

interface Step {
  readonly recorder: Recorder;
  readonly replicas: readonly ServiceProcess[];
  readonly made: readonly BenchJob[];
  readonly seconds: number;
}

async function measure(stage: Stage, { recorder, replicas, made, seconds }: Step): Promise<Record<string, unknown>> {
  const processor = (): { schedulers: number; database: number } => ({
    schedulers: replicas.reduce((sum, { pid }) => sum + usageOf(pid).cpuSeconds, 0),
    database: stage.databaseCpuSeconds(),
  });
  const from = Math.ceil(Date.now() / SECOND_MS) * SECOND_MS;
  const to = from + seconds * SECOND_MS;
  const before = processor();
  const expected = expectedRuns(made, from, to);
  await delay(to - Date.now());
  const after = processor();
  const missing = await waitForAll(recorder, expected, from, to);
  const recorded = recorder.between(from, to);
  const msPerRun = (used: number): number => Number(((used * SECOND_MS) / expected.size).toFixed(2));
  const owners = shardOwners(
    replicas.map(({ replica }) => replica),
    shards,
  );
  const shares = replicas.map(({ replica }) => made.filter(({ id }) => owners[shardOf(id)] === replica).length);
  return {
    runs: expected.size,
    missing,
    latenessMs: latenessOf(recorded),
    schedulersMsPerRun: msPerRun(after.schedulers - before.schedulers),
    databaseMsPerRun: msPerRun(after.database - before.database),
    jobsPerReplica: { fewest: Math.min(...shares), most: Math.max(...shares) },
    peakMemoryMiB: Math.max(...replicas.map(({ pid }) => usageOf(pid).peakMemoryMiB)),
  };
}
