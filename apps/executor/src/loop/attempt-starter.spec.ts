import { asReplicaId, type AttemptId } from '#common/domain/ids.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';
import type { Engines } from '../engines/engine.js';
import type { SecretGiving } from '../secrets/giving.js';
import { AttemptStarter, SecretStarter } from './post-commit.js';

const INCARNATION = 'executor-1';
const nothing = (): Promise<void> => Promise.resolve();

function claimed(): { run: Run; live: LiveAttempt } {
  const run = aRun(aPlan());
  const id = `${run.id}/0/main/0/1` as AttemptId;
  const claim = { replica: asReplicaId(INCARNATION), incarnation: INCARNATION, host: 'h', at: Date.now(), lease: 1 };
  const live: LiveAttempt = {
    id,
    task: 'main',
    index: 0,
    attempt: 1,
    state: 'claimed',
    since: claim.at,
    claim,
    startedAt: null,
    lastSeenAt: null,
    stop: null,
    end: null,
    sealBy: null,
  };
  return { run: { ...run, live: [live] }, live };
}

/** A starter whose starts end as `start` says; `results` collects the reported results. */
function starterWith(
  start: () => Promise<unknown>,
  secrets: SecretGiving = { give: (_, launch) => Promise.resolve({ launch, held: null }), takeBack: nothing },
  launchOf: () => Promise<never> = () => Promise.resolve({} as never),
): { starter: AttemptStarter; results: string[]; prepared: unknown[] } {
  const results: string[] = [];
  const prepared: unknown[] = [];
  const engines = { start, prepare: (launch: unknown) => prepared.push(launch) } as unknown as Engines;
  const starter = new AttemptStarter({
    input: { of: launchOf },
    secretStarter: new SecretStarter(engines, secrets),
    report: (input) => void results.push(input.type === 'startResult' ? input.result.type : input.type),
    incarnation: INCARNATION,
    lease: () => 1,
    log: silentLog,
  });
  return { starter, results, prepared };
}

test('a start is remembered while this replica owns its shard or its attempt is live, and is then forgotten', async () => {
  const { starter, results: starts } = starterWith(() =>
    Promise.resolve({ type: 'accepted', startedAt: null, name: null }),
  );
  const { run, live } = claimed();
  const stored = new Map([[run.id, run]]);
  const runs = { load: async () => Promise.resolve(stored) };
  starter.startClaimed({ ...run, effects: [{ type: 'start', attempt: live.id }] }, new Map());
  await until('the start', () => starts.length === 1);

  await starter.forgetEnded(() => true, runs);
  await starter.forgetEnded(() => false, runs);
  expect(starter.remembered).toBe(1);
  stored.set(run.id, { ...run, live: [] });
  await starter.forgetEnded(() => true, runs);
  expect(starter.remembered).toBe(1);
  await starter.forgetEnded(() => false, runs);
  expect(starter.remembered).toBe(0);
  expect(starts).toHaveLength(1);
});

test('an executor that stops while a provider of secrets is slow reports that the start was not sent', async () => {
  let give: (given: { launch: never; held: null }) => void = () => undefined;
  const taken: unknown[] = [];
  const { starter, results } = starterWith(() => Promise.reject(new Error('nothing may be started')), {
    give: () => new Promise((resolve) => (give = resolve)),
    takeBack: (given) => Promise.resolve(void taken.push(given)),
  });
  const { run, live } = claimed();
  starter.startClaimed({ ...run, effects: [{ type: 'start', attempt: live.id }] }, new Map());
  await new Promise((resolve) => setImmediate(resolve));
  const closing = starter.close();
  await until('the answer', () => results.length === 1);
  give({ launch: {} as never, held: null });
  await closing;
  expect([results, taken.length]).toEqual([['notSent'], 1]);
});

test('the engine prepares a newly claimed start whose inputs are available, and no other', async () => {
  const { run, live } = claimed();
  const next: Run = { ...run, effects: [{ type: 'start', attempt: live.id }] };
  const before: Run = { ...run, live: [] };
  const launch = { attempt: live.id };
  const idle = (): Promise<never> => Promise.reject(new Error('nothing is started'));
  const of = async (launchOf: () => Promise<unknown>, from = before): Promise<unknown[]> => {
    const { starter, prepared } = starterWith(idle, undefined, launchOf as () => Promise<never>);
    await starter.prepare(from, next);
    return prepared;
  };
  expect(await of(() => Promise.resolve(launch))).toEqual([launch]);
  expect(await of(() => Promise.resolve(launch), next)).toEqual([]);
  expect(await of(() => Promise.resolve({ problem: 'no url' }))).toEqual([]);
  expect(await of(() => Promise.reject(new Error('the database is down')))).toEqual([]);
});
