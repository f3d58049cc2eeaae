import type { AttemptRecord } from '#common/run/run.js';
import { aContext, aPlan, aRun } from '#testing/builders/run-builder.js';
import { end, first } from '#testing/run-story.js';
import { reconcile, type Decision } from '../run/reconcile.js';
import { DecisionWriter } from './decision-writer.js';

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
async function saved({ isFirstEnd = true, isFirstWrite = true } = {}) {
  const log: string[] = [];
  const writer = new DecisionWriter({
    runs: { save: () => Promise.resolve((log.push('run'), isFirstWrite)) },
    attempts: {
      recordEnd: () => Promise.resolve((log.push('end'), isFirstEnd)),
      recordLog: () => Promise.resolve(void log.push('verdict')),
      get: () => Promise.resolve(theirs),
    },
    events: { add: () => Promise.resolve(void log.push('events')) },
    indexes: {
      add: () => Promise.resolve(void log.push('chunks')),
      remove: (_run, keys) => Promise.resolve(void log.push(`remove ${keys.map(({ version }) => version).join()}`)),
    },
  });
  return { log, result: await writer.save(run, decision) };
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
