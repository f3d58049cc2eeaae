/** From a definition to runs of its slots, over real MongoDB and NATS. */
import { jest } from '@jest/globals';
import { contracts } from '#common/messages/registry.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { MAX_CLOCK_SKEW_MS } from '#common/domain/limits.js';
import type { Run } from '#common/run/run.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { until } from '#testing/until.js';
import { LOOK_AHEAD_MS } from '../../../apps/scheduler/src/core/planning-limits.js';
import { World, type Replica } from './support/world.js';

jest.setTimeout(60_000);

let world: World;
let replica: Replica;

beforeAll(async () => {
  world = await World.create();
  replica = await world.replica();
});
afterAll(() => world.close());

test('slots of a synchronised job become runs, each once, at their second, and are dispatched to the executor', async () => {
  const dispatched: string[] = [];
  const stop = world.nats.listen(contracts.dispatch, {}, ({ run }) => dispatched.push(run));
  const job = await world.job({ schedule: { every: 1 } });
  const runs = await world.runsReach(job.id, 4);
  // Early runs that are not due yet when the job is disabled are removed.
  await until('the slots of these runs', () => Date.now() > Math.max(...runs.map((run) => run.scheduledFor!)));
  await world.saveJob({ enabled: false }, { id: job.id });
  await world.apply(job.id);
  for (const [i, run] of runs.entries()) {
    expect(run).toMatchObject({ phase: 'Pending', trigger: 'schedule', job: job.id, holds: [] });
    expect(run.id).toBe(`${job.id}-${run.scheduledFor! / 1000}`);
    expect(run.scheduledFor).toBe(runs[0]!.scheduledFor! + i * 1000);
    expect(run.createdAt).toBeGreaterThanOrEqual(run.scheduledFor! - LOOK_AHEAD_MS - MAX_CLOCK_SKEW_MS);
  }
  await until('the dispatch of all runs', () => runs.every((run) => dispatched.includes(run.id)));
  stop();
  const state = await world.schedule(job.id);
  expect(state).toMatchObject({ active: false, inactiveReason: 'disabled', nextSlotAt: null, jobVersion: 2 });
  // A planner that lost the race against the edit removes its runs right after.
  await until('no run of a slot after the edit', async () => {
    const newest = (await world.runsOf(job.id)).at(-1);
    return newest !== undefined && newest.scheduledFor! <= state.mark;
  });
});

/** A run that a slow planner made at its slot or later stays if the edit is applied after it. */
const earlyAfter = ({ updatedAt }: StoredJob, runs: readonly Run[]): Run[] =>
  runs.filter((run) => run.scheduledFor! > updatedAt && run.createdAt < run.startAfter);

test('a slot whose run was made early belongs to an edit that was saved before the slot', async () => {
  const job = await world.job({ schedule: { every: 1 } });
  for (let version = 2; version <= 5; version++) {
    await world.runsReach(job.id, 1);
    await until('a run that is early', async () => {
      const newest = (await world.runsOf(job.id)).at(-1);
      return newest !== undefined && newest.createdAt < newest.startAfter;
    });
    const edited = await world.saveJob({ schedule: { every: 1 }, name: `version ${version}` }, { id: job.id });
    await world.apply(job.id);
    await until('every early run after the edit to be of its version', async () => {
      const early = earlyAfter(edited, await world.runsOf(job.id));
      return early.every((run) => run.jobVersion === edited.version);
    });
  }
  const edited = await world.saveJob({ enabled: false }, { id: job.id });
  await world.apply(job.id);
  const { mark } = await world.schedule(job.id);
  await until('no early run after the edit, and none that is not recorded', async () => {
    const found = await world.runsOf(job.id);
    return earlyAfter(edited, found).length === 0 && found.every((run) => run.scheduledFor! <= mark);
  });
  const runs = await world.runsOf(job.id);
  const slots = runs.map((run) => run.scheduledFor! / 1_000);
  expect(slots).toEqual(slots.map((_, i) => slots[0]! + i));
});

test('a pause is answered when it is in effect, and the slots of its time become one gap on resume', async () => {
  const job = await world.job({ schedule: { every: 1 } });
  await world.runsReach(job.id, 1);
  await world.job({}, { id: job.id, paused: { by: 'someone', at: Date.now(), note: 'away' } });
  const before = await world.runsOf(job.id);
  const pausedAt = (await world.schedule(job.id)).mark;
  await until('two slots to pass', () => Date.now() > pausedAt + 2_500);
  expect(await world.runsOf(job.id)).toHaveLength(before.length);
  await world.job({}, { id: job.id, paused: null });
  const [gap] = await world.gapsOf(job.id);
  expect(gap).toMatchObject({ outcome: 'paused', reason: 'Paused', count: (gap!.to - gap!.from) / 1000 + 1 });
  expect(gap!.count).toBeGreaterThanOrEqual(2);
  const runs = await world.runsReach(job.id, before.length + 1);
  const slots = runs.map((run) => run.scheduledFor!);
  expect(slots.filter((slot) => slot >= gap!.from && slot <= gap!.to)).toEqual([]);
  expect(slots.find((slot) => slot > gap!.to)).toBe(gap!.to + 1_000);
});

test('a definition without a message is synchronised by the sweep', async () => {
  const job = await world.saveJob({ schedule: { every: 1 } });
  expect((await world.runsReach(job.id, 1))[0]).toMatchObject({ jobVersion: 1 });
});

test('slots missed during a downtime are one gap, and the last of them runs', async () => {
  await replica.stop();
  const job = await world.saveJob({ cron: '* * * * *' }, {});
  replica = await world.replica();
  await world.apply(job.id);
  await replica.stop();
  const schedules = new SchedulesStore(world.mongo);
  const state = await world.schedule(job.id);
  const mark = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
  await schedules.save({ ...state, mark, nextSlotAt: mark + 60_000, rev: state.rev + 1 }, state.rev);
  replica = await world.replica();
  const [gap] = await until('the gap', async () => {
    const gaps = await world.gapsOf(job.id);
    return gaps.length > 0 ? gaps : null;
  });
  expect(gap).toMatchObject({ outcome: 'missed', reason: 'MisfireLast', from: mark + 60_000 });
  expect(gap!.count).toBe((gap!.to - gap!.from) / 60_000 + 1);
  // Before its stop, the first replica may have made an early run for the next minute.
  const last = gap!.to + 60_000;
  await until('the run of the last of them', async () =>
    (await world.runsOf(job.id)).some(({ scheduledFor }) => scheduledFor === last),
  );
  expect(last).toBeGreaterThan(Date.now() - 121_000);
});

test('two replicas record every slot once', async () => {
  const other = await world.replica();
  const jobs = await Promise.all(Array.from({ length: 20 }, () => world.job({ schedule: { every: 1 } })));
  for (const job of jobs) {
    const runs = await world.runsReach(job.id, 3);
    const slots = runs.map((run) => run.scheduledFor!);
    expect(slots).toEqual(slots.map((_, i) => slots[0]! + i * 1_000));
  }
  await other.stop();
});
