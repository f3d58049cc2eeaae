import { MAX_END_AGE_MS } from '#common/domain/limits.js';
import type { AttemptRecord, Run } from '#common/run/run.js';
import type { RunEnd } from '#common/usage/ledger.js';
import { aContext, aPlan, aRun, T0 } from '#testing/builders/run-builder.js';
import { end, first } from '#testing/run-story.js';
import { reconcile, type Decision } from '../run/reconcile.js';
import { CountableEnds } from '../usage/countable-ends.js';
import { DecisionWriter, type DecisionStores } from './reconcile-run.js';

const plan = aPlan();
const run = aRun(plan);
const record = { id: first, end: end(5) } as AttemptRecord;
const theirs = { id: first, end: end(4) } as AttemptRecord;
const CHUNK = { generation: 0, task: 'main', no: 0, version: 'v2', bytes: new Uint8Array() };
const decision: Decision = {
  ...reconcile(run, [], aContext(plan)),
  records: [record],
  chunks: [CHUNK],
  superseded: [{ ...CHUNK, version: 'v1' }],
  verdicts: [{ attempt: first, complete: true, reason: null }],
  moved: [{} as never],
};

/** Saves the decision into stores that log their calls. */
async function saved({ isFirstEnd = true, isFirstWrite = true, made = decision, now = T0 } = {}) {
  const log: string[] = [];
  const stores: DecisionStores = {
    runs: { save: () => Promise.resolve((log.push('run'), isFirstWrite)) },
    attempts: {
      recordEnd: () => Promise.resolve((log.push('end'), isFirstEnd)),
      ofIds: () => Promise.resolve([]),
      recordLog: () => Promise.resolve(void log.push('verdict')),
      get: () => Promise.resolve(theirs),
    },
    events: { add: () => Promise.resolve(void log.push('events')) },
    indexes: {
      add: () => Promise.resolve(void log.push('chunks')),
      remove: (_run, keys) => Promise.resolve(void log.push(`remove ${keys.map(({ version }) => version).join()}`)),
    },
  };
  const usage = { keepEarlyEnd: () => Promise.resolve(void log.push('former end')) };
  const writer = new DecisionWriter(stores, new CountableEnds(usage, { now: () => now }));
  return { log, result: await writer.save(run, made) };
}

test('everything that the run refers to is saved before the run, and what it no longer refers to is removed afterwards', async () => {
  const { log, result } = await saved();
  expect(log).toEqual(['end', 'events', 'chunks', 'verdict', 'run', 'remove v1']);
  expect(result.isSaved).toBe(true);
});

test('an end that another replica has saved first is kept: nothing else is saved, and the next decision gets that end', async () => {
  const { log, result } = await saved({ isFirstEnd: false });
  expect(log).toEqual(['end']);
  expect(result).toEqual({ isSaved: false, ends: [{ type: 'recorded', record: theirs }] });
});

test('a lost compare-and-set passes the saved ends to the next decision and removes its own chunks', async () => {
  const { log, result } = await saved({ isFirstWrite: false });
  expect(log.at(-1)).toBe('remove v2');
  expect(result).toEqual({ isSaved: false, ends: [{ type: 'recorded', record }] });
});

test('the end of a run that could not be saved in time is decided again', async () => {
  const over = { ...decision.next, phase: 'Completed', transitions: [{ at: T0 }] } as unknown as Run;
  const made = { ...decision, next: over };
  expect((await saved({ made, now: T0 + MAX_END_AGE_MS })).result.isSaved).toBe(true);
  const { log, result } = await saved({ made, now: T0 + MAX_END_AGE_MS + 1 });
  expect(log).toEqual(['end']);
  expect(result).toEqual({ isSaved: false, ends: [{ type: 'recorded', record }] });
});

test('the end of a run that continues is kept for the usage ledger before the run is saved', async () => {
  const formerEnd = { run: run.id } as RunEnd;
  expect((await saved({ made: { ...decision, formerEnd } })).log.slice(-3)).toEqual(['former end', 'run', 'remove v1']);
});
