import fc from 'fast-check';
import { normaliseTasks, type NormalTask } from '../spec/normal-task.js';
import type { TaskSpec } from '../spec/tasks.js';
import { blockedTasks, dependencyState, findCycle, waveNumbers, type TaskProgress } from './waves.js';

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

  it('share a wave only if they wait for exactly the same tasks: no gang waits for a task that only one of its tasks waits for', () => {
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
    ['V31: all are running and ready', after('ps'), { ready: 2 }, 'met'],
    ['V31: one has succeeded, one is ready', after('ps'), { ready: 1, succeeded: 1 }, 'met'],
    ['V31: one is not ready', after('ps'), { ready: 1 }, 'waiting'],
    ['one has failed for good', after('ps'), { ready: 1, failed: 1 }, 'impossible'],
    ['all are ready, but completion is required', after('ps', 'Complete'), { ready: 2 }, 'waiting'],
    ['all are complete', after('ps', 'Complete'), { succeeded: 2 }, 'met'],
  ])('%s', (_case, dependsOn, got, expected) => {
    const tasks = tasksOf({ name: 'ps', replicas: 2 }, { name: 'worker', replicas: 3, dependsOn });
    expect(dependencyState(tasks[1]!, tasks, progressOf({ ps: got, worker: {} })).type).toBe(expected);
  });

  it('1.8: need only the minAvailable of the other task', () => {
    const tasks = tasksOf({ name: 'ps', replicas: 5, minAvailable: 2 }, { name: 'worker', dependsOn: after('ps') });
    expect(dependencyState(tasks[1]!, tasks, progressOf({ ps: { ready: 2 }, worker: {} })).type).toBe('met');
    expect(dependencyState(tasks[1]!, tasks, progressOf({ ps: { failed: 3 }, worker: {} })).type).toBe('waiting');
    expect(dependencyState(tasks[1]!, tasks, progressOf({ ps: { failed: 4 }, worker: {} })).type).toBe('impossible');
  });

  it('never start after a task that never starts', () => {
    const tasks = tasksOf(
      { name: 'a' },
      { name: 'b', dependsOn: after('a', 'Complete') },
      { name: 'c', dependsOn: after('b') },
      { name: 'd' },
    );
    expect([...blockedTasks(tasks, progressOf({ a: { failed: 1 }, b: {}, c: {}, d: {} }))]).toEqual(['b', 'c']);
  });

  it('are each in a later wave than the tasks that they depend on, or in a circle', () => {
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
