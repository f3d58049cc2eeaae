import { asJobId, asRunId, asTenantId, type RunId } from '#common/domain/ids.js';
import { groupLimitKey, tenantLimitKey, type SharedLimit } from '#common/domain/shared-limit.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import { PERMIT_PREEMPTED } from '#common/run/new-run.js';
import type { Permit, ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { emptyLimit } from '../core/change-limit.js';
import { PermitPreemption } from './permit-preemption.js';

const NOW = 1_000_000;
const TENANT = asTenantId('acme');
const GROUP = groupLimitKey(TENANT, 'db');
const QUOTA = tenantLimitKey(TENANT);
const LOW = asJobId('low');
const HIGH = asJobId('high');

const permit = (run: string): Permit => ({ run: asRunId(run), since: 1, grant: 1 });
const waiter = (run: string): Waiter => ({
  run: asRunId(run),
  policy: 'Enqueue',
  startAfter: 0,
  waitsSince: 0,
  priority: 10,
  blockedBy: null,
});
const standing = (id: string, fields: Partial<RunStanding> = {}): readonly [RunId, RunStanding] => [
  asRunId(id),
  { id: asRunId(id), job: LOW, phase: 'Running', reason: '', holds: [], finished: null, ...fields },
];
const limit = (key: string, holders: readonly string[]): SharedLimit => ({
  ...emptyLimit(key, TENANT),
  holders: holders.map((run) => ({ ...permit(run), job: LOW })),
  waiting: [{ ...permit('urgent'), job: HIGH, priority: 10, waitsSince: 0 }],
});
const job = (id: typeof LOW, fields: Partial<ScheduleState> = {}): ScheduleState =>
  aSchedule(null, 0, {
    job: id,
    tenant: TENANT,
    preemptible: 2,
    concurrency: { policy: 'Enqueue', maxConcurrency: 1, maxQueued: 9, group: null },
    ...fields,
  });

/** The runs that were asked for their permits; both limits have one permit each. */
async function asked(
  look: (preemption: PermitPreemption) => Promise<void>,
  limits: readonly SharedLimit[] = [],
  isHeld = false,
): Promise<readonly string[]> {
  const runs: string[] = [];
  const preemption = new PermitPreemption(
    { load: (key) => Promise.resolve(limits.find((each) => each.key === key) ?? null) },
    {
      isHeld: () => isHeld,
      keysFor: () => Promise.resolve(limits.map(({ key }) => key)),
      termsOf: () => Promise.resolve({ size: 1, weights: null }),
    },
    {
      ask: (run) => {
        runs.push(run);
        return Promise.resolve();
      },
    },
    { now: () => NOW },
  );
  await look(preemption);
  return runs;
}

const ofShared = (
  standings: readonly (readonly [RunId, RunStanding])[],
  limits: readonly SharedLimit[],
  low: Partial<ScheduleState> = {},
): Promise<readonly string[]> => {
  const jobs = new Map([
    [LOW, job(LOW, low)],
    [HIGH, job(HIGH)],
  ]);
  return asked((preemption) => preemption.ofShared(limits[0]!, new Map(standings), jobs), limits);
};

test('a running run of a preemptible job is asked, as often as its job allows', async () => {
  const full = [limit(GROUP, ['old'])];
  expect(await ofShared([standing('old')], full)).toEqual(['old']);
  expect(await ofShared([standing('old', { preemptions: 2 })], full)).toEqual([]);
  expect(await ofShared([standing('old', { priority: 10 })], full)).toEqual([]);
  expect(await ofShared([standing('old')], full, { preemptible: undefined } as never)).toEqual([]);
});

test('a run that is ending, or was asked before, is not asked: its permit becomes free', async () => {
  const full = [limit(GROUP, ['old'])];
  expect(await ofShared([standing('old', { phase: 'Aborting' })], full)).toEqual([]);
  expect(await ofShared([standing('old', { phase: 'Restarting', reason: PERMIT_PREEMPTED })], full)).toEqual([]);
});

test('while admissions of the tenant are held no permit is taken: nobody could use it', async () => {
  const full = limit(GROUP, ['old']);
  const jobs = new Map([
    [LOW, job(LOW)],
    [HIGH, job(HIGH)],
  ]);
  const standings = new Map([standing('old')]);
  const state = job(LOW, { holders: [permit('old')], queue: [waiter('urgent')] });
  for (const isHeld of [false, true]) {
    const expected = isHeld ? [] : ['old'];
    expect(await asked((preemption) => preemption.ofShared(full, standings, jobs), [full], isHeld)).toEqual(expected);
    expect(await asked((preemption) => preemption.ofJob(state, standings), [], isHeld)).toEqual(expected);
  }
});

test('no permit is taken for a run that would lack another one, unless the same run holds both', async () => {
  expect(await ofShared([standing('old')], [limit(GROUP, ['old']), limit(QUOTA, ['other'])])).toEqual([]);
  expect(await ofShared([standing('old')], [limit(GROUP, ['old']), limit(QUOTA, ['old'])])).toEqual(['old']);
});

test('within one job the priorities of its runs decide', async () => {
  const state = job(LOW, { holders: [permit('old')], queue: [waiter('urgent')] });
  const look = (policy: Waiter['policy']): Promise<readonly string[]> =>
    asked((preemption) =>
      preemption.ofJob({ ...state, queue: [{ ...waiter('urgent'), policy }] }, new Map([standing('old')])),
    );
  expect(await look('Enqueue')).toEqual(['old']);
  expect(await look('Replace')).toEqual([]);
});

test('no permit is taken for a run whose key is at its limit, since the run could not use it', async () => {
  const rule = { max: 1, rate: null, policy: 'Enqueue', maxQueued: null, options: [], parameters: [] } as const;
  const concurrency = {
    ...({ policy: 'Enqueue', maxConcurrency: 2, maxQueued: 9, group: null } as const),
    perKey: { ...rule, key: '${option.customer}' },
  };
  const holders = [
    { ...permit('old'), key: '7' },
    { ...permit('same'), key: '42' },
  ];
  const standings = new Map([standing('old'), standing('same', { preemptions: 2 })]);
  const keyed = (key: string): ScheduleState =>
    job(LOW, { concurrency, holders, queue: [{ ...waiter('urgent'), key }] });
  expect(await asked((preemption) => preemption.ofJob(keyed('42'), standings))).toEqual([]);
  expect(await asked((preemption) => preemption.ofJob(keyed('43'), standings))).toEqual(['old']);
  const blocked = job(HIGH, { concurrency, holders, queue: [{ ...waiter('urgent'), key: '42', blockedBy: GROUP }] });
  const full = limit(GROUP, ['old']);
  const jobs = new Map([
    [LOW, job(LOW)],
    [HIGH, blocked],
  ]);
  expect(await asked((preemption) => preemption.ofShared(full, standings, jobs), [full])).toEqual([]);
});
