import { aPlan, aRun, aTask, aContext } from '#testing/builders/run-builder.js';
import { JobStory } from '#testing/job-story.js';
import { normaliseTasks, type NormalTask } from '#common/spec/normal-task.js';
import type { TaskSpec } from '#common/spec/tasks.js';
import { reconcile } from './reconcile.js';
import { byLeastAdvanced, byStartOrder, inFlight } from './starts.js';

const tasks = ['none', 'low', 'high', 'constructor', 'system'].map((name, position) =>
  aTask({
    name,
    position,
    priorityClassName: name === 'none' ? null : name === 'system' ? 'system-node-critical' : name,
  }),
);
const plan = aPlan({ tasks });
const order = (priorities: Record<string, number>): string[] =>
  reconcile(aRun(plan), [], aContext(plan, { priorities })).next.live.map(({ task }) => task);

test('V39: tasks of higher priority begin first; unknown priority classes count as 0', () => {
  expect(order({})).toEqual(['system', 'none', 'low', 'high', 'constructor']);
  expect(order({ high: 1_000, low: -5 })).toEqual(['system', 'high', 'none', 'constructor', 'low']);
});

const tasksOf = (...tasks: TaskSpec[]): readonly NormalTask[] => normaliseTasks({ tasks });

describe('the order of starts and stops', () => {
  it('V39: is by wave, then by priority, then by the order of the list', () => {
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

  it('K29, K47: stops the least advanced attempts first', () => {
    const live = [attempt(0, 'started', 10), attempt(1, 'created'), attempt(2, 'claimed'), attempt(3, 'started', 20)];
    expect(byLeastAdvanced(live).map(({ index }) => index)).toEqual([2, 1, 3, 0]);
  });

  it('K5: stops attempts beyond maxActive', () => {
    const live = [0, 1, 2, 3, 4].map((index) => attempt(index, 'started', index));
    const { stop, room } = inFlight({ indexes: 9, maxActive: 2 }, live, 500);
    expect(stop.map(({ index }) => index)).toEqual([4, 3, 2]);
    expect(room).toBe(0);
    expect(inFlight({ indexes: 9, maxActive: 4 }, live.slice(0, 2), 500)).toEqual({ stop: [], room: 2 });
  });

  it('K6: pauses with maxActive 0', () => {
    const live = [attempt(0, 'started', 1)];
    expect(inFlight({ indexes: 5, maxActive: 0 }, live, 500).stop).toHaveLength(1);
    expect(inFlight({ indexes: 5, maxActive: 0 }, [], 500)).toEqual({ stop: [], room: 0 });
  });

  it('V21: stops indexes that are cut off, and starts none meanwhile', () => {
    const live = [0, 1].map((index) => attempt(index, 'started', 1));
    const { stop, room } = inFlight({ indexes: 1, maxActive: null }, live, 500);
    expect(stop.map(({ index }) => index)).toEqual([1]);
    expect(room).toBe(0);
  });

  it('2.3: handles no more attempts than one decision allows, in either direction', () => {
    const live = Array.from({ length: 9 }, (_, index) => attempt(index, 'started', 1));
    expect(inFlight({ indexes: 9, maxActive: 1 }, live, 3).stop).toHaveLength(3);
    expect(inFlight({ indexes: 9_999, maxActive: null }, [], 500).room).toBe(500);
  });

  it('counts an attempt that is being stopped as active', () => {
    const leaving = { ...attempt(0, 'started', 1), stop: { at: 5, reason: 'replaced', graceSeconds: 30 } } as const;
    expect(inFlight({ indexes: 5, maxActive: 2 }, [leaving, attempt(1, 'started', 1)], 500)).toEqual({
      stop: [],
      room: 0,
    });
  });
});

test('a task that depends on another starts when that is complete', () => {
  const tasks = [
    { name: 'work', replicas: 1, dependsOn: [{ task: 'prepare', condition: 'Complete' as const }] },
    { name: 'prepare', replicas: 2 },
  ];
  const story = new JobStory({ tasks }).after(0).started();
  expect(story.live).toEqual(['prepare/0.1', 'prepare/1.1']);
  expect(story.ends(0, 'prepare/0.1').live).toEqual(['prepare/1.1']);
  expect(story.ends(0, 'prepare/1.1').live).toEqual(['work/0.1']);
});
