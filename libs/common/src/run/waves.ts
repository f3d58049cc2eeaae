/**
 * `dependsOn`: the waves in which tasks start, and whether a task may start now. A gang never spans several waves (`gang.ts`), so
 * `dependsOn` and `minAvailable` can never wait for each other (volcano-sh/volcano#2298).
 *
 * Before an index of a task starts, `dependencyState` is checked: `waiting` holds the task back; `impossible` means that it can
 * never start, which `judgeRun` takes into account (`blocked`).
 *
 * Sources: V31; JobSet's `dependsOn` (Ready, Complete). A task counts with its `minAvailable`, else with all of its
 * indexes.
 */
import type { DependencyCondition, TaskSpec } from '../spec/tasks.js';

export const DEFAULT_CONDITION: DependencyCondition = 'Ready';

type Listed = Pick<TaskSpec, 'name' | 'dependsOn'>;

export interface TaskDependency {
  readonly task: string;
  readonly condition: DependencyCondition;
}

/** The fields of a normalised task that decide whether others may start. */
interface DependingTask {
  readonly name: string;
  readonly indexes: number;
  readonly minAvailable: number | null;
  readonly dependsOn: readonly TaskDependency[];
  readonly wave: number;
}

/**
 * The wave of each task by name: later than those of its dependencies, and shared by tasks with exactly the same dependencies, so
 * that all tasks of a wave may start together. Tasks of a cycle, or behind one, have none: validation refuses cycles
 * (`findCycle`).
 */
export function waveNumbers(tasks: readonly Listed[]): ReadonlyMap<string, number> {
  const depths = depthsOf(tasks);
  const placed = tasks.flatMap((task) => {
    const depth = depths.get(task.name);
    return depth === undefined ? [] : [{ name: task.name, depth, waitsFor: waitsFor(task) }];
  });
  const keys = placed.sort((a, b) => a.depth - b.depth).map(({ depth, waitsFor: what }) => `${depth} ${what}`);
  const waves = [...new Set(keys)];
  return new Map(placed.map(({ name }, at) => [name, waves.indexOf(keys[at] ?? '')]));
}

const waitsFor = ({ dependsOn = [] }: Listed): string =>
  dependsOn
    .map(({ task, condition = DEFAULT_CONDITION }) => `${task}:${condition}`)
    .sort()
    .join();

/** 0 for a task without dependencies, else one more than the greatest depth of its dependencies. */
function depthsOf(tasks: readonly Listed[]): ReadonlyMap<string, number> {
  const waves = new Map<string, number>();
  const names = new Set(tasks.map(({ name }) => name));
  for (let isComplete = false; !isComplete;) {
    isComplete = true;
    for (const { name, dependsOn = [] } of tasks) {
      if (waves.has(name)) continue;
      const before = dependsOn.filter(({ task }) => names.has(task)).map(({ task }) => waves.get(task));
      if (before.some((wave) => wave === undefined)) continue;
      waves.set(name, Math.max(-1, ...before.filter((wave) => wave !== undefined)) + 1);
      isComplete = false;
    }
  }
  return waves;
}

/** The names of one cycle, the first one repeated at its end; null if there is none. */
export function findCycle(tasks: readonly Listed[]): readonly string[] | null {
  const waves = waveNumbers(tasks);
  const rest = new Map(tasks.filter(({ name }) => !waves.has(name)).map((task) => [task.name, task]));
  const path: string[] = [];
  // Each of these depends on another one of these, so following dependencies must come back to one already seen.
  for (let task = [...rest.values()][0]; task;) {
    const seen = path.indexOf(task.name);
    if (seen >= 0) return [...path.slice(seen), task.name];
    path.push(task.name);
    const next = task.dependsOn?.find(({ task: name }) => rest.has(name));
    task = next && rest.get(next.task);
  }
  return null;
}

/** The progress of a task for those that depend on it. */
export interface TaskProgress {
  /** Running attempts that are ready. */
  readonly ready: number;
  readonly succeeded: number;
  readonly failed: number;
}

export type DependencyState =
  { readonly type: 'met' } | { readonly type: 'waiting' | 'impossible'; readonly message: string };

/** Whether the dependencies of the task are met; the first unmet one is named. */
export function dependencyState(
  task: Pick<DependingTask, 'dependsOn'>,
  tasks: readonly DependingTask[],
  progress: ReadonlyMap<string, TaskProgress>,
): DependencyState {
  const states = task.dependsOn.flatMap((dependency) => {
    const other = tasks.find(({ name }) => name === dependency.task);
    const got = progress.get(dependency.task);
    return other && got ? [oneDependency(dependency, other, got)] : [];
  });
  const open = states.filter(({ type }) => type !== 'met');
  return open.find(({ type }) => type === 'impossible') ?? open[0] ?? { type: 'met' };
}

function oneDependency({ condition }: TaskDependency, other: DependingTask, got: TaskProgress): DependencyState {
  const { ready, succeeded, failed } = got;
  const needed = Math.min(other.minAvailable ?? other.indexes, other.indexes);
  const isReady = condition === 'Ready';
  // Complete: as many as required have succeeded, and no index is unfinished.
  const isMet = isReady ? ready + succeeded >= needed : succeeded >= needed && succeeded + failed >= other.indexes;
  if (isMet) return { type: 'met' };
  if (other.indexes - failed < needed) {
    return { type: 'impossible', message: `task ${other.name} can no longer be ${isReady ? 'ready' : 'complete'}` };
  }
  const count = isReady ? `${ready + succeeded} of ${needed} ready` : `${succeeded} of ${needed} succeeded`;
  return { type: 'waiting', message: `waits for task ${other.name}: ${count}` };
}

/** Tasks that can never start, because a direct or indirect dependency can no longer be met. */
export function blockedTasks(
  tasks: readonly DependingTask[],
  progress: ReadonlyMap<string, TaskProgress>,
): ReadonlySet<string> {
  const blocked = new Set<string>();
  for (const task of [...tasks].sort((a, b) => a.wave - b.wave)) {
    const behind = task.dependsOn.some(({ task: name }) => blocked.has(name));
    if (behind || dependencyState(task, tasks, progress).type === 'impossible') blocked.add(task.name);
  }
  return blocked;
}
