/** Old runs go into the archive exactly once, whatever process fails meanwhile, and nothing is removed that is not archived. */
import { PACK_WRITING_MS } from '#common/domain/limits.js';
import { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { withoutEventLog } from '#testing/everything-counted.js';
import type { Fault } from '#testing/cold-store.js';
import { Removals } from '../../../apps/executor/src/sweeps/removals.js';
import { T0 } from '../api/stored-runs.js';
import { all, ArchiveWorld, DAY_MS, jobNamed, runNamed } from './support/archive-world.js';

let world: ArchiveWorld;
beforeAll(async () => {
  world = await ArchiveWorld.make();
});
afterAll(() => world.close());
beforeEach(() => {
  world.now = Date.now();
  world.store.fault = () => null;
});

const endedOf: ArchiveWorld['endedOf'] = (...args) => world.endedOf(...args);

test('an archived run is read again unchanged, and is no longer in the database', async () => {
  const [slot, manual] = await endedOf('whole', ['whole-slot', 'whole-manual']);
  const before = (await world.reads.load([slot!.id])).get(slot!.id)!;
  expect(await world.archiver().archive(jobNamed('whole'))).toMatchObject({ done: 2, runs: 2 });
  await world.removeRuns();
  expect(await all([slot!, manual!], (id) => world.placesOf(id))).toEqual(['cold', 'cold']);
  expect(await all([slot!, manual!], (id) => world.documentsOf(id))).toEqual([0, 0]);
  expect(await world.archived.whole(slot!.id)).toEqual({ ...before, archivedAt: world.now });
  const attempts = await world.archived.pageOf(slot!.id, () => true, null, 10);
  expect(attempts.items).toMatchObject([{ task: 'main', outputs: { rows: 7 }, end: { result: 'succeeded' } }]);
  expect(await world.archived.from(slot!.id, T0 + 2, 10)).toMatchObject([{ reason: 'R2' }]);
  expect((await world.reads.storedKeys([slot!.id])).get(slot!.id)).toEqual({ kind: 'removed' });
  expect(world.store.asked.filter((line) => line.startsWith('PUT')).length).toBe(1);
});

test('runs of one job share a pack, up to its size; runs of other jobs have their own', async () => {
  const jobs = ['many', 'few'];
  const runs = [
    ...(await endedOf(
      'many',
      Array.from({ length: 12 }, (_, i) => `many-${i}`),
    )),
    ...(await endedOf('few', ['few-1'])),
    ...(await endedOf('many', ['many-longer'], { archiveMs: 20 * DAY_MS })),
  ];
  const puts = world.store.asked.length;
  for (const job of jobs) while ((await world.archiver().archive(jobNamed(job))).done > 0);
  expect(world.store.asked.slice(puts).filter((line) => line.startsWith('PUT'))).toHaveLength(3);
  expect(new Set(await all(runs, (id) => world.placesOf(id)))).toEqual(new Set(['cold']));
});

test('a run that is larger than a block, or than an object, is written in pieces and read piece by piece', async () => {
  const [run] = await endedOf('large', ['large-1']);
  const small = { blockBytes: 600, objectBytes: 900 };
  await world.archiver({}, small).archive(jobNamed('large'));
  expect(world.store.asked.filter((line) => line.startsWith('PUT') && line.includes('/large/')).length).toBeGreaterThan(
    1,
  );
  expect((await world.archived.whole(run!.id))?.id).toBe(run!.id);
  const attempts = await world.archived.pageOf(run!.id, () => true, null, 10);
  expect(attempts.items).toHaveLength(1);
});

test('two archivers at once put each run into one pack, and lose none', async () => {
  const runs = await endedOf(
    'twice',
    Array.from({ length: 20 }, (_, i) => `twice-${i}`),
  );
  await Promise.all([1, 2, 3].map(() => world.archiver().archive(jobNamed('twice'))));
  await world.removeRuns();
  expect(new Set(await all(runs, (id) => world.placesOf(id)))).toEqual(new Set(['cold']));
  expect(await all(runs, async (id) => (await world.archived.whole(id))?.id)).toEqual(runs.map(({ id }) => id));
});

test('an archiver that stood still until its pack was taken over removes nothing', async () => {
  const [run] = await endedOf('frozen', ['frozen-1']);
  const { packs } = world;
  const standing = {
    packsOf: packs.packsOf.bind(packs),
    begin: packs.begin.bind(packs),
    expect: packs.expect.bind(packs),
    abandon: packs.abandon.bind(packs),
    reveal: packs.reveal.bind(packs),
    settle: packs.settle.bind(packs),
    removeIfEmpty: packs.removeIfEmpty.bind(packs),
    leftOf: packs.leftOf.bind(packs),
    commit: async (...args: Parameters<ColdPacksStore['commit']>) => {
      world.now += PACK_WRITING_MS + 1_000;
      await world.removePacks();
      return packs.commit(...args);
    },
  };
  expect(await world.archiver({ packs: standing }).archive(jobNamed('frozen'))).toMatchObject({ done: 0 });
  await world.removeRuns();
  expect(await world.placesOf(run!.id)).toBe('live');
  expect(await world.documentsOf(run!.id)).toBeGreaterThan(0);
});

test('a run that is resumed, or deleted, while it is being archived is not archived', async () => {
  const [resumed, deleted] = await endedOf('meanwhile', ['resumed-1', 'deleted-1'], { phase: 'Aborted' });
  const runs = new RunsStore(world.mongo);
  const between = {
    put: async (key: string, bytes: Uint8Array) => {
      const { archiveMs: _archiveMs, ...rest } = resumed!;
      await runs.save({ ...rest, phase: 'Pending', expireAt: null, rev: resumed!.rev + 1 }, resumed!.rev);
      expect(await removals().remove(deleted!.id)).toEqual({ ok: true });
      await world.objects.put(key, bytes);
    },
    get: world.objects.get.bind(world.objects),
  };
  await world.archiver({ objects: between }).archive(jobNamed('meanwhile'));
  await world.removeRuns();
  expect(await all([resumed!, deleted!], (id) => world.placesOf(id))).toEqual(['live', 'nowhere']);
});

const removals = (): Removals =>
  new Removals(
    {
      reads: world.reads,
      runs: new RunsStore(world.mongo),
      packs: world.packs,
      ends: withoutEventLog(new UsageStore(world.mongo)),
    },
    world.clock,
  );

test.each<[string, Fault, 'PUT' | 'GET']>([
  ['is unavailable for a while', 'unavailable', 'PUT'],
  ['denies access', 'forbidden', 'PUT'],
  ['does not answer', 'silent', 'PUT'],
  ['returns half of what was stored', 'half', 'GET'],
  ['returns other content', 'changed', 'GET'],
])(
  'while the store %s nothing is removed, few requests are sent, and afterwards archiving continues',
  async (what, fault, method) => {
    const job = `fault-${fault}`;
    const runs = await endedOf(job, [`${job}-1`, `${job}-2`]);
    world.store.fault = (asked) => (asked === method ? fault : null);
    const sweep = world.sweep(world.archiver());
    await sweep.step();
    await world.removeRuns();
    expect([what, ...(await all(runs, (id) => world.placesOf(id)))]).toEqual([what, 'live', 'live']);
    expect(await world.metrics.text()).toMatch(/carillon_archive_oldest_seconds \d*[1-9]/);
    const asked = world.store.asked.length;
    await sweep.step();
    expect(world.store.asked).toHaveLength(asked);
    world.store.fault = () => null;
    world.now += 10_000;
    await sweep.step();
    await world.removeRuns();
    expect(await all(runs, (id) => world.placesOf(id))).toEqual(['cold', 'cold']);
    expect(await world.metrics.text()).toContain('carillon_archive_oldest_seconds 0');
  },
);

test('runs of a job are collected before they are archived together', async () => {
  const runs = await endedOf('gathered', ['gathered-1']);
  const sweep = world.sweep(world.archiver(), { gatherMs: DAY_MS });
  await sweep.step();
  expect(await world.placesOf(runs[0]!.id)).toBe('live');
  world.now += DAY_MS;
  await endedOf('gathered', ['gathered-2']);
  await sweep.step();
  expect(await world.placesOf(runNamed('gathered-2'))).toBe('cold');
  expect((await world.cold.find(runNamed('gathered-1')))?.place.base).toBe(
    (await world.cold.find(runNamed('gathered-2')))?.place.base,
  );
});

test('runs that have waited for too long are removed without being archived, and counted; without a store this is so for all', async () => {
  const runs = await endedOf('too-long', ['too-long-1', 'too-long-2']);
  const sweep = world.sweep(null, { maxWaitMs: 2 * DAY_MS });
  await sweep.step();
  await world.removeRuns();
  expect(await all(runs, (id) => world.placesOf(id))).toEqual(['live', 'live']);
  world.now += 3 * DAY_MS;
  await sweep.step();
  await world.removeRuns();
  expect(await all(runs, (id) => world.placesOf(id))).toEqual(['nowhere', 'nowhere']);
  expect(await world.metrics.text()).toContain('carillon_archive_given_up_total 2');
});

test('a run that an older backup brings back without its log is not archived again: the archive contains more of it', async () => {
  const [run] = await endedOf('restored', ['restored-1']);
  const document = await world.mongo.collection<{ _id: string }>('runs').findOne({ _id: run!.id });
  await world.archiver().archive(jobNamed('restored'));
  await world.removeRuns();
  await world.mongo.collection<{ _id: string }>('runs').replaceOne({ _id: run!.id }, document!);
  expect(await world.placesOf(run!.id)).toBe('live+cold');
  const puts = world.store.asked.length;
  await world.archiver().archive(jobNamed('restored'));
  await world.removeRuns();
  expect(world.store.asked).toHaveLength(puts);
  expect(await world.placesOf(run!.id)).toBe('cold');
  expect((await world.archived.pageOf(run!.id, () => true, null, 10)).items).toHaveLength(1);
});

test('a pack is removed when its retention ends, with all its runs and objects', async () => {
  const runs = await endedOf('expires', ['expires-1', 'expires-2'], { archiveMs: DAY_MS });
  await world.archiver().archive(jobNamed('expires'));
  await world.removeRuns();
  world.now += DAY_MS - 1_000;
  await world.removePacks();
  expect(await all(runs, (id) => world.placesOf(id))).toEqual(['cold', 'cold']);
  world.now += 2_000;
  await world.removePacks();
  expect(await all(runs, (id) => world.placesOf(id))).toEqual(['nowhere', 'nowhere']);
  expect((await world.objectsLeft()).filter((key) => key.includes('/expires/'))).toEqual([]);
});

test('the archive of a job is removed with it, and nothing more of the job is archived; that of a new job with the same id stays', async () => {
  const old = await endedOf('gone', ['gone-1']);
  const fresh = await endedOf('stays', ['stays-1']);
  for (const job of ['gone', 'stays']) await world.archiver().archive(jobNamed(job));
  await world.removeRuns();
  const deleted = (id: string): never => ({ id, deletedAt: 1, version: 1 }) as never;
  const live = (id: string): never => ({ id, deletedAt: null, version: 1 }) as never;
  await world.lookForGoneJobs({
    loadMany: (ids) => Promise.resolve(new Map(ids.map((id) => [id, id === 'gone' ? deleted(id) : live(id)]))),
  });
  await world.removePacks();
  expect(await all([...old, ...fresh], (id) => world.placesOf(id))).toEqual(['nowhere', 'cold']);
  const [late] = await endedOf('gone', ['gone-2']);
  expect(
    await world.archiver({ jobs: { load: (id) => Promise.resolve(deleted(id)) } }).archive(jobNamed('gone')),
  ).toMatchObject({ done: 1, runs: 0 });
  await world.removeRuns();
  expect(await world.placesOf(late!.id)).toBe('nowhere');
  expect((await world.objectsLeft()).filter((key) => key.includes('/gone/'))).toEqual([]);
});

test('a deleted archived run is no longer found; the objects are removed with the last run of their pack', async () => {
  const runs = await endedOf('deletes', ['deletes-1', 'deletes-2']);
  await world.archiver().archive(jobNamed('deletes'));
  await world.removeRuns();
  const objects = async (): Promise<string[]> => (await world.objectsLeft()).filter((key) => key.includes('/deletes/'));
  expect(await removals().remove('deletes-1')).toEqual({ ok: true });
  await world.removePacks();
  expect(await all(runs, (id) => world.placesOf(id))).toEqual(['nowhere', 'cold']);
  expect(await objects()).toHaveLength(1);
  expect(await removals().remove('deletes-2')).toEqual({ ok: true });
  await world.removePacks();
  expect(await objects()).toEqual([]);
});

test('runs with very many tasks go into several packs: the rows of one are stored in one document', async () => {
  const tasks = Array.from({ length: 1_200 }, (_, i) => ({
    name: `${'t'.repeat(200)}${i}`,
    indexes: 1,
    pending: 0,
    running: 0,
    succeeded: 1,
    failed: 0,
    terminating: 0,
  }));
  const runs = await endedOf(
    'broad',
    Array.from({ length: 45 }, (_, i) => `broad-${i}`),
    { tasks },
  );
  while ((await world.archiver().archive(jobNamed('broad'))).done > 0);
  expect(new Set(await all(runs, (id) => world.placesOf(id)))).toEqual(new Set(['cold']));
  expect((await world.packsOf('broad')).stored).toBeGreaterThan(1);
});

test('a run that is deleted while it moves to the archive stays deleted', async () => {
  for (const moment of ['before it is visible', 'while it becomes visible']) {
    const job = `deleted-${moment.length}`;
    const [run] = await endedOf(job, [`${job}-1`]);
    const { packs } = world;
    const isRemoved = async (): Promise<void> => {
      expect(await removals().remove(run!.id)).toEqual({ ok: true });
    };
    const during = new Proxy(packs, {
      get: (target, name): unknown => {
        const method = (Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>).bind(target);
        if (name === 'reveal' && moment === 'before it is visible')
          return async (...args: unknown[]) => isRemoved().then(() => method(...args));
        if (name === 'reveal')
          return async (...args: unknown[]) => {
            const stale = new ColdPacksStore(deletingBefore(world.mongo, 'coldRuns', isRemoved));
            await method(...args);
            return stale.reveal(...(args as Parameters<ColdPacksStore['reveal']>));
          };
        return method;
      },
    });
    await world.archiver({ packs: during }).archive(jobNamed(job));
    await world.removeRuns();
    expect([moment, await world.placesOf(run!.id)]).toEqual([moment, 'nowhere']);
  }
});

/** The database, where something happens before each group of writes to a collection. */
function deletingBefore(mongo: Mongo, name: string, happens: () => Promise<void>): Mongo {
  const collection = (wanted: Parameters<Mongo['collection']>[0]): unknown => {
    const real = mongo.collection(wanted);
    if (wanted !== name) return real;
    return new Proxy(real, {
      get: (target, key): unknown => {
        const member: unknown = Reflect.get(target, key);
        if (key !== 'bulkWrite') return member;
        return async (...args: unknown[]) => happens().then(() => (member as (...all: unknown[]) => unknown)(...args));
      },
    });
  };
  return { collection } as unknown as Mongo;
}
