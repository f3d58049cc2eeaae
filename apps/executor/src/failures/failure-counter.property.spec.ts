/**
 * Two replicas count the same failed runs at once, over stores that answer in any order. Each replica may die or stall between any two
 * steps, and the output of a run may change between reads. In the end each run is in one group and is counted once.
 */
import fc from 'fast-check';
import { asJobId, asRunId, asTenantId, type RunId } from '#common/domain/ids.js';
import type { UngroupedRun } from '#common/mongo/failed-runs.store.js';
import type { ErrorGroup } from '#common/watch/error-group.js';
import { KilledProcesses, type Perform } from '#testing/killed-processes.js';
import { worlds } from '#testing/long-form.js';
import { FailureCounter, type CounterStores } from './failure-counter.js';

const PAGE = 3;
const tenant = asTenantId('ibm');

class MemoryWorld {
  readonly groups = new Map<string, ErrorGroup>();
  readonly runs = new Map<RunId, { group: string | null; isOpen: boolean; text: string }>();
  /** How often each run was counted, over all writes of groups. */
  readonly counts = new Map<RunId, number>();
  writes = 0;
  /** Changes the output of the runs. */
  drift = 0;
  readonly processes = new KilledProcesses();

  fail(text: string): void {
    this.runs.set(asRunId(`r${String(this.runs.size).padStart(3, '0')}`), { group: null, isOpen: true, text });
  }

  get open(): UngroupedRun[] {
    return [...this.runs].flatMap(([id, { isOpen, group }]) =>
      isOpen
        ? [
            {
              id,
              tenant,
              job: asJobId('j'),
              jobName: 'j',
              jobVersion: 1,
              reason: 'ExitCode',
              message: '',
              exitCode: 1,
              createdAt: 1,
              finished: 1,
              errorGroup: group,
              output: { type: 'run' },
            },
          ]
        : [],
    );
  }

  /** One pass; it dies at the given operation, before or after that is performed. Null: it does not die. */
  async look(diesAt: number | null, skip = 0): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      const found = await on(() => this.open.slice(skip, skip + PAGE));
      await new FailureCounter(this.storesOver(on), { now: () => 1 }).count(found);
    });
  }

  private storesOver(on: Perform): CounterStores {
    const { runs, groups } = this;
    return {
      runs: {
        assign: async (assigned) =>
          on(() => {
            for (const [group, ids] of assigned)
              for (const id of ids) {
                const run = runs.get(id);
                if (run?.isOpen && run.group === null) run.group = group;
              }
          }),
        stillUngrouped: async (ids) =>
          on(() => {
            const open = ids.flatMap((id): [RunId, string][] => {
              const run = runs.get(id);
              return run?.isOpen && run.group !== null ? [[id, run.group]] : [];
            });
            return new Map(open);
          }),
        settle: async (ids) =>
          on(() => {
            for (const id of ids) runs.get(id)!.isOpen = false;
          }),
      },
      groups: {
        load: async (ids) =>
          on(() => {
            const found = ids.flatMap((id): [string, ErrorGroup][] => {
              const group = groups.get(id);
              return group ? [[id, group]] : [];
            });
            return new Map(found);
          }),
        save: async (group) => on(() => this.save(group)),
      },
      lines: {
        read: async (wanted) =>
          on(() => new Map(wanted.map(({ run }) => [run, [runs.get(run)!.text + 'x'.repeat(this.drift)]]))),
      },
      tenants: { beginnings: async () => on(() => new Map()) },
    };
  }

  private save(group: ErrorGroup): boolean {
    if ((this.groups.get(group.id)?.rev ?? 0) !== group.rev - 1) return false;
    this.groups.set(group.id, group);
    this.writes++;
    for (const id of group.counted) this.counts.set(id, (this.counts.get(id) ?? 0) + 1);
    return true;
  }
}

type Move =
  | { readonly kind: 'fail'; readonly text: string }
  | { readonly kind: 'drift' }
  | { readonly kind: 'look'; readonly diesAt: number | null; readonly skip: number }
  | { readonly kind: 'release'; readonly which: number };

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('fail' as const), text: fc.constantFrom('boom', 'bang') }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'drift' as const }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('look' as const),
        diesAt: fc.option(fc.integer({ min: 0, max: 24 })),
        skip: fc.nat(2),
      }),
    },
    { weight: 20, arbitrary: fc.record({ kind: fc.constant('release' as const), which: fc.nat(5) }) },
  ),
  { maxLength: 200, size: 'max' },
);

async function play(some: readonly Move[]): Promise<MemoryWorld> {
  const world = new MemoryWorld();
  const looks: Promise<void>[] = [];
  for (const move of some) {
    if (move.kind === 'fail') world.fail(move.text);
    if (move.kind === 'drift') world.drift = (world.drift + 1) % 3;
    if (move.kind === 'look') looks.push(world.look(move.diesAt, move.skip));
    if (move.kind === 'release') await world.processes.release(move.which);
  }
  await world.processes.releaseAll();
  await Promise.all(looks);
  // In the end one replica keeps running, long enough to find what the others have left.
  for (let i = 0; world.open.length > 0 && i <= 2 * world.runs.size; i++) {
    const last = world.look(null);
    await world.processes.releaseAll();
    await last;
  }
  return world;
}

test('each run is counted once, in the group that is stored with it, even if replicas die or stall', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (some) => {
      const world = await play(some);
      expect(world.open).toEqual([]);
      expect([...world.counts.values()].filter((count) => count !== 1)).toEqual([]);
      const sizes = new Map<string, number>();
      for (const { group } of world.runs.values()) sizes.set(group!, (sizes.get(group!) ?? 0) + 1);
      expect(new Map([...world.groups].map(([id, { count }]) => [id, count]))).toEqual(sizes);
    }),
    { numRuns: worlds(400) },
  );
});

test('failures that are found together need one write of their group', async () => {
  const world = new MemoryWorld();
  for (let i = 0; i < PAGE; i++) world.fail('boom');
  const look = world.look(null);
  await world.processes.releaseAll();
  await look;
  expect(world.writes).toBe(1);
  expect([...world.groups.values()]).toMatchObject([{ count: PAGE, lines: ['boom'] }]);
});
