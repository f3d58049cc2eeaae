/** Three schedulers as processes: one is killed, one is stopped for longer than its lease, and continues. */
import { jest } from '@jest/globals';
import { asJobId, type JobId } from '#common/domain/ids.js';
import { shards } from '#testing/shards.js';
import { isFinal } from '#common/run/phase.js';
import { until } from '#testing/until.js';
import type { SchedulerProcess } from '../../integration/scheduler/support/scheduler-process.js';
import { World } from '../../integration/scheduler/support/world.js';

jest.setTimeout(240_000);

const PATIENCE_MS = 90_000;
const JOBS = 24;
const LIMIT = 3;
const RACERS = 64;

let world: World;
let [first, second, third]: SchedulerProcess[] = [];

beforeAll(async () => {
  world = await World.create();
  first = await world.process();
  [second, third] = await Promise.all([world.process(), world.process()]);
});
afterAll(() => world.close());

test('slots are recorded once each while one scheduler is killed and another is stopped and continues', async () => {
  // 64 shards among three are 22, 22 and 20, in any order.
  const isShared = async (): Promise<boolean> => {
    const owned = await first!.metric('carillon_shards_owned');
    return owned > 0 && owned <= Math.ceil(shards.count / 3);
  };
  await until('the shards to be shared among three', isShared, PATIENCE_MS);
  const jobs = await Promise.all(
    Array.from({ length: JOBS }, async (_, i) => world.job({ schedule: { every: 1 } }, { id: asJobId(`second-${i}`) })),
  );
  const ids = jobs.map(({ id }) => id);
  await recordedUpTo(ids, Date.now() + 2_000);

  first!.kill();
  await Promise.all([second!.owns(shards.count / 2), third!.owns(shards.count / 2)]);
  await recordedUpTo(ids, Date.now() + 1_000);

  const frozen = await second!.freeze();
  await third!.owns(shards.count);
  await recordedUpTo(ids, Date.now() + 1_000);
  frozen.thaw();
  await Promise.all([second!.owns(shards.count / 2), third!.owns(shards.count / 2)]);
  await recordedUpTo(ids, Date.now() + 1_000);

  for (const id of ids) await world.job({ enabled: false }, { id });
  for (const id of ids) {
    const { mark } = await world.schedule(id);
    const slots = (await world.runsOf(id)).map(({ scheduledFor }) => scheduledFor!).sort((a, b) => a - b);
    const whole = Array.from({ length: slots.length }, (_, i) => slots[0]! + i * 1_000);
    expect({ id, slots }).toEqual({ id, slots: whole });
    expect(mark - slots.at(-1)!).toBeLessThan(1_000);
    expect(await world.gapsOf(id)).toEqual([]);
  }
});

test('racing admissions never exceed a limit, though a scheduler dies among them; a run whose end was not announced frees its permit', async () => {
  const concurrency = { policy: 'Enqueue', maxConcurrency: LIMIT, maxQueued: RACERS } as const;
  const { id } = await world.job({ concurrency });
  const ids = Array.from({ length: RACERS }, (_, i) => `racer-${i}`);
  const admitted = ids.map(async (run) => until(run, () => world.admit(id, run).catch(() => null), PATIENCE_MS));
  second!.kill();
  expect((await Promise.all(admitted)).filter(({ ok }) => !ok)).toEqual([]);
  const isShown = async (): Promise<boolean> => (await third!.metric('carillon_queue_depth')) === RACERS - LIMIT;
  await until('the depth of the queue to be shown', isShown, PATIENCE_MS);
  let highest = 0;
  for (const left = new Set(ids); left.size > 0;) {
    const under = (await world.runsOf(id)).filter(({ phase }) => phase !== 'Queued' && !isFinal(phase));
    highest = Math.max(highest, under.length);
    for (const run of under) {
      // One of them ends without a message: the sweep finds that its permit is free.
      await world.end(run.id, 'Completed', run.id !== ids[0]);
      left.delete(run.id);
    }
  }
  expect(highest).toBeLessThanOrEqual(LIMIT);
  const isFree = async (): Promise<boolean> => (await world.schedule(id)).holders.length === 0;
  await until('all places to be free', isFree, PATIENCE_MS);
});

/** Every job has the outcomes of its slots up to `at`. */
async function recordedUpTo(jobs: readonly JobId[], at: number): Promise<void> {
  for (const job of jobs) {
    await until(`${job} to be recorded`, async () => (await world.schedule(job)).mark >= at, PATIENCE_MS);
  }
}
