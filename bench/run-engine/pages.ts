/** The response times of a real api for a run of 100,000 indexes of which every other one has failed. */
import { setTimeout as delay } from 'node:timers/promises';
import { asRunId, asTenantId, attemptId } from '#common/domain/ids.js';
import { IndexTableEdit } from '#common/run/index-table-edit.js';
import { IndexTable } from '#common/run/index-table.js';
import { storeTable } from '#common/run/stored-tables.js';
import type { AttemptRecord, Run, TaskState } from '#common/run/run.js';
import { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import { summarize } from '../percentiles.js';
import type { Stage } from '../stage.js';
import { mongoStores } from './bench-stores.js';
import { InstantRuns, runOf, specOf } from './instant-runs.js';

type Report = Record<string, unknown>;

const INDEXES = 100_000;
const ASKED = 60;
const WARM_UP = 10;
const LISTED_RUNS = 50;
const BATCH = 5_000;
const JOB = { completions: INDEXES, onFailure: 'WaitForRemaining' } as const;
const RUN = 'pages';
const POLL_MS = 100;

const hasFailed = (index: number): boolean => index % 2 === 1;

export async function pages(stage: Stage): Promise<Report> {
  await stage.start('api');
  for (let run = 0; run < LISTED_RUNS; run++) await storeRun(stage, `${RUN}-${run}`);
  await storeRun(stage, RUN);
  await storeAttempts(stage);
  const atRest = await allPages(stage, RUN);
  const engine = new InstantRuns(mongoStores(stage.mongo), hasFailed);
  const ended = engine.run('running', { ...JOB, parallelism: { maxActive: 100 } });
  while (engine.written.attempts < INDEXES / 4) await delay(POLL_MS);
  const whileRunning = await ask(stage, () => [`/runs/running`]);
  const attemptsMeanwhile = engine.written.attempts - INDEXES / 4;
  await engine.close();
  void ended;
  return { indexes: INDEXES, atRest, whileRunning, attemptsMeanwhile };
}

async function allPages(stage: Stage, run: string): Promise<Report> {
  const path = `/runs/${run}`;
  const deep = encodeURIComponent(Buffer.from(JSON.stringify([0, INDEXES - 500])).toString('base64url'));
  const read = [path, `${path}/attempts?limit=200`, `${path}/events?limit=200`];
  return {
    run: await ask(stage, () => [path]),
    indexes: await ask(stage, () => [`${path}/indexes?limit=100`]),
    lastIndexes: await ask(stage, () => [`${path}/indexes?limit=100&cursor=${deep}`]),
    failedIndexes: await ask(stage, () => [`${path}/indexes?limit=500&state=failed`]),
    // No index is in this state: all of them are read.
    indexesOfNone: await ask(stage, () => [`${path}/indexes?limit=100&state=backoff`]),
    attempts: await ask(stage, () => [`${path}/attempts?limit=200`]),
    // The requests of the web page of a run before it shows anything, and then its list of indexes.
    uiPage: await ask(stage, () => read, `${path}/indexes?limit=100`),
    list: await ask(stage, () => [`/runs?limit=${LISTED_RUNS}`]),
  };
}

/** Milliseconds until the last answer is read completely, with one request after the other; and the sum of bytes. */
async function ask(stage: Stage, paths: () => readonly string[], afterwards?: string): Promise<Report> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = -WARM_UP; round < ASKED; round++) {
    const began = performance.now();
    const texts = await Promise.all(paths().map((path) => stage.ask(path)));
    if (afterwards !== undefined) texts.push(await stage.ask(afterwards));
    if (round >= 0) times.push(performance.now() - began);
    bytes = texts.reduce((sum, text) => sum + text.length, 0);
  }
  const { count, ...ms } = summarize(times);
  const rounded = Object.entries(ms).map(([name, value]) => [name, Number(value.toFixed(1))] as const);
  return { asked: count, ...Object.fromEntries(rounded), bytes };
}

/** Stores the run in the form of its executor. */
async function storeRun({ mongo }: Stage, name: string): Promise<void> {
  await new SpecsStore(mongo).put(specOf(RUN, JOB));
  const edit = new IndexTableEdit(IndexTable.load({ count: INDEXES }));
  for (let index = 0; index < INDEXES; index++)
    edit.record(index, 1, { type: hasFailed(index) ? 'failed' : 'succeeded' });
  const half = INDEXES / 2;
  const state: TaskState = {
    name: 'main',
    indexes: INDEXES,
    succeeded: half,
    failed: half,
    pending: 0,
    running: 0,
    terminating: 0,
  };
  const { kept, writes } = storeTable(state, edit.finish(), { generation: 0, version: 'v' });
  await new RunIndexesStore(mongo).add(asRunId(name), writes);
  const run: Run = {
    ...runOf(name, RUN),
    phase: 'Failed',
    reason: 'IndexFailed',
    tasks: [{ ...state, ...kept }],
    wakeAt: null,
  };
  await new RunsStore(mongo).insertRuns([run]);
}

async function storeAttempts({ mongo }: Stage): Promise<void> {
  const at = Date.now();
  const records = Array.from({ length: INDEXES }, (_, index): AttemptRecord => {
    const result = hasFailed(index) ? 'failed' : 'succeeded';
    return {
      id: attemptId({ run: asRunId(RUN), generation: 0, task: 'main', index, attempt: 1 }),
      run: asRunId(RUN),
      tenant: asTenantId('bench'),
      task: 'main',
      index,
      generation: 0,
      attempt: 1,
      startedAt: at,
      end: { result, at, exitCode: hasFailed(index) ? 1 : 0, reason: 'Exited', message: '' },
      node: 'bench',
      logComplete: true,
      logReason: null,
    };
  });
  const attempts = mongo.collection<{ _id: string } & Omit<AttemptRecord, 'id'>>('attempts');
  for (let from = 0; from < INDEXES; from += BATCH)
    await attempts.insertMany(records.slice(from, from + BATCH).map(({ id, ...rest }) => ({ _id: id, ...rest })));
}
