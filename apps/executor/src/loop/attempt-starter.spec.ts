import { systemClock } from '#common/clock/clock.js';
import { asReplicaId, type AttemptId } from '#common/domain/ids.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { EffectRunner, type EffectParts } from './effect-runner.js';

const INCARNATION = 'executor-1';

function claimed(): { run: Run; live: LiveAttempt } {
  const run = aRun(aPlan());
  const id = `${run.id}/0/main/0/1` as AttemptId;
  const claim = { replica: asReplicaId(INCARNATION), incarnation: INCARNATION, host: 'h', at: Date.now(), lease: 1 };
  const live: LiveAttempt = {
    ...{ id, task: 'main', index: 0, attempt: 1, state: 'claimed', since: claim.at, claim },
    ...{ startedAt: null, lastSeenAt: null, stop: null, end: null, sealBy: null },
  };
  return { run: { ...run, live: [live] }, live };
}

/** A runner whose starts end as `start` says; what it reports is collected, a start's result by its type. */
function runnerWith(
  start: () => Promise<unknown>,
  secrets?: EffectParts['secrets'],
): { runner: EffectRunner; reported: string[] } {
  const reported: string[] = [];
  const runner = new EffectRunner({
    engines: { start } as unknown as EffectParts['engines'],
    launcher: { launchOf: async () => Promise.resolve({}) } as unknown as EffectParts['launcher'],
    secrets: secrets ?? {
      give: (_, launch) => Promise.resolve({ launch, held: null }),
      takeBack: () => Promise.resolve(),
    },
    sealer: {} as unknown as EffectParts['sealer'],
    report: (input) => void reported.push(input.type === 'startResult' ? input.result.type : input.type),
    incarnation: INCARNATION,
    lease: () => 1,
    sealHoldMs: 60_000,
    clock: systemClock,
    log: silentLog,
  });
  return { runner, reported };
}

test('a start is remembered while its attempt may come back, and forgotten when it is over elsewhere', async () => {
  const { runner, reported: starts } = runnerWith(() =>
    Promise.resolve({ type: 'accepted', startedAt: null, name: null }),
  );
  const { run, live } = claimed();
  const stored = new Map([[run.id, run]]);
  const runs = { load: async () => Promise.resolve(stored) };
  runner.startClaimed({ ...run, effects: [{ type: 'start', attempt: live.id }] }, new Map());
  await until('the start', () => starts.length === 1);

  await runner.forgetEnded(() => true, runs);
  await runner.forgetEnded(() => false, runs);
  expect(runner.remembered).toBe(1);
  stored.set(run.id, { ...run, live: [] });
  await runner.forgetEnded(() => true, runs);
  expect(runner.remembered).toBe(1);
  await runner.forgetEnded(() => false, runs);
  expect(runner.remembered).toBe(0);
  expect(starts).toHaveLength(1);
});

test('a start is answered once, also where its secrets cannot be given back', async () => {
  const { runner, reported: results } = runnerWith(() => Promise.resolve({ type: 'notSent', message: '' }), {
    give: () => Promise.resolve({ launch: {} as never, held: null }),
    takeBack: () => Promise.reject(new Error('the database is away')),
  });
  const { run, live } = claimed();
  runner.startClaimed({ ...run, effects: [{ type: 'start', attempt: live.id }] }, new Map());
  await until('the answer', () => results.length > 0);
  await runner.close();
  expect(results).toEqual(['notSent']);
});

test('an executor that stops while a provider of secrets is slow says that the start was not sent', async () => {
  let give: (given: { launch: never; held: null }) => void = () => undefined;
  const taken: unknown[] = [];
  const { runner, reported: results } = runnerWith(() => Promise.reject(new Error('nothing may be started')), {
    give: () => new Promise((resolve) => (give = resolve)),
    takeBack: (given) => Promise.resolve(void taken.push(given)),
  });
  const { run, live } = claimed();
  runner.startClaimed({ ...run, effects: [{ type: 'start', attempt: live.id }] }, new Map());
  await new Promise((resolve) => setImmediate(resolve));
  const closing = runner.close();
  await until('the answer', () => results.length === 1);
  give({ launch: {} as never, held: null });
  await closing;
  expect([results, taken.length]).toEqual([['notSent'], 1]);
});
