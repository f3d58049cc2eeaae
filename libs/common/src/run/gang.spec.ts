import fc from 'fast-check';
import { GANG_TIMEOUT_MS } from '../domain/limits.js';
import { normaliseTasks, runRules, type NormalTask } from '../spec/normal-task.js';
import type { ParallelSpec, TaskSpec } from '../spec/tasks.js';
import { decideGang, gangShares, gangSizes, hasLostMembers, NEW_GANG, type GangState, type GangView } from './gang.js';

const tasksOf = (...tasks: TaskSpec[]): readonly NormalTask[] => normaliseTasks({ tasks });

describe('gangs', () => {
  const sizes = (job: ParallelSpec): readonly number[] => {
    const tasks = normaliseTasks(job);
    return gangSizes(tasks, runRules(job, tasks).minAvailable);
  };
  const two: TaskSpec[] = [
    { name: 'ps', replicas: 2 },
    { name: 'worker', replicas: 5, dependsOn: [{ task: 'ps' }] },
  ];

  it.each<[string, ParallelSpec, number[]]>([
    [
      'V37: everything, if tasks are listed without a minimum',
      {
        tasks: [
          { name: 'ps', replicas: 2 },
          { name: 'worker', replicas: 5 },
        ],
      },
      [7],
    ],
    [
      'V37: the minimum of each task',
      {
        tasks: [
          { name: 'ps', replicas: 2 },
          { name: 'worker', replicas: 5, minAvailable: 3 },
        ],
      },
      [5],
    ],
    ['#2298: one gang for each wave', { tasks: two }, [2, 5]],
    ['a minimum is spent on earlier waves first', { tasks: two, minAvailable: 4 }, [2, 2]],
    ['a plain job is not a gang', { parallelism: { withCount: 9 } }, [0]],
    ['a plain job that sets a minimum is one', { parallelism: { withCount: 9 }, minAvailable: 3 }, [3]],
    [
      'never more than may be live at once',
      { tasks: [{ name: 'w', parallelism: { withCount: 50, maxActive: 10 } }] },
      [10],
    ],
  ])('%s', (_case, job, expected) => {
    expect(sizes(job)).toEqual(expected);
  });

  it('V39: give the available places to the tasks that start first', () => {
    const tasks = tasksOf(
      { name: 'driver', replicas: 1, priorityClassName: 'high' },
      { name: 'executor', replicas: 5 },
    );
    expect(Object.fromEntries(gangShares(tasks, 3))).toEqual({ driver: 1, executor: 2 });
  });

  const view = (more: Partial<GangView> = {}): GangView => ({
    required: 3,
    placed: 0,
    startable: 9,
    leaving: 0,
    ...more,
  });
  const decide = (state: GangState, seen: GangView, now: number, seed = 'run-1/0'): ReturnType<typeof decideGang> =>
    decideGang(state, seen, { now, seed });

  it('are created together, and are open once they are complete', () => {
    const created = decide(NEW_GANG, view(), 1_000);
    expect(created).toMatchObject({
      do: 'create',
      state: { type: 'placing', since: 1_000 },
      wakeAt: 1_000 + GANG_TIMEOUT_MS,
    });
    expect(decide(created.state, view({ placed: 2, leaving: 3 }), 2_000).do).toBe('wait');
    const whole = decide(created.state, view({ placed: 3, leaving: 3 }), 3_000);
    expect(whole).toMatchObject({ do: 'open', state: { type: 'placed' } });
    // From then on members come and go.
    expect(decide(whole.state, view({ placed: 1, leaving: 1 }), 4_000).do).toBe('open');
  });

  it('V40: do not begin while there are places for some of their members only', () => {
    expect(decide(NEW_GANG, view({ startable: 2 }), 0)).toMatchObject({ do: 'wait', state: NEW_GANG });
  });

  it('V40: are released as a whole if they could not be placed in time, and are tried again later', () => {
    const placing: GangState = { type: 'placing', round: 0, since: 0 };
    expect(decide(placing, view({ placed: 2, leaving: 3 }), GANG_TIMEOUT_MS - 1).do).toBe('wait');
    const released = decide(placing, view({ placed: 2, leaving: 3 }), GANG_TIMEOUT_MS);
    expect(released).toMatchObject({ do: 'release', state: { type: 'waiting', round: 1 } });
    expect(released.wakeAt).toBeGreaterThan(GANG_TIMEOUT_MS);
    // Until all members are gone and the wait is over.
    expect(decide(released.state, view({ leaving: 1 }), released.wakeAt!).do).toBe('wait');
    expect(decide(released.state, view(), released.wakeAt! - 1).do).toBe('wait');
    expect(decide(released.state, view(), released.wakeAt!).do).toBe('create');
  });

  it('that blocked each other do not try again at the same time', () => {
    const placing: GangState = { type: 'placing', round: 4, since: 0 };
    const wakes = ['run-1/0', 'run-2/0', 'run-3/0'].map(
      (seed) => decide(placing, view(), GANG_TIMEOUT_MS, seed).wakeAt,
    );
    expect(new Set(wakes).size).toBe(3);
  });

  it('of one member need no other members', () => {
    expect(decide(NEW_GANG, view({ required: 1, startable: 0 }), 0).do).toBe('open');
    expect(decide(NEW_GANG, view({ required: 0, startable: 0 }), 0).do).toBe('open');
  });

  it('V9: have lost members only if a replacement finds no place', () => {
    const placed: GangState = { type: 'placed', round: 0 };
    expect(hasLostMembers(placed, { required: 3, placed: 2, unplaceable: 1 })).toBe(true);
    expect(hasLostMembers(placed, { required: 3, placed: 2, unplaceable: 0 })).toBe(false);
    expect(hasLostMembers(placed, { required: 3, placed: 3, unplaceable: 1 })).toBe(false);
    expect(hasLostMembers(NEW_GANG, { required: 3, placed: 0, unplaceable: 3 })).toBe(false);
  });

  it('together never need more members than the run has, nor more than exist', () => {
    const tasks = fc.array(
      fc.record({ replicas: fc.nat({ max: 5 }), first: fc.boolean(), min: fc.option(fc.nat({ max: 5 })) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(tasks, fc.option(fc.integer({ min: 1, max: 20 })), (given, minAvailable) => {
        const listed = given.map(({ replicas, first, min }, at): TaskSpec => ({
          name: `t${at}`,
          replicas,
          minAvailable: min === null ? null : Math.min(min, replicas),
          dependsOn: first || at === 0 ? [] : [{ task: 't0' }],
        }));
        const job: ParallelSpec = { tasks: listed, minAvailable };
        const normal = normaliseTasks(job);
        const asked = runRules(job, normal).minAvailable ?? 0;
        const sum = gangSizes(normal, asked).reduce((total, size) => total + size, 0);
        const most = normal.reduce((total, task) => total + (task.minAvailable ?? task.indexes), 0);
        expect(sum).toBe(Math.min(asked, most));
      }),
    );
  });
});
