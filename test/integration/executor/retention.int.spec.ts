/** What retention leaves: the newest runs, and of every run of a slot the key, so that no late planner can run it again. */
import { systemClock } from '#common/clock/clock.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, asRunId, type RunId } from '#common/domain/ids.js';
import { LATE_CALLBACK_MS } from '#common/domain/limits.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { everythingCounted, withoutEventLog } from '#testing/everything-counted.js';
import { shardOf } from '#testing/shards.js';
import type { Run } from '#common/run/run.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { CollectionName } from '#common/mongo/collections.js';
import { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { RunLeftoversStore } from '#common/mongo/run-leftovers.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { freshMongo } from '#testing/servers.js';
import { LeftoversSweep } from '../../../apps/executor/src/sweeps/leftovers-sweep.js';
import { RemovalSweep } from '../../../apps/executor/src/sweeps/removal-sweep.js';
import { Removals } from '../../../apps/executor/src/sweeps/removals.js';
import { RunRemover, type RemovalStores } from '../../../apps/executor/src/sweeps/run-remover.js';
import { firstAttempt, storeRun, T0 } from '../api/stored-runs.js';

const box = new SecretBox([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
let mongo: Mongo;
let drop: () => Promise<void>;
let runs: RunsStore;
let reads: RunReads;
let stores: RemovalStores;
let removalsOf: (over: Pick<RunReads, 'load'>) => Removals;
beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
  runs = new RunsStore(mongo);
  reads = new RunReads(mongo);
  stores = { runs, reads, leftovers: new RunLeftoversStore(mongo) };
  const around = { runs, packs: new ColdPacksStore(mongo), ends: withoutEventLog(new UsageStore(mongo)) };
  removalsOf = (over) => new Removals({ ...around, reads: over }, systemClock);
});
afterAll(() => drop());

const PAST = Date.now() - 1_000;
const CHILDREN = ['attempts', 'runEvents', 'runIndexes', 'logs', 'inbox'] as const satisfies readonly CollectionName[];

const sweepOver = (over: RemovalStores, owned: readonly RunId[], isBusy = false): RemovalSweep =>
  new RemovalSweep(new RunRemover(over, () => new Set(owned.map(shardOf)), everythingCounted(systemClock)), {
    clock: systemClock,
    metrics: new Metrics('executor', '0'),
    isBusy: () => isBusy,
  });
const sweepOf = (...owned: readonly RunId[]): RemovalSweep => sweepOver(stores, owned);
const stands = async (id: RunId): Promise<string> => {
  const kind = (await reads.storedKeys([id])).get(id)?.kind ?? 'nothing';
  return kind === 'run' && !(await reads.load([id])).has(id) ? 'hidden run' : kind;
};
const ended = (id: string, change: Partial<Run> = {}): Promise<Run> =>
  storeRun(mongo, id, {
    phase: 'Completed',
    scheduledFor: T0,
    expireAt: Date.now() + 3_600_000,
    shard: shardOf(id),
    ...change,
  });

/** Documents of a run that other services leave, so many of each. */
async function leaveRests(run: RunId, count = 1): Promise<void> {
  for (const name of CHILDREN) {
    if (name === 'inbox') continue;
    const rests = Array.from({ length: count }, (_, i) => `${run}/0/main/0/${i}`).map((_id) => ({
      _id,
      run,
      attempt: _id,
    }));
    await mongo.collection(name).insertMany(rests);
  }
  const entry = { kind: 'log', service: 'log-collector', attempt: firstAttempt(run), payload: {} } as const;
  // Of now: the server itself removes entries of a week ago.
  await new InboxStore(mongo, box).put({ ...entry, at: Date.now(), id: `in-${run}`, shard: shardOf(run) });
}

async function restsOf(run: RunId): Promise<Record<string, number>> {
  const counts = await Promise.all(
    CHILDREN.map(async (name) => [
      name,
      await mongo.collection<{ _id: string; run: string }>(name).countDocuments({ run }),
    ]),
  );
  return Object.fromEntries(counts.filter(([, count]) => count !== 0)) as Record<string, number>;
}

test('a run of a slot that is too old is removed; its slot cannot become a run again', async () => {
  const run = await ended('old', { expireAt: PAST });
  const young = await ended('young');
  await sweepOf(run.id, young.id).step();
  expect(await stands(run.id)).toBe('removed');
  expect((await reads.load([run.id])).size).toBe(0);
  expect(await stands(young.id)).toBe('run');
  expect(await runs.insertRuns([{ ...run, phase: 'Pending', rev: 1 }])).toEqual(new Set());
  expect(await stands(run.id)).toBe('removed');
});

test('more expired runs than one write takes are all removed, and those of shards of other owners stay', async () => {
  const many = Array.from({ length: 600 }, (_, i) => asRunId(`many-${i}`));
  await Promise.all(many.map((id) => ended(id, { expireAt: PAST })));
  const [spared = asRunId('')] = many;
  await sweepOf(...many.filter((id) => shardOf(id) !== shardOf(spared))).step();
  const left = await reads.load(many);
  expect([...left.keys()].sort()).toEqual(many.filter((id) => shardOf(id) === shardOf(spared)).sort());
});

test('runs beyond the number to be kept are removed by their kind: runs of slots leave their key, other runs nothing', async () => {
  const job = asJobId('counted');
  const of = (id: string, age: number, change: Partial<Run> = {}): Promise<Run> =>
    ended(id, { job, createdAt: T0 - age * 1_000, finished: T0 - age * 1_000, ...change });
  const newest = await of('newest', 0);
  const slot = await of('slot', 1);
  const manual = await of('manual', 2, { scheduledFor: null });
  const failed = await of('failed', 3, { phase: 'Failed' });
  const now = Date.now();
  expect(await runs.keepNewest(job, 'FINISHED', 1, { now, counted: Infinity })).toBe(2);
  // They leave the lists at once, and what is left of them is removed next.
  expect(await reads.load([slot.id, manual.id])).toEqual(new Map());
  await sweepOf(newest.id, slot.id, manual.id, failed.id).step();
  expect(await stands(newest.id)).toBe('run');
  expect(await stands(slot.id)).toBe('removed');
  expect(await stands(manual.id)).toBe('nothing');
  expect(await stands(failed.id)).toBe('run');
  // A second sweep finds nothing more to remove.
  expect(await runs.keepNewest(job, 'FINISHED', 1, { now, counted: Infinity })).toBe(0);
});

test('a run beyond the number to be kept stays as long as its worker may repeat a callback, or a service has work with it', async () => {
  const job = asJobId('awaited');
  const now = Date.now();
  const of = (id: string, age: number, change: Partial<Run> = {}): Promise<Run> =>
    ended(id, { job, createdAt: T0 - age * 1_000, finished: now - LATE_CALLBACK_MS, ...change });
  await of('kept', 0);
  const justEnded = await of('just-ended', 1, { finished: now - LATE_CALLBACK_MS + 1 });
  const followed = await of('followed', 2, { followed: true });
  const over = await of('over', 3);
  const soon = await of('soon', 4, { expireAt: now + LATE_CALLBACK_MS });
  expect(await runs.keepNewest(job, 'FINISHED', 1, { now, counted: Infinity })).toBe(3);
  const left = await reads.load([justEnded.id, followed.id, over.id, soon.id]);
  const expiries = [...left].map(([id, { expireAt }]) => [id, expireAt]).sort();
  expect(expiries).toEqual([justEnded, followed, soon].map(({ id }) => [id, now + LATE_CALLBACK_MS]).sort());
});

test('a run is removed only once the usage ledger has counted its end, by number and by age', async () => {
  const job = asJobId('uncounted');
  const finished = T0 - 10_000;
  await ended('counted-kept', { job, finished });
  const beyond = await ended('counted-beyond', { job, createdAt: T0 - 1, finished });
  const old = await ended('counted-old', { finished, expireAt: PAST });
  const counted = {
    ...everythingCounted(systemClock),
    due: () => Promise.resolve({ now: Date.now(), counted: finished - 1 }),
  };
  const remover = new RunRemover(stores, () => new Set([beyond.id, old.id].map(shardOf)), counted);
  await runs.keepNewest(job, 'FINISHED', 1, await counted.due());
  await remover.remove(100);
  expect([await stands(beyond.id), await stands(old.id)]).toEqual(['run', 'run']);
  counted.due = () => Promise.resolve({ now: Date.now() + LATE_CALLBACK_MS, counted: finished });
  await remover.remove(100);
  expect([await stands(beyond.id), await stands(old.id)]).toEqual(['removed', 'removed']);
});

test('a run that was resumed after it had expired is not removed', async () => {
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
      const found = await reads.load(ids);
      await runs.save(resumed, aborted.rev);
      return found;
    },
  };
  expect(await removalsOf(racing).remove(aborted.id)).toMatchObject({
    code: 'RUN_NOT_FINAL',
  });
  expect(await stands(aborted.id)).toBe('run');
});

test('all leftovers of a run are removed with it, also more than one call takes, and none of any other run', async () => {
  const old = await ended('with-rests', { expireAt: PAST });
  const young = await ended('with-rests-2');
  await leaveRests(old.id, 2_300);
  await leaveRests(young.id);
  await sweepOf(old.id, young.id).step();
  expect(await restsOf(old.id)).toEqual({});
  expect(Object.values(await restsOf(young.id))).toEqual([1, 1, 1, 1, 1]);
});

test('all leftovers of a run that a user deletes are removed', async () => {
  const slot = await ended('asked-away');
  const manual = await ended('asked-away-2', { scheduledFor: null });
  for (const run of [slot, manual]) {
    await leaveRests(run.id);
    expect(await removalsOf(reads).remove(run.id)).toEqual({
      ok: true,
    });
    expect((await reads.load([run.id])).size).toBe(0);
  }
  await sweepOf(slot.id, manual.id).step();
  expect([await restsOf(slot.id), await restsOf(manual.id)]).toEqual([{}, {}]);
  expect([await stands(slot.id), await stands(manual.id)]).toEqual(['removed', 'nothing']);
});

test('the key of a run that ran after another stays taken: the other may be resumed, and end again', async () => {
  const { id } = await ended('follower-acause', { expireAt: PAST, scheduledFor: null, trigger: 'dependency' });
  await sweepOf(id).step();
  expect(await restsOf(id)).toEqual({});
  expect(await stands(id)).toBe('removed');
});

/** Dies after this many of its calls: before or after the last of them is done. */
function dyingAfter(calls: number, isLastDone: boolean): RemovalStores {
  let left = calls;
  const wrapped =
    <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (left-- > 0) return method(...args);
      if (isLastDone) await method(...args);
      throw new Error('died');
    };
  return {
    runs: {
      removeDue: wrapped((shard, now, limit) => runs.removeDue(shard, now, limit)),
      forget: wrapped((remains, now) => runs.forget(remains, now)),
    },
    reads: {
      isAnyToRemove: wrapped((shards, now) => reads.isAnyToRemove(shards, now)),
      countToRemove: wrapped((shards, now) => reads.countToRemove(shards, now)),
    },
    leftovers: {
      revealArchived: (remains) => stores.leftovers.revealArchived(remains),
      removeChildren: wrapped((ids) => stores.leftovers.removeChildren(ids)),
    },
  };
}

test('wherever a replica dies during a removal, the next one finds the leftovers and removes them', async () => {
  const scheduled = ['dies-a', 'dies-b'].map(asRunId);
  const manual = ['dies-c', 'dies-d'].map(asRunId);
  const all = [...scheduled, ...manual];
  let deaths = 0;
  for (let calls = 0; calls < 12; calls++) {
    for (const isLastDone of [false, true]) {
      const suffix = `${calls}${isLastDone ? '+' : ''}`;
      const ids = all.map((id) => asRunId(`${id}-${suffix}`));
      for (const [i, id] of ids.entries()) {
        await ended(id, { expireAt: PAST, ...(i < scheduled.length ? {} : { scheduledFor: null }) });
        await leaveRests(id);
      }
      await sweepOver(dyingAfter(calls, isLastDone), ids)
        .step()
        .catch(() => deaths++);
      await sweepOf(...ids).step();
      expect(await Promise.all(ids.map(restsOf))).toEqual(ids.map(() => ({})));
      expect(await Promise.all(ids.map(stands))).toEqual(['removed', 'removed', 'nothing', 'nothing']);
    }
  }
  expect(deaths).toBeGreaterThan(8);
});

test('old runs are removed even while live work waits', async () => {
  const run = await ended('beside-live-work', { expireAt: PAST });
  await sweepOver(stores, [run.id], true).step();
  expect(await stands(run.id)).toBe('removed');
});

test('the waiting removals are counted, for the requested shards', async () => {
  const run = await ended('counted-backlog', { expireAt: PAST });
  expect(await reads.countToRemove([run.shard], Date.now())).toBe(1);
  expect(await reads.countToRemove([(run.shard + 1) % 64], Date.now())).toBe(0);
  await sweepOf(run.id).step();
  expect(await reads.countToRemove([run.shard], Date.now())).toBe(0);
});

test('leftovers of runs that no longer exist are found, by one replica', async () => {
  const kept = await ended('kept-by-remains');
  const gone = ['trace-a', 'trace-b'].map(asRunId);
  for (const run of [kept.id, ...gone]) await leaveRests(run);
  await new LeftoversSweep(new RunLeftoversStore(mongo), reads, () => new Set([1, 2, 3])).step();
  expect(Object.keys(await restsOf(gone[0]!))).toHaveLength(5);
  await new LeftoversSweep(new RunLeftoversStore(mongo), reads, () => new Set([0])).step();
  expect(await Promise.all(gone.map(restsOf))).toEqual([{}, {}]);
  expect(Object.keys(await restsOf(kept.id))).toHaveLength(5);
});
