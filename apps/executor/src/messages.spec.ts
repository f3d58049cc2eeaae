import { asJobId, asRunId, asSpecHash, asTenantId, type RunId } from '#common/domain/ids.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { HandClock } from '#testing/hand-clock.js';
import type { StartFacts } from './loop/start-reads.js';
import type { WakeOptions } from './loop/wake-timers.js';
import { Dispatches } from './messages.js';

const START = { job: asJobId('job'), tenant: asTenantId('ibm'), spec: asSpecHash('spec') };
const RUN = asRunId('job-1');

/** What became of hints about one run, in a word each. */
function world({ isKnown = false } = {}): { readonly told: string[]; readonly dispatches: Dispatches } {
  const told: string[] = [];
  const toWake = new Set<RunId>();
  const queue = {
    submit: (_: RunId, __: unknown, options: object = {}) => {
      told.push(`reconcile ${JSON.stringify(options)}`);
      return Promise.resolve([]);
    },
    wakeAt: (run: RunId, at: number, now: number, options: WakeOptions = {}) => {
      toWake.add(run);
      told.push(`wake ${options.isNew ? 'as new ' : ''}in ${at - now} ms`);
      options.onSoon?.();
      options.onDue?.();
    },
    isToWake: (run: RunId) => toWake.has(run),
  };
  const commands = { takeFor: () => Promise.resolve(void told.push('commands')) };
  const loader = {
    peek: () => (isKnown ? ({} as never) : null),
    readAhead: (run: RunId) => Promise.resolve(void told.push(`read ${run} ahead`)),
  };
  const reads = {
    begin: ({ job }: StartFacts) => void told.push(`read for ${job}`),
    readAhead: ({ spec }: StartFacts) => void told.push(`read ${spec} ahead`),
  };
  return { told, dispatches: new Dispatches({ queue, commands, loader, reads, clock: new HandClock() }) };
}

test('a run is reconciled when it is dispatched', async () => {
  const { told, dispatches } = world();
  await dispatches.take(RUN, 0, START);
  expect(told).toEqual(['read for job', 'reconcile {"isNew":true,"made":null}']);
});

test('a run that came with its dispatch is reconciled as it came', async () => {
  const { told, dispatches } = world();
  const made = aRun(aPlan());
  await dispatches.take(RUN, 0, START, made);
  expect(told).toEqual(['read for job', `reconcile ${JSON.stringify({ isNew: true, made })}`]);
});

test('a run that is dispatched ahead of time is reconciled at its time; a hint meanwhile means a command', async () => {
  const { told, dispatches } = world();
  await dispatches.take(RUN, 1_500, START);
  await dispatches.take(RUN, 0, null);
  expect(told).toEqual(['read spec ahead', 'wake as new in 1500 ms', 'read job-1 ahead', 'read for job', 'commands']);
});

test('a hint about a run that is known means a command', async () => {
  const { told, dispatches } = world({ isKnown: true });
  await dispatches.take(RUN, 0, null);
  expect(told).toEqual(['commands']);
});

test('an admission that comes after a sweep has found its run asks the database for nothing', async () => {
  const { told, dispatches } = world({ isKnown: true });
  await dispatches.take(RUN, 0, START);
  expect(told).toEqual([]);
});
