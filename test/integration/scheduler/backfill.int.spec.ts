/** Backfills over real MongoDB and NATS. */
import { jest } from '@jest/globals';
import { contracts } from '#common/messages/registry.js';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import type { Backfill } from '#common/domain/backfill.js';
import type { JobId } from '#common/domain/ids.js';
import { BackfillsStore } from '#common/mongo/backfills.store.js';
import { until } from '#testing/until.js';
import { World, type Replica } from './support/world.js';

jest.setTimeout(90_000);

const MINUTE = 60_000;
const to = Math.floor(Date.now() / MINUTE) * MINUTE - 60 * MINUTE;

let world: World;
let replica: Replica;
let store: BackfillsStore;

beforeAll(async () => {
  world = await World.create();
  store = new BackfillsStore(world.mongo);
  replica = await world.replica();
});
afterAll(() => world.close());

/** A job whose slots are minutes, none of which comes while the test runs. */
const aJob = async (concurrency = {}): Promise<JobId> =>
  (await world.job({ schedule: { cron: '* * * * *', notAfter: new Date(to).toISOString() }, concurrency })).id;

async function start(
  job: JobId,
  backfill: string,
  change: Partial<PayloadOf<typeof contracts.startBackfill>> = {},
): Promise<ReplyOf<typeof contracts.startBackfill>> {
  const range = { from: to - 4 * MINUTE, to, dryRun: false, concurrencyPolicy: null, maxPerMinute: 6_000 };
  const request = { v: 1 as const, backfill, job, requestedBy: 'anna', ...range, ...change };
  return world.nats.request(contracts.startBackfill, {}, request, 10_000);
}

const slots = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => to + (first + i) * MINUTE);

const reached = (id: string, state: Backfill['state']): Promise<Backfill> =>
  until(`the backfill to be ${state}`, async () => {
    const backfill = await store.load(id);
    return backfill?.state === state ? backfill : null;
  });

test('every slot of the range gets its run, in order; a repeated request gets the same backfill', async () => {
  const job = await aJob();
  expect(await start(job, 'all')).toEqual({ ok: true, slots: slots(-4, 0) });
  expect(await start(job, 'all')).toEqual({ ok: true, slots: slots(-4, 0) });
  expect(await reached('all', 'Completed')).toMatchObject({ total: 5, made: 5 });
  const runs = (await world.runsOf(job)).sort((a, b) => a.scheduledFor! - b.scheduledFor!);
  expect(runs.map((run) => run.scheduledFor)).toEqual(slots(-4, 0));
  expect(runs[0]).toMatchObject({
    id: `${job}-${(to - 4 * MINUTE) / 1_000}-ball`,
    trigger: 'backfill',
    requestedBy: 'anna',
    phase: 'Pending',
  });
});

test('a dry run lists the slots and creates nothing', async () => {
  const job = await aJob();
  expect(await start(job, 'dry', { dryRun: true })).toEqual({ ok: true, slots: slots(-4, 0) });
  expect(await store.load('dry')).toBeNull();
  expect(await world.runsOf(job)).toEqual([]);
});

test('an invalid request is refused and leaves nothing', async () => {
  const job = await aJob();
  const future = Date.now() + 60 * MINUTE;
  expect(await start(job, 'bad', { to: future })).toMatchObject({ ok: false, code: 'VALIDATION_FAILED', path: 'to' });
  expect(await start(job, 'bad', { from: to + 1 })).toMatchObject({ ok: false, path: 'from' });
  const manual = await world.job();
  expect(await start(manual.id, 'bad')).toMatchObject({ ok: false, code: 'CONFLICT' });
  expect(await store.load('bad')).toBeNull();
});

test('runs of a backfill are admitted like others: under Forbid each waits until the one before has ended, and none is lost', async () => {
  const job = await aJob({ policy: 'Forbid' });
  await start(job, 'forbid', { from: to - 2 * MINUTE });
  for (const slot of slots(-2, 0)) {
    const run = await world.reaches(`${job}-${slot / 1_000}-bforbid`, 'Pending');
    expect((await world.runsOf(job)).filter(({ phase }) => phase === 'Pending')).toHaveLength(1);
    await world.end(run.id);
  }
  expect(await reached('forbid', 'Completed')).toMatchObject({ made: 3 });
});

test('a slot for which a shared limit has no permit is requested again, also under Forbid', async () => {
  const group = 'narrow';
  const other = await world.job({ concurrency: { policy: 'Enqueue', group } });
  await world.admit(other.id, 'narrow-1');
  await world.reaches('narrow-1', 'Pending');
  const job = await aJob({ policy: 'Forbid', group });
  await start(job, 'narrow', { from: to });
  await until('a second try', async () => ((await store.load('narrow'))?.rev ?? 0) >= 3);
  expect(await store.load('narrow')).toMatchObject({ state: 'Running', made: 0 });
  await world.end('narrow-1');
  await world.reaches(`${job}-${to / 1_000}-bnarrow`, 'Pending');
  expect(await reached('narrow', 'Completed')).toMatchObject({ made: 1 });
});

test('a cancelled backfill begins no further slot, and its runs stay', async () => {
  const job = await aJob({ policy: 'Forbid' });
  await start(job, 'cancel');
  const [first] = await world.runsReach(job, 1);
  const cancel = { v: 1 as const, backfill: 'cancel', actor: 'bob' };
  expect(await world.nats.request(contracts.cancelBackfill, {}, cancel, 10_000)).toEqual({ ok: true });
  await world.reaches(first!.id, 'Pending');
  await world.end(first!.id);
  await until('the place to be free', async () => (await world.schedule(job)).holders.length === 0);
  // A later backfill has had its turn: so this one would have had its turn as well.
  await start(await aJob(), 'after');
  await reached('after', 'Completed');
  expect(await world.runsOf(job)).toHaveLength(1);
  expect(await store.load('cancel')).toMatchObject({ state: 'Cancelled', message: 'Cancelled by bob.', made: 1 });
});

test('if a scheduler dies between the runs and the watermark, the next one finds the same runs', async () => {
  const job = await aJob();
  await start(job, 'crash', { maxPerMinute: 120 });
  await world.runsReach(job, 2);
  await replica.stop();
  const before = await world.runsOf(job);
  const left = await store.load('crash');
  // As if none of the watermarks had been stored.
  const asBegun = { mark: to - 4 * MINUTE - 1, made: 0, state: 'Running' as const, finishedAt: null };
  await store.save({ ...left!, ...asBegun, nextAt: Date.now(), rev: left!.rev + 1 }, left!.rev);
  replica = await world.replica();
  expect(await reached('crash', 'Completed')).toMatchObject({ made: 5 });
  const runs = await world.runsOf(job);
  expect(runs.map((run) => run.scheduledFor).sort()).toEqual(slots(-4, 0));
  for (const run of before) expect(runs).toContainEqual(run);
});
