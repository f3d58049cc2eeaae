import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { asAttemptId } from '#common/domain/ids.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import { silentLog } from '#testing/servers.js';
import { EffectRunner } from './post-commit.js';

const attempt = asAttemptId('job-1/0/main/0/1');
const live = { id: attempt } as LiveAttempt;
const run: Run = { ...aRun(aPlan()), live: [live] };
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A runner whose removals wait until the test ends them. */
function runnerWith(): { runner: EffectRunner; removals: { end: () => void; fail: (error: Error) => void }[] } {
  const removals: { end: () => void; fail: (error: Error) => void }[] = [];
  const cleanUp = (): Promise<void> => new Promise((end, fail) => removals.push({ end, fail }));
  const runner = new EffectRunner({
    engines: { cleanUp, stop: () => Promise.resolve(null) },
    input: { stopOf: () => Promise.resolve({ cancel: null }) },
    seals: { untilSealed: () => Promise.resolve(), stop: () => undefined },
    report: () => undefined,
    log: silentLog,
  });
  return { runner, removals };
}

test('an effect is not started again while it is under way, but again after it has failed', async () => {
  const { runner, removals } = runnerWith();
  runner.perform(run, { type: 'cleanUp', attempt });
  runner.cleanUp(run, live);
  expect(removals).toHaveLength(1);
  removals[0]?.fail(new Error('the cluster is away'));
  await turn();
  runner.cleanUp(run, live);
  expect(removals).toHaveLength(2);
});

test('closing waits for effects that are under way and starts no others', async () => {
  const { runner, removals } = runnerWith();
  runner.cleanUp(run, live);
  const closing = runner.close();
  runner.perform(run, { type: 'cleanUp', attempt: live.id });
  runner.cleanUp({ ...run, live: [] }, { ...live, id: asAttemptId('job-1/0/main/1/1') });
  removals[0]?.end();
  await closing;
  expect(removals).toHaveLength(1);
});

test('an effect of an attempt that is no longer live does nothing', () => {
  const { runner, removals } = runnerWith();
  runner.perform({ ...run, live: [] }, { type: 'cleanUp', attempt });
  expect(removals).toHaveLength(0);
});
