/** Validation of lists of tasks. */
import type { TaskSpec } from './tasks.js';
import { policyProblems } from './policy-checks.js';
import { sourceProblems } from './index-checks.js';
import { indexCountOf, indexSourceOf } from './index-source.js';
import type { Problem } from './problem.js';
import { findCycle } from '../run/waves.js';

export function taskProblems(tasks: readonly TaskSpec[]): readonly Problem[] {
  const problems: Problem[] = [];
  const names = new Set<string>();
  for (const [at, task] of tasks.entries()) {
    if (names.has(task.name)) problems.push({ path: ['tasks', at, 'name'], message: `task ${task.name} occurs twice` });
    names.add(task.name);
    problems.push(...oneTaskProblems(task, ['tasks', at]));
  }
  for (const [at, task] of tasks.entries()) problems.push(...dependencyProblems(task, names, at));
  return problems.length === 0 ? cycleProblems(tasks) : problems;
}

/** Names the field of the first task of a cycle: a change of any of its tasks breaks it. */
function cycleProblems(tasks: readonly TaskSpec[]): readonly Problem[] {
  const cycle = findCycle(tasks);
  const at = tasks.findIndex(({ name }) => name === cycle?.[0]);
  if (cycle === null || at < 0) return [];
  return [{ path: ['tasks', at, 'dependsOn'], message: `leads back to the task itself: ${cycle.join(' → ')}` }];
}

function oneTaskProblems(task: TaskSpec, path: readonly (string | number)[]): Problem[] {
  const problems = [...sourceProblems(task, path), ...policyProblems(task.policies, [...path, 'policies'])];
  if (task.parallelism?.completionStrategy !== undefined) {
    problems.push({
      path: [...path, 'parallelism', 'completionStrategy'],
      message: 'is possible only in a job without tasks: every task of a run has to succeed',
    });
  }
  const count = indexCountOf(indexSourceOf(task));
  if (task.minAvailable != null && task.minAvailable > count) {
    problems.push({ path: [...path, 'minAvailable'], message: `is more than the ${count} indexes of the task` });
  }
  return problems;
}

function dependencyProblems({ name, dependsOn = [] }: TaskSpec, names: ReadonlySet<string>, at: number): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [position, { task }] of dependsOn.entries()) {
    const path = ['tasks', at, 'dependsOn', position, 'task'];
    if (task === name) problems.push({ path, message: 'is the task itself' });
    else if (!names.has(task)) problems.push({ path, message: `there is no task ${task}` });
    else if (seen.has(task)) problems.push({ path, message: `task ${task} occurs twice` });
    seen.add(task);
  }
  return problems;
}
