/** An archiver dies at every step; old runs still go into the archive exactly once. */
import type { JobId } from '#common/domain/ids.js';
import { PACK_WRITING_MS } from '#common/domain/limits.js';
import type { StoredJob } from '#common/spec/definitions.js';
import {
  all,
  ArchiveWorld,
  jobNamed,
  runNamed,
  type Replaced,
} from '../../integration/executor/support/archive-world.js';

const liveJobs = (ids: readonly JobId[]): Map<JobId, StoredJob> =>
  new Map(ids.map((id) => [id, { id, deletedAt: null, version: 1 } as unknown as StoredJob]));

let world: ArchiveWorld;
beforeAll(async () => {
  world = await ArchiveWorld.make();
});
afterAll(() => world.close());

const endedOf: ArchiveWorld['endedOf'] = (...args) => world.endedOf(...args);

/** Dies at the call with this number: before or after it is done. */
function dying(at: number, isDone: boolean): Replaced {
  let count = 0;
  const wrapped = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name): unknown {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          const call = (): unknown => (method as (...all: unknown[]) => unknown).apply(target, args);
          if (count++ < at) return call();
          // A dead process does nothing more.
          if (count === at + 1 && isDone) await call();
          throw new Error('died');
        };
      },
    });
  const { runs, jobs } = world.stores;
  return { runs: wrapped(runs), jobs: wrapped(jobs), packs: wrapped(world.packs), objects: wrapped(world.objects) };
}

test('wherever an archiver dies, each run is stored somewhere at any time, and finally in the archive, once', async () => {
  let deaths = 0;
  for (let at = 0; at < 14; at++) {
    for (const isDone of [false, true]) {
      const job = `dies-${at}${isDone ? 'a' : 'b'}`;
      const runs = [
        ...(await endedOf(job, [`${job}-s`])),
        ...(await endedOf(job, [`${job}-m`], { scheduledFor: null })),
      ];
      await world
        .archiver(dying(at, isDone))
        .archive(jobNamed(job))
        .catch(() => deaths++);
      // A run with a tombstone is found as soon as the removal sweep has seen it.
      await world.removeRuns();
      expect(await all(runs, (id) => world.placesOf(id))).not.toContain('nowhere');
      while ((await world.archiver().archive(jobNamed(job))).done > 0);
      await world.removeRuns();
      expect([job, ...(await all(runs, (id) => world.placesOf(id)))]).toEqual([job, 'cold', 'cold']);
      expect(await all(runs, (id) => world.documentsOf(id))).toEqual([0, 0]);
      await world.lookForGoneJobs({ loadMany: (ids) => Promise.resolve(liveJobs(ids)) });
      expect([job, await world.packsOf(job)]).toEqual([job, { stored: 1, left: 0 }]);
      expect(await all(runs, async (id) => (await world.archived.whole(id))?.id)).toEqual(runs.map(({ id }) => id));
    }
  }
  expect(deaths).toBeGreaterThan(15);
  // Unfinished packs of dead archivers are removed; committed ones stay readable.
  world.now += PACK_WRITING_MS + 1_000;
  await world.removePacks();
  world.now += PACK_WRITING_MS + 1_000;
  await world.removePacks();
  const left = await world.objectsLeft();
  const packs = await world.packs.page(null, 1_000);
  expect(left.every((key) => packs.some(({ id }) => key.includes(id)))).toBe(true);
  expect((await world.archived.whole(runNamed('dies-0a-s')))?.id).toBe('dies-0a-s');
});
