/** What retention leaves: the newest runs, and of every run of a slot the key, so that no late planner can run it again. */
import { systemClock } from '#common/clock/clock.js';
import { asJobId, asRunId, shardOf, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/domain/run.js';
import { RunRetentionStore } from '#common/mongo/run-retention.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SlotKeysStore } from '#common/mongo/slot-keys.store.js';
import { freshMongo } from '#testing/servers.js';
import { ExpirySweep } from '../../../apps/executor/src/loops/expiry-sweep.js';
import { Removals } from '../../../apps/executor/src/messages/removals.js';
import { storeRun, T0 } from '../api/stored-runs.js';

let mongo: Mongo;
let drop: () => Promise<void>;
let runs: RunsStore;
let keys: SlotKeysStore;
let retention: RunRetentionStore;
beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
  runs = new RunsStore(mongo);
  keys = new SlotKeysStore(mongo);
  retention = new RunRetentionStore(mongo);
});
afterAll(() => drop());

const PAST = Date.now() - 1_000;
const sweepOf = (...owned: readonly RunId[]): ExpirySweep =>
  new ExpirySweep(keys, () => new Set(owned.map(shardOf)), systemClock);
const stands = async (id: RunId): Promise<string> => {
  const kind = (await keys.read([id])).get(id)?.kind ?? 'nothing';
  return kind === 'run' && !(await runs.load([id])).has(id) ? 'hidden run' : kind;
};
const ended = (id: string, change: Partial<Run> = {}): Promise<Run> =>
  storeRun(mongo, id, { phase: 'Completed', scheduledFor: T0, expireAt: Date.now() + 3_600_000, ...change });

test('a run of a slot that is too old goes; its slot cannot become a run again', async () => {
  const run = await ended('old', { expireAt: PAST });
  const young = await ended('young');
  await sweepOf(run.id, young.id).step();
  expect(await stands(run.id)).toBe('buried');
  expect((await runs.load([run.id])).size).toBe(0);
  expect(await stands(young.id)).toBe('run');
  expect(await runs.insertRuns([{ ...run, phase: 'Pending', rev: 1 }])).toEqual(new Set());
  expect(await stands(run.id)).toBe('buried');
});

test('more expired runs than one write takes all go, and those of shards that others own stay', async () => {
  const many = Array.from({ length: 600 }, (_, i) => asRunId(`many-${i}`));
  await Promise.all(many.map((id) => ended(id, { expireAt: PAST })));
  const [spared = asRunId('')] = many;
  await sweepOf(...many.filter((id) => shardOf(id) !== shardOf(spared))).step();
  const left = await runs.load(many);
  expect([...left.keys()].sort()).toEqual(many.filter((id) => shardOf(id) === shardOf(spared)).sort());
});

test('what is beyond the number to be kept is let go by its kind: slots leave their key, other runs nothing', async () => {
  const job = asJobId('counted');
  const of = (id: string, age: number, change: Partial<Run> = {}): Promise<Run> =>
    ended(id, { job, createdAt: T0 - age * 1_000, ...change });
  const newest = await of('newest', 0);
  const slot = await of('slot', 1);
  const manual = await of('manual', 2, { scheduledFor: null });
  const failed = await of('failed', 3, { phase: 'Failed' });
  const now = Date.now();
  expect(await retention.keepNewest(job, 'FINISHED', 1, now)).toBe(2);
  expect((await runs.load([manual.id])).get(manual.id)).toMatchObject({ expireAt: now });
  await sweepOf(newest.id, slot.id, manual.id, failed.id).step();
  expect(await stands(newest.id)).toBe('run');
  expect(await stands(slot.id)).toBe('buried');
  expect(await stands(failed.id)).toBe('run');
  // A second look finds nothing more to let go.
  expect(await retention.keepNewest(job, 'FINISHED', 1, now)).toBe(0);
});

test('a run that was resumed after it had expired is not let go', async () => {
  const aborted = await ended('resumed', { phase: 'Aborted', expireAt: PAST });
  const resumed: Run = { ...aborted, phase: 'Pending', expireAt: null, rev: aborted.rev + 1 };
  expect(await runs.save(resumed, aborted.rev)).toBe(true);
  await sweepOf(aborted.id).step();
  expect(await stands(aborted.id)).toBe('run');
});

test('a run that is resumed while it is being deleted stays', async () => {
  const aborted = await ended('deleted', { phase: 'Aborted' });
  const resumed: Run = { ...aborted, phase: 'Pending', expireAt: null, rev: aborted.rev + 1 };
  const racing = {
    load: async (ids: readonly RunId[]) => {
      const found = await runs.load(ids);
      await runs.save(resumed, aborted.rev);
      return found;
    },
  };
  expect(await new Removals(racing, keys, systemClock).remove(aborted.id)).toMatchObject({ code: 'RUN_NOT_FINAL' });
  expect(await stands(aborted.id)).toBe('run');
});
