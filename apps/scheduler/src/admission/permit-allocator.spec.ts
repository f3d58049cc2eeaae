import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import type { SharedLimit } from '#common/domain/shared-limit.js';
import type { Waiter } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { HandClock } from '#testing/hand-clock.js';
import { PermitAllocator } from './permit-allocator.js';

const ACME = asTenantId('acme');

/** An allocator over limits in memory, each with one permit. */
function allocator() {
  const limits = new Map<string, SharedLimit>();
  const world = { limits, writes: 0, lostRaces: 0, woken: [] as string[] };
  const put = (next: SharedLimit, rev: number | null): Promise<boolean> => {
    world.writes += 1;
    if (world.lostRaces-- > 0 || (limits.get(next.key)?.rev ?? null) !== rev) return Promise.resolve(false);
    limits.set(next.key, next);
    return Promise.resolve(true);
  };
  const permits = new PermitAllocator(
    {
      load: (key: string) => Promise.resolve(limits.get(key) ?? null),
      insert: (next: SharedLimit) => put(next, null),
      save: (next: SharedLimit, rev: number) => put(next, rev),
    },
    { keysFor: () => Promise.resolve(['a', 'b']), termsOf: () => Promise.resolve({ size: 1, weights: null }) },
    new HandClock(),
  );
  permits.onRoom((key, waiting) => world.woken.push(...waiting.map(({ run }) => `${run} at ${key}`)));
  const take = (run: string, keys: string[], join = true): Promise<string | null> =>
    permits.take(keys, { tenant: ACME, run: asRunId(run), job: asJobId('j'), grant: 1, join });
  const holders = (key: string): string[] => (limits.get(key)?.holders ?? []).map(({ run }) => run);
  return { ...world, world, permits, take, holders };
}

test('a run gets a permit of every limit, or none', async () => {
  const { take, holders } = allocator();
  expect(await take('first', ['b'])).toBeNull();
  expect(await take('second', ['a', 'b'])).toBe('b');
  expect([holders('a'), holders('b')]).toEqual([[], ['first']]);
});

test('a waiting run is woken when a permit is released', async () => {
  const { take, permits, woken } = allocator();
  await take('first', ['a']);
  expect(await take('second', ['a'])).toBe('a');
  await permits.release(['a'], ACME, { run: asRunId('first'), upTo: 1 });
  expect(woken).toEqual(['second at a']);
});

test('the release for an earlier grant does not release the permit of a later one', async () => {
  const { take, permits, holders } = allocator();
  await take('first', ['a']);
  await permits.release(['a'], ACME, { run: asRunId('first'), upTo: 0 });
  expect(holders('a')).toEqual(['first']);
});

test('operations that arrive during a write share the next write, and a lost race is repeated', async () => {
  const { take, world } = allocator();
  world.lostRaces = 1;
  await Promise.all(Array.from({ length: 50 }, (_, i) => take(`run-${i}`, ['a'])));
  expect(world.writes).toBeLessThanOrEqual(4);
});

describe('a run that was woken at a limit', () => {
  const waitersOf = (limits: ReadonlyMap<string, SharedLimit>): string[] =>
    [...limits.values()].flatMap(({ key, waiting }) => waiting.map(({ run }) => `${run} at ${key}`));
  const left = async (key: string, isPlaced: boolean): Promise<string[]> => {
    const { take, permits, limits } = allocator();
    for (const each of ['a', 'b', 'c']) {
      await take('first', [each]);
      await take('second', [each]);
    }
    const holders = isPlaced ? [{ run: asRunId('second'), since: 1, grant: 1 }] : [];
    await permits.leaveInVain(aSchedule(null, 0, { tenant: ACME, holders }), asRunId('second'), key);
    return waitersOf(limits);
  };

  it('leaves all lists if it has no permit of its job', async () => {
    expect(await left('a', false)).toEqual(['second at c']);
  });

  it('leaves the list of a limit that its job no longer has, and no other', async () => {
    expect(await left('c', true)).toEqual(['second at a', 'second at b']);
    expect(await left('a', true)).toEqual(['second at a', 'second at b', 'second at c']);
  });
});

test('the run that is next at a limit is listed there', async () => {
  const { permits, limits } = allocator();
  const waiter = (run: string): Waiter => ({
    run: asRunId(run),
    policy: 'Enqueue',
    startAfter: 0,
    waitsSince: 0,
    blockedBy: 'a',
  });
  await permits.listBlocked(aSchedule(null, 0, { tenant: ACME, queue: [waiter('x'), waiter('y')] }));
  expect(limits.get('a')?.waiting.map(({ run }) => run)).toEqual(['x']);
});
