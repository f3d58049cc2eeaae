import fc from 'fast-check';
import type { ParallelSpec, TaskSpec } from '#common/spec/tasks.js';
import { GANG_TIMEOUT_MS } from '#common/domain/limits.js';
import {
  decideGang,
  gangShares,
  gangSizes,
  hasLostMembers,
  NEW_GANG,
  type GangState,
  type GangView,
} from '#common/run/gang.js';
import { inFlight } from './starts.js';
import { normaliseTasks, runRules, type NormalTask } from '#common/spec/normal-task.js';
import { openPhase, type OpenCounts } from './phase.js';
import { byLeastAdvanced, byStartOrder } from './starts.js';
import { blockedTasks, dependencyState, findCycle, waveNumbers, type TaskProgress } from '#common/run/waves.js';

const tasksOf = (...tasks: TaskSpec[]): readonly NormalTask[] => normaliseTasks({ tasks });
const progressOf = (got: Readonly<Record<string, Partial<TaskProgress>>>): Map<string, TaskProgress> =>
  new Map(Object.entries(got).map(([name, one]) => [name, { ready: 0, succeeded: 0, failed: 0, ...one }]));

describe('tasks that depend on others', () => {
  const after = (task: string, condition: 'Ready' | 'Complete' = 'Ready'): TaskSpec['dependsOn'] => [
    { task, condition },
  ];

  it('start in waves', () => {
    const tasks: TaskSpec[] = [
      { name: 'report', dependsOn: [{ task: 'merge' }, { task: 'load' }] },
      { name: 'load' },
      { name: 'merge', dependsOn: [{ task: 'load' }] },
      { name: 'watch' },
    ];
    expect(Object.fromEntries(waveNumbers(tasks))).toEqual({ load: 0, watch: 0, merge: 1, report: 2 });
    expect(findCycle(tasks)).toBeNull();
  });

  it('share a wave only where they wait for the very same: no gang waits for what only one of its tasks waits for', () => {
    const tasks = [
      { name: 'ps' },
      { name: 'worker', dependsOn: [{ task: 'ps' }] },
      { name: 'watcher', dependsOn: [{ task: 'ps', condition: 'Ready' as const }] },
      { name: 'reporter', dependsOn: [{ task: 'ps', condition: 'Complete' as const }] },
      { name: 'last', dependsOn: [{ task: 'reporter' }] },
    ];
    expect(Object.fromEntries(waveNumbers(tasks))).toEqual({ ps: 0, worker: 1, watcher: 1, reporter: 2, last: 3 });
  });

  it('V36: depend on each other in a circle', () => {
    const tasks: TaskSpec[] = [
      { name: 'z', dependsOn: after('a') },
      { name: 'a', dependsOn: after('b') },
      { name: 'b', dependsOn: after('c') },
      { name: 'c', dependsOn: after('a') },
    ];
    expect(findCycle(tasks)).toEqual(['a', 'b', 'c', 'a']);
  });

  it.each<[string, TaskSpec['dependsOn'], Partial<TaskProgress>, string]>([
    ['V31: all of the other task have succeeded', after('ps'), { succeeded: 2 }, 'met'],
    ['V31: all run and are ready', after('ps'), { ready: 2 }, 'met'],
    ['V31: one has succeeded, one is ready', after('ps'), { ready: 1, succeeded: 1 }, 'met'],
    ['V31: one is not ready', after('ps'), { ready: 1 }, 'waiting'],
    ['one has failed for good', after('ps'), { ready: 1, failed: 1 }, 'impossible'],
    ['all are ready, and completion is asked for', after('ps', 'Complete'), { ready: 2 }, 'waiting'],
    ['all are complete', after('ps', 'Complete'), { succeeded: 2 }, 'met'],
  ])('%s', (_case, dependsOn, got, expected) => {
    const tasks = tasksOf({ name: 'ps', replicas: 2 }, { name: 'worker', replicas: 3, dependsOn });
    expect(dependencyState(tasks[1]!, tasks, progressOf({ ps: got, worker: {} })).type).toBe(expected);
  });

  it("1.8: the other task's minAvailable is enough", () => {
    const tasks = tasksOf({ name: 'ps', replicas: 5, minAvailable: 2 }, { name: 'worker', dependsOn: after('ps') });
    expect(dependencyState(tasks[1]!, tasks, progressOf({ ps: { ready: 2 }, worker: {} })).type).toBe('met');
    expect(dependencyState(tasks[1]!, tasks, progressOf({ ps: { failed: 3 }, worker: {} })).type).toBe('waiting');
    expect(dependencyState(tasks[1]!, tasks, progressOf({ ps: { failed: 4 }, worker: {} })).type).toBe('impossible');
  });

  it('never start behind one that never starts', () => {
    const tasks = tasksOf(
      { name: 'a' },
      { name: 'b', dependsOn: after('a', 'Complete') },
      { name: 'c', dependsOn: after('b') },
      { name: 'd' },
    );
    expect([...blockedTasks(tasks, progressOf({ a: { failed: 1 }, b: {}, c: {}, d: {} }))]).toEqual(['b', 'c']);
  });

  it('are each in a later wave than what they depend on, or in a circle', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const tasks = fc.array(fc.subarray(names), { minLength: 5, maxLength: 5 }).map((lists) =>
      lists.map((list, at): TaskSpec => ({
        name: names[at]!,
        dependsOn: list.filter((name) => name !== names[at]).map((task) => ({ task })),
      })),
    );
    fc.assert(
      fc.property(tasks, (given) => {
        const waves = waveNumbers(given);
        const cycle = findCycle(given);
        const inOrder = given.every(({ name, dependsOn = [] }) =>
          dependsOn.every(({ task }) => (waves.get(task) ?? Infinity) < (waves.get(name) ?? -1)),
        );
        expect(cycle === null).toBe(waves.size === given.length);
        expect(cycle !== null || inOrder).toBe(true);
        const links = (cycle ?? []).slice(1).map((name, at) => [cycle?.[at], name]);
        expect(
          links.every(([from, to]) =>
            given.some(({ name, dependsOn }) => name === from && dependsOn?.some(({ task }) => task === to)),
          ),
        ).toBe(true);
      }),
    );
  });
});

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
      'V37: everything, where tasks are listed and nothing is said',
      {
        tasks: [
          { name: 'ps', replicas: 2 },
          { name: 'worker', replicas: 5 },
        ],
      },
      [7],
    ],
    [
      'V37: what the tasks ask for',
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
    ['a plain job is none', { parallelism: { withCount: 9 } }, [0]],
    ['a plain job that asks for one', { parallelism: { withCount: 9 }, minAvailable: 3 }, [3]],
    [
      'no more than may be live at once',
      { tasks: [{ name: 'w', parallelism: { withCount: 50, maxActive: 10 } }] },
      [10],
    ],
  ])('%s', (_case, job, expected) => {
    expect(sizes(job)).toEqual(expected);
  });

  it('V39: give the room there is to the tasks that start first', () => {
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

  it('are created together, and open once they are whole', () => {
    const created = decide(NEW_GANG, view(), 1_000);
    expect(created).toMatchObject({
      do: 'create',
      state: { type: 'placing', since: 1_000 },
      wakeAt: 1_000 + GANG_TIMEOUT_MS,
    });
    expect(decide(created.state, view({ placed: 2, leaving: 3 }), 2_000).do).toBe('wait');
    const whole = decide(created.state, view({ placed: 3, leaving: 3 }), 3_000);
    expect(whole).toMatchObject({ do: 'open', state: { type: 'placed' } });
    // Members come and go from then on.
    expect(decide(whole.state, view({ placed: 1, leaving: 1 }), 4_000).do).toBe('open');
  });

  it('V40: are not begun while there is room for some of them only', () => {
    expect(decide(NEW_GANG, view({ startable: 2 }), 0)).toMatchObject({ do: 'wait', state: NEW_GANG });
  });

  it('V40: are released as a whole when they could not be placed in time, and tried again later', () => {
    const placing: GangState = { type: 'placing', round: 0, since: 0 };
    expect(decide(placing, view({ placed: 2, leaving: 3 }), GANG_TIMEOUT_MS - 1).do).toBe('wait');
    const released = decide(placing, view({ placed: 2, leaving: 3 }), GANG_TIMEOUT_MS);
    expect(released).toMatchObject({ do: 'release', state: { type: 'waiting', round: 1 } });
    expect(released.wakeAt).toBeGreaterThan(GANG_TIMEOUT_MS);
    // Until everybody is gone and the wait is over.
    expect(decide(released.state, view({ leaving: 1 }), released.wakeAt!).do).toBe('wait');
    expect(decide(released.state, view(), released.wakeAt! - 1).do).toBe('wait');
    expect(decide(released.state, view(), released.wakeAt!).do).toBe('create');
  });

  it('that got into each other’s way do not try again in step', () => {
    const placing: GangState = { type: 'placing', round: 4, since: 0 };
    const wakes = ['run-1/0', 'run-2/0', 'run-3/0'].map(
      (seed) => decide(placing, view(), GANG_TIMEOUT_MS, seed).wakeAt,
    );
    expect(new Set(wakes).size).toBe(3);
  });

  it('of one member need no company', () => {
    expect(decide(NEW_GANG, view({ required: 1, startable: 0 }), 0).do).toBe('open');
    expect(decide(NEW_GANG, view({ required: 0, startable: 0 }), 0).do).toBe('open');
  });

  it('V9: have lost members only when what should replace them finds no place', () => {
    const placed: GangState = { type: 'placed', round: 0 };
    expect(hasLostMembers(placed, { required: 3, placed: 2, unplaceable: 1 })).toBe(true);
    expect(hasLostMembers(placed, { required: 3, placed: 2, unplaceable: 0 })).toBe(false);
    expect(hasLostMembers(placed, { required: 3, placed: 3, unplaceable: 1 })).toBe(false);
    expect(hasLostMembers(NEW_GANG, { required: 3, placed: 0, unplaceable: 3 })).toBe(false);
  });

  it('together never ask for more than the run does, nor for more than there is', () => {
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

describe('the order of starts and stops', () => {
  it('V39: earlier waves, higher priority, then as listed', () => {
    const tasks = tasksOf(
      { name: 'late', dependsOn: [{ task: 'low' }], priorityClassName: 'high' },
      { name: 'low' },
      { name: 'unknown', priorityClassName: 'never-heard-of' },
      { name: 'high', priorityClassName: 'high' },
    );
    const order = byStartOrder(tasks, (name) => (name === 'high' ? 100 : null));
    expect(order.map(({ name }) => name)).toEqual(['high', 'low', 'unknown', 'late']);
  });

  const attempt = (index: number, state: 'claimed' | 'created' | 'started', startedAt: number | null = null) =>
    ({ index, attempt: 1, state, startedAt, stop: null }) as const;

  it('K29, K47: the least advanced are stopped first', () => {
    const live = [attempt(0, 'started', 10), attempt(1, 'created'), attempt(2, 'claimed'), attempt(3, 'started', 20)];
    expect(byLeastAdvanced(live).map(({ index }) => index)).toEqual([2, 1, 3, 0]);
  });

  it('K5: fewer may be live than are', () => {
    const live = [0, 1, 2, 3, 4].map((index) => attempt(index, 'started', index));
    const { stop, room } = inFlight({ indexes: 9, maxActive: 2 }, live, 500);
    expect(stop.map(({ index }) => index)).toEqual([4, 3, 2]);
    expect(room).toBe(0);
    expect(inFlight({ indexes: 9, maxActive: 4 }, live.slice(0, 2), 500)).toEqual({ stop: [], room: 2 });
  });

  it('K6: 0 pauses', () => {
    const live = [attempt(0, 'started', 1)];
    expect(inFlight({ indexes: 5, maxActive: 0 }, live, 500).stop).toHaveLength(1);
    expect(inFlight({ indexes: 5, maxActive: 0 }, [], 500)).toEqual({ stop: [], room: 0 });
  });

  it('V21: indexes that are cut off are stopped, and nothing is started meanwhile', () => {
    const live = [0, 1].map((index) => attempt(index, 'started', 1));
    const { stop, room } = inFlight({ indexes: 1, maxActive: null }, live, 500);
    expect(stop.map(({ index }) => index)).toEqual([1]);
    expect(room).toBe(0);
  });

  it('2.3: no more than the turn allows, in either direction', () => {
    const live = Array.from({ length: 9 }, (_, index) => attempt(index, 'started', 1));
    expect(inFlight({ indexes: 9, maxActive: 1 }, live, 3).stop).toHaveLength(3);
    expect(inFlight({ indexes: 9_999, maxActive: null }, [], 500).room).toBe(500);
  });

  it('what is on its way out still takes its place', () => {
    const leaving = { ...attempt(0, 'started', 1), stop: { at: 5, reason: 'replaced', graceSeconds: 30 } } as const;
    expect(inFlight({ indexes: 5, maxActive: 2 }, [leaving, attempt(1, 'started', 1)], 500)).toEqual({
      stop: [],
      room: 0,
    });
  });
});

describe('the phase of a run that is under way', () => {
  const counts = (more: Partial<OpenCounts>): OpenCounts => ({
    running: 0,
    starting: 0,
    waiting: 0,
    free: 0,
    ended: 0,
    required: 0,
    isPaused: false,
    ...more,
  });

  it.each<[string, Partial<OpenCounts>, string, string]>([
    ['Furiko 103: one starts', { starting: 1 }, 'Pending', 'Starting'],
    ['Furiko 103: the last one failed and waits', { waiting: 1 }, 'Backoff', 'AttemptFailed'],
    ['Furiko 104: one runs', { running: 1, starting: 2 }, 'Running', 'AttemptStarted'],
    ['Furiko 107: two start', { starting: 2 }, 'Pending', 'Starting'],
    ['Furiko 107, otherwise here: one waits, one runs', { running: 1, waiting: 1 }, 'Running', 'AttemptStarted'],
    ['Furiko 107: one starts again, one runs', { running: 1, starting: 1 }, 'Running', 'AttemptStarted'],
    [
      'V30: five, three of them needed, three pending',
      { running: 2, starting: 3, required: 3 },
      'Pending',
      'GangIncomplete',
    ],
    [
      'V30: five, three of them needed, two pending',
      { running: 3, starting: 2, required: 3 },
      'Running',
      'AttemptStarted',
    ],
    ['1.3: members that have ended count', { running: 1, ended: 2, required: 3 }, 'Running', 'AttemptStarted'],
    ['K6: paused', { free: 4, isPaused: true }, 'Pending', 'Paused'],
    ['nothing granted', { free: 4 }, 'Pending', 'WaitingForCapacity'],
  ])('%s', (_case, given, phase, reason) => {
    expect(openPhase(counts(given))).toEqual({ phase, reason });
  });
});
