import type { ParallelSpec } from '#common/spec/tasks.js';
import { IndexTableEdit } from '#common/run/index-table-edit.js';
import { IndexTable } from '#common/run/index-table.js';
import { shapeOf } from '#common/run/run-shape.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import type { LiveAttempt, Run, TaskState } from '#common/run/run.js';
import { indexViews, type IndexView } from './index-views.js';
import { successesOf, type Successes } from './partial-rerun.js';
import { retriesOf, taskViews, type RunDetails } from './task-views.js';

const matrix: ParallelSpec = { parallelism: { withMatrix: { os: ['linux', 'mac'], node: ['20', '22', '24'] } } };

function aTable(count: number, succeeded: readonly number[], failed: readonly number[] = []): IndexTable {
  const edit = new IndexTableEdit(IndexTable.load({ count }));
  for (const index of succeeded) edit.record(index, 1, { type: 'succeeded' });
  for (const index of failed) edit.record(index, 1, { type: 'failed' });
  return edit.finish().table;
}

const aState = (change: Partial<TaskState>): TaskState => ({
  name: 'main',
  indexes: 6,
  pending: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  terminating: 0,
  ...change,
});

const details = (spec: ParallelSpec, run: Partial<Run>, table?: IndexTable): RunDetails => ({
  run: { ...aRun(aPlan()), ...run },
  shape: shapeOf(spec, null, run.change),
  tables: new Map(table ? [['main', table]] : []),
});

describe('the tasks of a run', () => {
  it('follow from its spec before it has begun', () => {
    const { run, shape, tables } = details(
      {
        tasks: [
          { name: 'ps', replicas: 2 },
          { name: 'worker', replicas: 3 },
        ],
      },
      { tasks: [aState({ indexes: 1, pending: 1 })] },
    );
    expect(taskViews({ run, shape, tables })).toMatchObject([
      { name: 'ps', indexes: 2, pending: 2 },
      { name: 'worker', indexes: 3, pending: 3 },
    ]);
  });

  it('show the indexes that have succeeded and failed in the text form of Kubernetes', () => {
    const state = aState({ succeeded: 4, failed: 1, pending: 1 });
    const { run, shape, tables } = details(matrix, { tasks: [state] }, aTable(6, [0, 1, 2, 5], [4]));
    expect(taskViews({ run, shape, tables })).toMatchObject([{ completedIndexes: '0-2,5', failedIndexes: '4' }]);
  });

  it.each<[number, string]>([
    [1, '0'],
    [2, '0,1'],
    [3, '0-2'],
  ])('need no table if all %i have succeeded', (indexes, completedIndexes) => {
    const tasks = [aState({ indexes, succeeded: indexes })];
    expect(taskViews({ run: { ...aRun(aPlan()), tasks }, shape: null, tables: new Map() })).toMatchObject([
      { completedIndexes, failedIndexes: '' },
    ]);
  });
});

describe('the retries of a run', () => {
  const aLive = (index: number, attempt: number): LiveAttempt =>
    ({ task: 'main', index, attempt, end: null }) as LiveAttempt;

  it('are the attempts beyond the first of each index', () => {
    const edit = new IndexTableEdit(IndexTable.load({ count: 6 }));
    for (const attempt of [1, 2, 3]) edit.record(0, attempt, { type: 'again', notBefore: 0, counts: true });
    edit.record(0, 4, { type: 'succeeded' });
    edit.record(1, 1, { type: 'failed' });
    edit.record(2, 1, { type: 'again', notBefore: 0, counts: false });
    const { table } = edit.finish();
    const live = [aLive(2, 2), aLive(3, 1)];
    // Four of index 0, two of index 2; one of each of 1 and 3.
    expect(retriesOf(details(matrix, { tasks: [aState({})], live, retries: 7 }, table))).toBe(4);
  });

  it('are known from the number of an attempt under way where the table was not read', () => {
    expect(retriesOf(details(matrix, { tasks: [aState({})], live: [aLive(2, 3)] }))).toBe(2);
  });
});

describe('the indexes of a run', () => {
  const { run, shape, tables } = details(matrix, { tasks: [aState({})] }, aTable(6, [0, 2], [4]));
  const source = { tasks: shape?.tasks ?? [], tables, live: run.live };
  const numbers = (views: Iterable<IndexView>): number[] => [...views].map(({ index }) => index);

  it('are listed with their values, the last key changing fastest', () => {
    const [first, second, ...rest] = indexViews(source, {}, null);
    expect(first).toMatchObject({ index: 0, state: 'succeeded', attempts: 1, matrix: { node: '20', os: 'linux' } });
    expect(second).toMatchObject({ index: 1, state: 'pending', attempts: 0, matrix: { node: '20', os: 'mac' } });
    expect(rest).toHaveLength(4);
  });

  it('show when they are tried again, or when a refused start is repeated', () => {
    const waiting = new IndexTableEdit(IndexTable.load({ count: 6 }));
    waiting.record(1, 1, { type: 'again', notBefore: 60_000, counts: true });
    waiting.record(2, 1, { type: 'again', notBefore: Infinity, counts: false });
    const [task] = source.tasks;
    const refused = {
      task: task!.name,
      index: 3,
      attempt: 1,
      state: 'refused',
      retryAt: 90_000,
      end: null,
      stop: null,
    };
    const running = { ...refused, index: 4, state: 'started' };
    const live = [refused, running] as unknown as typeof run.live;
    const views = [
      ...indexViews({ ...source, tables: new Map([[task!.name, waiting.finish().table]]), live }, {}, null),
    ];
    const [at1, at3] = [60_000, 90_000].map((at) => new Date(at).toISOString());
    expect(views.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([null, at1, null, at3, null, null]);
  });

  it('are listed after a given index, and by state', () => {
    expect(numbers(indexViews(source, {}, { task: 0, index: 3 }))).toEqual([4, 5]);
    expect(numbers(indexViews(source, { state: 'succeeded' }, null))).toEqual([0, 2]);
    expect(numbers(indexViews(source, { state: 'pending' }, { task: 0, index: 1 }))).toEqual([3, 5]);
    expect(numbers(indexViews(source, { task: 'other' }, null))).toEqual([]);
  });
});

describe('a rerun of what has not succeeded', () => {
  const again = (spec: ParallelSpec, run: Partial<Run>, table?: IndexTable, next = spec): Successes =>
    successesOf(details(spec, run, table), shapeOf(next, null));

  it('keeps the successes', () => {
    const tasks = [aState({ succeeded: 4, failed: 2 })];
    expect(again(matrix, { phase: 'Failed', tasks }, aTable(6, [0, 1, 2, 5], [3, 4]))).toEqual({
      ok: true,
      succeededBefore: [{ task: 'main', indexes: '0-2,5' }],
      change: null,
    });
  });

  it('has the changed size of the run, but not its pause', () => {
    const change = { completions: 6, parallelism: { maxActive: 0 } };
    const run = { phase: 'Aborted' as const, tasks: [aState({ succeeded: 4, failed: 2 })], change };
    expect(again({ completions: 3 }, run, aTable(6, [0, 1, 2, 5], [3, 4]))).toEqual({
      ok: true,
      succeededBefore: [{ task: 'main', indexes: '0-2,5' }],
      change: { completions: 6 },
    });
  });

  it('has the changed size of each task', () => {
    const spec = {
      tasks: [
        { name: 'a', replicas: 2 },
        { name: 'b', replicas: 1 },
      ],
    };
    const change = {
      tasks: [
        { name: 'a', replicas: 3, maxActive: 1 },
        { name: 'b', maxActive: 0 },
      ],
    };
    const tasks = [aState({ name: 'a', indexes: 3, failed: 3 }), aState({ name: 'b', indexes: 1, succeeded: 1 })];
    expect(again(spec, { phase: 'Failed', tasks, change })).toEqual({
      ok: true,
      succeededBefore: [{ task: 'b', indexes: '0' }],
      change: { tasks: [{ name: 'a', replicas: 3 }] },
    });
  });

  it('keeps no success of a work queue, although it has more slots by now', () => {
    const queue = { completionMode: 'NonIndexed', parallelism: { maxActive: 2 } } as const;
    const run = { phase: 'Failed' as const, tasks: [aState({ indexes: 3, succeeded: 1, failed: 2 })] };
    const change = { parallelism: { maxActive: 3 } };
    expect(again(queue, { ...run, change }, aTable(3, [0], [1, 2]))).toEqual({
      ok: true,
      succeededBefore: [],
      change: null,
    });
  });

  it('is refused if the current job does not allow that size', () => {
    const run = { phase: 'Failed' as const, tasks: [aState({ indexes: 5, failed: 5 })], change: { completions: 5 } };
    expect(again({ completions: 3 }, run, undefined, { parallelism: { withCount: 5 } }).ok).toBe(false);
    expect(again({ completions: 3 }, run, undefined, { completions: 4 })).toMatchObject({ ok: true });
  });

  it('runs everything if nothing has succeeded', () => {
    expect(again({}, { phase: 'Aborted', tasks: [aState({ indexes: 1 })] })).toEqual({
      ok: true,
      succeededBefore: [],
      change: null,
    });
  });

  it('is refused if nothing is left to run, or if the indexes have changed', () => {
    const tasks = [aState({ succeeded: 6 })];
    expect(again(matrix, { phase: 'Terminated', tasks }).ok).toBe(false);
    expect(again(matrix, { phase: 'Completed', tasks: [aState({ succeeded: 2 })] }, aTable(6, [0, 1])).ok).toBe(false);
    const other = { parallelism: { withMatrix: { os: ['linux'] } } };
    expect(again(matrix, { phase: 'Failed', tasks: [aState({ failed: 1 })] }, aTable(6, [], [0]), other)).toMatchObject(
      {
        ok: false,
      },
    );
  });
});
