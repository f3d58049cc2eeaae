import { asRunId, type RunId } from '#common/domain/ids.js';
import { HandClock } from '#testing/hand-clock.js';
import { Dispatches } from './messages.js';

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
    wakeAt: (run: RunId, at: number, now: number, isNew = false) => {
      toWake.add(run);
      told.push(`wake ${isNew ? 'as new ' : ''}in ${at - now} ms`);
    },
    isToWake: (run: RunId) => toWake.has(run),
  };
  const commands = { takeFor: () => Promise.resolve(void told.push('commands')) };
  const loader = { peek: () => (isKnown ? ({} as never) : null) };
  return { told, dispatches: new Dispatches(queue, commands, loader, new HandClock()) };
}

test('a run is reconciled when it is dispatched', async () => {
  const { told, dispatches } = world();
  await dispatches.take(RUN, 0);
  expect(told).toEqual(['reconcile {"isNew":true}']);
});

test('a run that is dispatched ahead of time is reconciled at its time; a hint meanwhile means a command', async () => {
  const { told, dispatches } = world();
  await dispatches.take(RUN, 1_500);
  await dispatches.take(RUN, 0);
  expect(told).toEqual(['wake as new in 1500 ms', 'commands']);
});

test('a hint about a run that is known means a command', async () => {
  const { told, dispatches } = world({ isKnown: true });
  await dispatches.take(RUN, 0);
  expect(told).toEqual(['commands']);
});
