/**
 * The run engine without anything that waits for others: (a) what an event costs in runs of more and more indexes, (b) how
 * large a run's document gets, (c) 101 runs with 1,200 attempts, as in KEP-2214's test. Instant engine, stores in memory.
 */
import type { JobSpec } from '#common/contracts/job.js';
import { InstantRuns, type Written } from './instant-runs.js';

type Report = Record<string, unknown>;

const SIZES = [100, 1_000, 10_000, 100_000];
const MAX_ACTIVE = 20;

export async function runEngine(): Promise<Report> {
  // What is compiled late would be charged to the smallest run.
  await measured({ completions: 5_000, parallelism: { maxActive: MAX_ACTIVE } }, () => false);
  const curve: Report[] = [];
  for (const indexes of SIZES) {
    const { seconds, written } = await measured(
      { completions: indexes, parallelism: { maxActive: MAX_ACTIVE } },
      () => false,
    );
    curve.push(perEvent(indexes, seconds, written));
  }
  return { curve, alternating: await alternating(), kep2214: await manyRuns() };
}

function perEvent(indexes: number, seconds: number, written: Written): Report {
  return {
    indexes,
    maxActive: MAX_ACTIVE,
    seconds: round(seconds),
    microsecondsPerAttempt: round((seconds * 1e6) / written.attempts),
    millisecondsPerTurn: round((seconds * 1e3) / written.turns),
    attemptsPerSecond: Math.round(written.attempts / seconds),
    turns: written.turns,
    runBytesPerTurn: Math.round(written.runBytes / written.turns),
    chunkBytesPerTurn: Math.round(written.chunkBytes / written.turns),
  };
}

/** 100,000 indexes of which every other one fails, as many live as may be. */
async function alternating(): Promise<Report> {
  const { seconds, written } = await measured(
    { completions: 100_000, onFailure: 'WaitForRemaining' },
    (index) => index % 2 === 1,
  );
  return {
    indexes: 100_000,
    seconds: round(seconds),
    attemptsPerSecond: Math.round(written.attempts / seconds),
    largestRunBytes: written.largestRunBytes,
    chunkBytesPerTurn: Math.round(written.chunkBytes / written.turns),
  };
}

/** A hundred runs of ten indexes and one of two hundred, all at once. */
async function manyRuns(): Promise<Report> {
  const engine = new InstantRuns(() => false);
  const began = performance.now();
  const small = Array.from({ length: 100 }, (_, at) => engine.run(`small${at}`, { completions: 10 }));
  const runs = await Promise.all([...small, engine.run('large', { completions: 200 })]);
  const seconds = (performance.now() - began) / 1e3;
  const { attempts, turns } = engine.written;
  await engine.close();
  const completed = runs.filter(({ phase }) => phase === 'Completed').length;
  return {
    runs: runs.length,
    completed,
    attempts,
    turns,
    seconds: round(seconds),
    attemptsPerSecond: Math.round(attempts / seconds),
  };
}

async function measured(
  job: Partial<JobSpec>,
  fails: (index: number) => boolean,
): Promise<{ seconds: number; written: Written }> {
  const engine = new InstantRuns(fails);
  const began = performance.now();
  await engine.run('run', job);
  const seconds = (performance.now() - began) / 1e3;
  await engine.close();
  return { seconds, written: engine.written };
}

const round = (value: number): number => Number(value.toPrecision(3));
