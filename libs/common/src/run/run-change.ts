/**
 * Changes of a run that is under way (`PATCH /runs/{id}`): of `maxActive`, and of the number of indexes and members of a task.
 *
 * The api refuses what `changeProblems` reports. The run stores accepted changes, merged by `mergeChanges`, and its plan follows
 * from `withChanges(tasks, rules, change)`; a task whose `indexes` changed gets its table resized (`IndexTableEdit.resize`), and
 * `inFlight` stops attempts of indexes that were cut off.
 *
 * Sources: K5 to K11, V20 to V22. In Kubernetes `completions` changes only together with `parallelism`;
 * here each can change alone.
 */
import type { RunChange } from '../spec/tasks.js';
import { MAX_GANG_SIZE, MAX_INDEXES_PER_RUN } from '../domain/limits.js';
import { gangSizes } from './gang.js';
import type { IndexSource } from '../spec/index-source.js';
import { sumOfMinimums, totalIndexes, type NormalTask, type RunRules } from '../spec/normal-task.js';
import type { Problem } from '../spec/problem.js';

/** Every part of the change that is impossible for a run of these tasks; `tasks` and `rules` are the present ones. */
export function changeProblems(tasks: readonly NormalTask[], rules: RunRules, change: RunChange): readonly Problem[] {
  const problems = tasks.some(({ own }) => own !== null) ? listedProblems(tasks, change) : plainProblems(tasks, change);
  if (problems.length > 0) return problems;
  const next = withChanges(tasks, rules, change);
  const total = totalIndexes(next.tasks);
  const { maxIndexes } = next.rules;
  if (total <= maxIndexes) return minimumProblems(next, change);
  const why = maxIndexes < MAX_INDEXES_PER_RUN ? ' where their hosts are listed (plugins svc, ssh)' : '';
  const message = `the run would have ${total} indexes, but at most ${maxIndexes} are possible${why}`;
  if (change.tasks) return [{ path: ['tasks'], message }];
  return [{ path: change.completions === undefined ? ['parallelism', 'withCount'] : ['completions'], message }];
}

/** Sources of indexes whose number can be changed. */
const SIZES = ['replicas', 'completions', 'withCount'] as const;
type Sizes = Readonly<Partial<Record<(typeof SIZES)[number], number | undefined>>>;

function plainProblems([task]: readonly NormalTask[], change: RunChange): Problem[] {
  const problems: Problem[] = [];
  if (change.tasks)
    problems.push({
      path: ['tasks'],
      message: 'cannot be changed, because the run has no tasks: use completions or parallelism',
    });
  if (change.completions !== undefined && task?.source.kind !== 'completions') {
    problems.push({ path: ['completions'], message: 'can be changed only where the job has completions' });
  }
  if (change.parallelism?.withCount !== undefined && task?.source.kind !== 'withCount') {
    problems.push({ path: ['parallelism', 'withCount'], message: 'can be changed only where the run has withCount' });
  }
  return problems;
}

function listedProblems(tasks: readonly NormalTask[], change: RunChange): Problem[] {
  const problems: Problem[] = [];
  for (const field of ['parallelism', 'completions'] as const) {
    if (change[field] !== undefined)
      problems.push({
        path: [field],
        message: 'cannot be changed for the whole run, because it has tasks: change one of the tasks',
      });
  }
  const named = new Set<string>();
  for (const [at, { name, ...sizes }] of (change.tasks ?? []).entries()) {
    const task = tasks.find((candidate) => candidate.name === name);
    if (!task)
      problems.push({ path: ['tasks', at, 'name'], message: `must be a task of the run, which has no task ${name}` });
    const others = task ? SIZES.filter((size) => sizes[size] !== undefined && task.source.kind !== size) : [];
    for (const size of others) {
      problems.push({ path: ['tasks', at, size], message: `can be changed only where the task has ${size}` });
    }
    if (named.has(name)) problems.push({ path: ['tasks', at, 'name'], message: `must not occur twice: ${name} does` });
    named.add(name);
  }
  return problems;
}

function minimumProblems({ tasks, rules }: Changed, change: RunChange): Problem[] {
  const problems: Problem[] = [];
  const total = totalIndexes(tasks);
  if (change.minAvailable != null && change.minAvailable > total) {
    problems.push({ path: ['minAvailable'], message: `is more than the ${total} indexes of the run` });
  }
  for (const [at, { name, minAvailable }] of (change.tasks ?? []).entries()) {
    const task = tasks.find((candidate) => candidate.name === name);
    if (task && minAvailable != null && minAvailable > task.indexes) {
      problems.push({
        path: ['tasks', at, 'minAvailable'],
        message: `is more than the ${task.indexes} indexes of the task`,
      });
    }
  }
  const members = gangSizes(tasks, rules.minAvailable).reduce((sum, size) => sum + size, 0);
  if (members > MAX_GANG_SIZE) {
    problems.push({
      path: ['minAvailable'],
      message: `the gang would have ${members} members, but at most ${MAX_GANG_SIZE} can be live together`,
    });
  }
  return problems;
}

/** Merges the later change over the earlier, field by field and task by task. */
export function mergeChanges(earlier: RunChange, later: RunChange): RunChange {
  const tasks = new Map((earlier.tasks ?? []).map((task) => [task.name, task]));
  for (const task of later.tasks ?? []) tasks.set(task.name, { ...tasks.get(task.name), ...task });
  const parallelism = { ...earlier.parallelism, ...later.parallelism };
  return {
    ...earlier,
    ...later,
    ...(Object.keys(parallelism).length > 0 && { parallelism }),
    ...(tasks.size > 0 && { tasks: [...tasks.values()] }),
  };
}

/**
 * The part of a change that sets numbers of indexes and members, which a rerun of the run takes over. Limits of live attempts are
 * left out: they may have been set to pause the run.
 */
export function sizesOf({ parallelism, completions, minAvailable, tasks = [] }: RunChange): RunChange | null {
  const sized = tasks.flatMap(({ maxActive: _maxActive, ...sizes }) => (Object.keys(sizes).length > 1 ? [sizes] : []));
  const { withCount } = parallelism ?? {};
  const change: RunChange = {
    ...(withCount !== undefined && { parallelism: { withCount } }),
    ...(completions !== undefined && { completions }),
    ...(minAvailable !== undefined && { minAvailable }),
    ...(sized.length > 0 && { tasks: sized }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

interface Changed {
  readonly tasks: readonly NormalTask[];
  readonly rules: RunRules;
}

/** The tasks and rules after the change; a change that does not fit is ignored. */
export function withChanges(tasks: readonly NormalTask[], rules: RunRules, change: RunChange): Changed {
  const changed = tasks.map((task) => (task.own === null ? changedPlain(task, change) : changedListed(task, change)));
  return {
    tasks: changed,
    rules: { ...rules, minAvailable: changedMinimum({ tasks: changed, rules }, tasks, change) },
  };
}

function changedPlain(task: NormalTask, { parallelism, completions }: RunChange): NormalTask {
  if (task.source.kind === 'workQueue') {
    const slots = parallelism?.maxActive ?? task.indexes;
    return { ...task, source: { kind: 'workQueue', slots }, indexes: slots };
  }
  const { maxActive, withCount } = parallelism ?? {};
  const resized = resizedBy(task, { completions, withCount });
  return maxActive === undefined ? resized : { ...resized, maxActive };
}

function changedListed(task: NormalTask, { tasks }: RunChange): NormalTask {
  const change = tasks?.find(({ name }) => name === task.name);
  if (!change) return task;
  const { minAvailable, maxActive } = change;
  const resized = resizedBy(task, change);
  return {
    ...resized,
    ...(maxActive !== undefined && { maxActive }),
    ...(minAvailable !== undefined && { minAvailable: minAvailable ?? resized.indexes }),
  };
}

/** The task in its new size, if the change names the task's own kind of source. */
function resizedBy(task: NormalTask, sizes: Sizes): NormalTask {
  const kind = SIZES.find((size) => size === task.source.kind);
  const count = kind && sizes[kind];
  if (kind === undefined || count === undefined) return task;
  const source: IndexSource = { kind, count };
  // A task that required all of its indexes still requires all of them, and never more than there are.
  const { minAvailable, indexes } = task;
  const minimum = minAvailable === null ? null : minAvailable === indexes ? count : Math.min(minAvailable, count);
  return { ...task, source, indexes: count, minAvailable: minimum };
}

/** A minimum that was not given follows the tasks; a given one stays, up to the number of indexes. */
function changedMinimum({ tasks, rules }: Changed, before: readonly NormalTask[], change: RunChange): number | null {
  if (change.minAvailable !== undefined) {
    return change.minAvailable ?? (tasks.some(({ own }) => own !== null) ? sumOfMinimums(tasks) : null);
  }
  if (rules.minAvailable === null) return null;
  if (rules.minAvailable === sumOfMinimums(before)) return sumOfMinimums(tasks);
  return Math.min(rules.minAvailable, totalIndexes(tasks));
}
