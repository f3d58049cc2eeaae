/**
 * Validation of a job's parallel side beyond the shape of single fields: contradictions, names that do not exist, numbers that
 * can never be reached. Total: any combination of well-formed fields gives a list, empty if everything is valid.
 *
 * Called by the schemas of jobs (`checkParallel` in job.ts), and again for the overrides of a single run, merged into the job.
 *
 * Sources: Furiko 127; V36; K11.
 */
import type { ParallelSpec, TaskSpec } from './tasks.js';
import { MAX_GANG_SIZE, MAX_INDEXES_PER_RUN } from '../domain/limits.js';
import { HOSTS_FOLDER } from '../run/pod-contract.js';
import { policyProblems } from './policy-checks.js';
import { pluginProblems, pluginSettings } from './plugin-arguments.js';
import { sourceProblems, successProblems } from './index-checks.js';
import { gangSizes } from '../run/gang.js';
import { mostIndexes, normaliseTasks, runRules, totalIndexes, type NormalTask } from './normal-task.js';
import type { Problem } from './problem.js';
import { indexCountOf, indexSourceOf } from './index-source.js';
import { findCycle } from '../run/waves.js';

export function parallelProblems(job: ParallelSpec): readonly Problem[] {
  const shaped = [...indexProblems(job), ...policyProblems(job.policies, ['policies']), ...placeProblems(job)];
  // Sums are checked only if the single fields and tasks are valid.
  return shaped.length > 0 ? shaped : [...sumProblems(job), ...successProblems(job)];
}

function indexProblems(job: ParallelSpec): readonly Problem[] {
  return job.tasks ? [...exclusionProblems(job), ...taskProblems(job.tasks)] : sourceProblems(job, []);
}

/** Settings of a job without tasks belong to its task `main`, which does not exist where tasks are listed. */
function exclusionProblems(job: ParallelSpec): Problem[] {
  const fields = ['completions', 'completionMode', 'parallelism', 'successPolicy'] as const;
  return fields
    .filter((field) => job[field] != null)
    .map((field) => ({
      path: [field],
      message: 'is possible only in a job without tasks: set it in one of the tasks',
    }));
}

function placeProblems({ volumes = [], plugins }: ParallelSpec): readonly Problem[] {
  const problems: Problem[] = [...pluginProblems(plugins)];
  const { svc, ssh } = pluginSettings(problems.length === 0 ? plugins : undefined);
  const taken = new Map([
    ...(svc ? [[HOSTS_FOLDER, 'svc'] as const] : []),
    ...(ssh ? [[ssh.keyFilePath, 'ssh'] as const] : []),
  ]);
  const paths = new Set<string>();
  for (const [at, { mountPath, claimName, claim }] of volumes.entries()) {
    if (paths.has(mountPath))
      problems.push({ path: ['volumes', at, 'mountPath'], message: 'is used by another volume' });
    paths.add(mountPath);
    const plugin = taken.get(mountPath);
    if (plugin !== undefined)
      problems.push({
        path: ['volumes', at, 'mountPath'],
        message: `is the folder in which the plugin ${plugin} puts its files`,
      });
    if (claimName !== undefined && claim !== undefined) {
      problems.push({
        path: ['volumes', at, 'claim'],
        message: 'cannot be combined with claimName: give only one of the two',
      });
    }
  }
  return problems;
}

function sumProblems(job: ParallelSpec): Problem[] {
  const problems: Problem[] = [];
  const tasks = normaliseTasks(job);
  const total = totalIndexes(tasks);
  if (total > MAX_INDEXES_PER_RUN) {
    // A single number that is too large is refused by its shape.
    if (tasks.some(({ indexes }) => indexes > MAX_INDEXES_PER_RUN)) return [];
    return [
      { path: ['tasks'], message: `have ${total} indexes, at most ${MAX_INDEXES_PER_RUN} are possible in one run` },
    ];
  }
  if (total > mostIndexes(job)) return tooManyHosts(job, total);
  const atOnce = tasks.reduce((sum, task) => sum + Math.min(task.indexes, boundOf(task)), 0);
  for (const field of ['minAvailable', 'minSuccess'] as const) {
    const value = job[field];
    if (value != null && value > total)
      problems.push({ path: [field], message: `is more than the ${total} indexes of a run` });
    else if (field === 'minAvailable' && value != null && value > atOnce) {
      problems.push({
        path: [field],
        message: `is more than the ${atOnce} attempts that maxActive allows to be live at once`,
      });
    }
  }
  return problems.length > 0 ? problems : gangProblems(job, tasks);
}

function tooManyHosts(job: ParallelSpec, total: number): Problem[] {
  const plugin = job.plugins?.svc === undefined ? 'ssh' : 'svc';
  const message = `can list the hosts of at most ${mostIndexes(job)} indexes, but the run has ${total}`;
  return [{ path: ['plugins', plugin], message }];
}

/** A run that begins paused may be resumed later. */
const boundOf = ({ maxActive }: NormalTask): number => (maxActive === null || maxActive === 0 ? Infinity : maxActive);

function gangProblems(job: ParallelSpec, tasks: readonly NormalTask[]): Problem[] {
  const members = gangSizes(tasks, runRules(job, tasks).minAvailable).reduce((sum, size) => sum + size, 0);
  if (members <= MAX_GANG_SIZE) return [];
  const fields =
    job.minAvailable == null ? ' (a job with tasks is a gang of all its indexes unless minAvailable is smaller)' : '';
  return [
    {
      path: ['minAvailable'],
      message: `${members} attempts would have to be live together, at most ${MAX_GANG_SIZE} can be${fields}`,
    },
  ];
}

/* Validation of lists of tasks. */

function taskProblems(tasks: readonly TaskSpec[]): readonly Problem[] {
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
