import { asJobId, asRunId, asSpecHash, asTenantId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { HandClock } from '#testing/hand-clock.js';
import type { StartFacts } from './loop/ahead.js';
import type { WakeOptions } from './loop/wake-timers.js';
import { Dispatches } from './messages.js';

const START = { job: asJobId('job'), tenant: asTenantId('ibm'), spec: asSpecHash('spec') };
const RUN = asRunId('job-1');

/** The calls that hints about one run cause, as short texts. */
function world({ isKnown = false } = {}): { readonly calls: string[]; readonly dispatches: Dispatches } {
  const calls: string[] = [];
  const toWake = new Set<RunId>();
  const queue = {
    submit: (_: RunId, __: unknown, options: object = {}) => {
      calls.push(`reconcile ${JSON.stringify(options)}`);
      return Promise.resolve([]);
    },
    wakeAt: (run: RunId, at: number, now: number, options: WakeOptions = {}) => {
      toWake.add(run);
      calls.push(`wake ${options.isNew ? 'as new ' : ''}in ${at - now} ms`);
      options.onSoon?.();
      options.onDue?.();
    },
    isToWake: (run: RunId) => toWake.has(run),
  };
  const commands = { takeFor: () => Promise.resolve(void calls.push('commands')) };
  const loader = { peek: () => (isKnown ? ({} as never) : null) };
  const due = (start: StartFacts | null, inserted: Run | null): void => {
    calls.push(`due${start ? `, reads for ${start.job}` : ''}${inserted ? `, is ${inserted.id}` : ''}`);
  };
  const ahead = {
    due,
    untilDue: (run: RunId, start: StartFacts | null) => ({
      onSoon: () => void calls.push(`${run} is due soon`),
      onDue: () => {
        due(start, null);
      },
    }),
  };
  return { calls, dispatches: new Dispatches({ queue, commands, loader, ahead, clock: new HandClock() }) };
}

test('a dispatched run is reconciled', async () => {
  const { calls, dispatches } = world();
  await dispatches.take(RUN, 0, START);
  expect(calls).toEqual(['due, reads for job', 'reconcile {"isNew":true}']);
});

test('a run that its dispatch contains is reconciled without a read', async () => {
  const { calls, dispatches } = world();
  const made = aRun(aPlan());
  await dispatches.take(RUN, 0, START, made);
  expect(calls).toEqual([`due, reads for job, is ${made.id}`, 'reconcile {"isNew":true}']);
});

test('a run that is dispatched ahead of its time is reconciled at that time; a hint before then announces a command', async () => {
  const { calls, dispatches } = world();
  await dispatches.take(RUN, 1_500, START);
  await dispatches.take(RUN, 0, null);
  expect(calls).toEqual(['wake as new in 1500 ms', 'job-1 is due soon', 'due, reads for job', 'commands']);
});

test('a hint about a run that is not in memory, as an ended one, announces a command as well', async () => {
  const { calls, dispatches } = world();
  await dispatches.take(RUN, 0, null);
  expect(calls).toEqual(['due', 'reconcile {"isNew":true}', 'commands']);
});

test('a hint about a known run announces a command', async () => {
  const { calls, dispatches } = world({ isKnown: true });
  await dispatches.take(RUN, 0, null);
  expect(calls).toEqual(['commands']);
});

test('a dispatch of a run that a sweep has already found causes no database request', async () => {
  const { calls, dispatches } = world({ isKnown: true });
  await dispatches.take(RUN, 0, START);
  expect(calls).toEqual([]);
});
