/**
 * The run engine with attempts that end as soon as they begin. `memory`: stores in memory, so nothing waits for others: what an
 * event costs in runs of more and more indexes, how large a run's document gets, and 101 runs with 1,200 attempts, as in
 * KEP-2214's test. `mongo`: the same curve through the database. `pages`: what a client waits for who looks at a run of 100,000.
 */
import { randomUUID } from 'node:crypto';
import type { JobSpec } from '#common/spec/job.js';
import { optionsOf } from '#testing/command-options.js';
import { Stage } from '../stage.js';
import { memoryStores, mongoStores, type BenchStores } from './bench-stores.js';
import { InstantRuns, type Written } from './instant-runs.js';
import { pages } from './pages.js';

type Report = Record<string, unknown>;

const SIZES = [100, 1_000, 10_000, 100_000];
const MAX_ACTIVE = 20;
/** A point of the curve is measured over at least so many attempts. */
const LEAST_ATTEMPTS = 1_000;

const PARTS = ['memory', 'mongo', 'pages'] as const;
type Part = (typeof PARTS)[number];

export async function runEngine({ root }: { readonly root: string }, args: readonly string[]): Promise<Report> {
  const parts = readParts(args);
  const report: Report = {};
  if (parts.includes('memory')) {
    const stores = memoryStores();
    await warmUp(stores);
    report['curve'] = await curve(stores);
    report['alternating'] = await alternating();
    report['kep2214'] = await manyRuns();
  }
  if (parts.every((part) => part === 'memory')) return report;
  const stage = await Stage.prepare(root);
  report['database'] = stage.database;
  try {
    if (parts.includes('mongo')) {
      const stores = mongoStores(stage.mongo);
      await warmUp(stores);
      report['curveThroughDatabase'] = await curve(stores);
    }
    if (parts.includes('pages')) report['pages'] = await pages(stage);
  } finally {
    await stage.close();
  }
  return report;
}

function readParts(args: readonly string[]): readonly Part[] {
  const values = optionsOf('bench -- run-engine', args, { parts: { type: 'string', default: PARTS.join(',') } });
  const asked = values.parts.split(',');
  const unknown = asked.find((part) => !PARTS.some((known) => known === part));
  if (unknown !== undefined) throw new Error(`--parts: there is no "${unknown}"; there is: ${PARTS.join(', ')}`);
  return PARTS.filter((part) => asked.includes(part));
}

/** Code that is compiled late would be charged to the smallest run. */
async function warmUp(stores: BenchStores): Promise<void> {
  await measured(stores, { completions: 5_000, parallelism: { maxActive: MAX_ACTIVE } }, () => false);
}

/** The costs of an event in runs of more and more indexes; of a small one there are several, one after another. */
async function curve(stores: BenchStores): Promise<Report[]> {
  const points: Report[] = [];
  for (const indexes of SIZES) {
    const runs = Math.max(1, LEAST_ATTEMPTS / indexes);
    const job = { completions: indexes, parallelism: { maxActive: MAX_ACTIVE } };
    const { seconds, written } = await measured(stores, job, () => false, runs);
    points.push({ runs, ...perEvent(indexes, seconds, written) });
  }
  return points;
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
    memoryStores(),
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
  const engine = new InstantRuns(memoryStores(), () => false);
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
  stores: BenchStores,
  job: Partial<JobSpec>,
  fails: (index: number) => boolean,
  runs = 1,
): Promise<{ seconds: number; written: Written }> {
  const engine = new InstantRuns(stores, fails);
  const began = performance.now();
  for (let run = 0; run < runs; run++) await engine.run(randomUUID(), job);
  const seconds = (performance.now() - began) / 1e3;
  await engine.close();
  return { seconds, written: engine.written };
}

const round = (value: number): number => Number(value.toPrecision(3));
