/**
 * A job's tasks and rules with every default filled in. A plain job is one task `main`.
 *
 * `normaliseTasks(job)` and `runRules(job)` are called for snapshots of validated jobs (both are total and check nothing);
 * `withChanges` of `run-change.ts` applies later changes. All durations become milliseconds. Costs do not depend on the number of
 * indexes.
 */
import type { CompletionStrategy, ParallelSpec, RemainingPolicy, TaskSpec } from './tasks.js';
import { DEFAULT_MAX_RESTARTS, DEFAULT_MAX_RETRY, MAX_INDEXES_PER_RUN, MAX_LISTED_HOSTS } from '../domain/limits.js';
import { parseIndexRanges, type IndexRanges } from './index-ranges.js';
import { indexCountOf, indexSourceOf, type IndexSource } from './index-source.js';
import { normalisePolicies, type PolicyRule } from './policy-rules.js';
import { DEFAULT_CONDITION, waveNumbers, type TaskDependency } from '../run/waves.js';

/** The task of a job without tasks. */
const PLAIN_TASK = 'main';

export interface NormalTask {
  readonly name: string;
  /** Its position in the job's list, from 0. */
  readonly position: number;
  readonly source: IndexSource;
  readonly indexes: number;
  /** False: its attempts are equal and get no index. */
  readonly isIndexed: boolean;
  /** Attempts that may be live at once; null is no limit. */
  readonly maxActive: number | null;
  readonly strategy: CompletionStrategy;
  /** Attempts of one index, the first included. */
  readonly maxAttempts: number;
  /** The number of in-place restarts, of all its containers together, that raises `TaskFailed`. */
  readonly maxRestarts: number;
  /** Its share of a gang and the number of its required successes; null where neither job nor task requires a gang. */
  readonly minAvailable: number | null;
  readonly policies: readonly PolicyRule[];
  readonly dependsOn: readonly TaskDependency[];
  /** Which tasks may start together: 0 for those that depend on nothing (`waves.ts`). */
  readonly wave: number;
  readonly priorityClassName: string | null;
  /** Its own worker, template, command and the like; null for the task of a plain job. */
  readonly own: TaskSpec | null;
}

export interface SuccessRule {
  readonly indexes: IndexRanges | null;
  /** Successes needed, within `indexes` if given; null: all of `indexes`. */
  readonly count: number | null;
}

/** The rules that decide a run as a whole. */
export interface RunRules {
  readonly policies: readonly PolicyRule[];
  readonly successRules: readonly SuccessRule[];
  readonly minSuccess: number | null;
  /** As given by the job, or Volcano's default for a job with tasks: what its tasks contribute. Null: no gang. */
  readonly minAvailable: number | null;
  readonly backoffLimit: number | null;
  readonly maxFailedIndexes: number | null;
  readonly onSuccess: RemainingPolicy;
  readonly onFailure: RemainingPolicy;
  /** Restarts that policies may make; restarts by command do not count. */
  readonly maxRetry: number;
  /** Indexes that all tasks together may have, also after a change. */
  readonly maxIndexes: number;
}

/** The fields of a job from which tasks and rules are made. */
export type ParallelJob = ParallelSpec & { readonly maxAttempts?: number | undefined };

/** In the order in which the job lists them. */
export function normaliseTasks(job: ParallelJob): readonly NormalTask[] {
  if (!job.tasks) return [plainTask(job)];
  const waves = waveNumbers(job.tasks);
  return job.tasks.map((task, position) => listedTask(job, task, { position, wave: waves.get(task.name) ?? 0 }));
}

function plainTask(job: ParallelJob): NormalTask {
  const source = indexSourceOf(job);
  const indexes = indexCountOf(source);
  return {
    name: PLAIN_TASK,
    position: 0,
    source,
    indexes,
    isIndexed: job.completionMode !== 'NonIndexed',
    maxActive: source.kind === 'workQueue' ? null : (job.parallelism?.maxActive ?? null),
    strategy: job.parallelism?.completionStrategy ?? 'AllSuccessful',
    maxAttempts: job.maxAttempts ?? 1,
    maxRestarts: DEFAULT_MAX_RESTARTS,
    minAvailable: job.minAvailable == null ? null : indexes,
    policies: [],
    dependsOn: [],
    wave: 0,
    priorityClassName: job.priorityClassName ?? null,
    own: null,
  };
}

function listedTask(job: ParallelJob, task: TaskSpec, place: Pick<NormalTask, 'position' | 'wave'>): NormalTask {
  const source = indexSourceOf(task);
  const indexes = indexCountOf(source);
  return {
    name: task.name,
    ...place,
    source,
    indexes,
    isIndexed: true,
    maxActive: task.parallelism?.maxActive ?? null,
    strategy: task.parallelism?.completionStrategy ?? 'AllSuccessful',
    maxAttempts: task.maxAttempts ?? job.maxAttempts ?? 1,
    maxRestarts: task.maxRestarts ?? DEFAULT_MAX_RESTARTS,
    minAvailable: task.minAvailable ?? indexes,
    policies: normalisePolicies(task.policies, `tasks.${task.name}.policies`),
    dependsOn: (task.dependsOn ?? []).map(({ task: name, condition = DEFAULT_CONDITION }) => ({
      task: name,
      condition,
    })),
    wave: place.wave,
    priorityClassName: task.priorityClassName ?? job.priorityClassName ?? null,
    own: task,
  };
}

/** `tasks` are the job's own, from `normaliseTasks`. */
export function runRules(job: ParallelJob, tasks: readonly NormalTask[]): RunRules {
  const isWorkQueue = tasks.some(({ source }) => source.kind === 'workQueue');
  return {
    policies: normalisePolicies(job.policies, 'policies'),
    successRules: (job.successPolicy?.rules ?? []).map(({ succeededIndexes, succeededCount }) => ({
      indexes: succeededIndexes === undefined ? null : rangesIn(succeededIndexes),
      count: succeededCount ?? null,
    })),
    minSuccess: job.minSuccess ?? null,
    minAvailable: job.minAvailable ?? (job.tasks ? sumOfMinimums(tasks) : null),
    backoffLimit: job.backoffLimit ?? null,
    maxFailedIndexes: job.maxFailedIndexes ?? null,
    // K4: an attempt that has taken work from a queue finishes it; after the first success no further attempt is started.
    onSuccess: job.onSuccess ?? (isWorkQueue ? 'WaitForRemaining' : 'TerminateRemaining'),
    onFailure: job.onFailure ?? 'TerminateRemaining',
    maxRetry: job.maxRetry ?? DEFAULT_MAX_RETRY,
    maxIndexes: mostIndexes(job),
  };
}

/** The limit is lower where every attempt gets the hosts of all others. */
export const mostIndexes = ({ plugins }: ParallelJob): number =>
  plugins?.svc !== undefined || plugins?.ssh !== undefined ? MAX_LISTED_HOSTS : MAX_INDEXES_PER_RUN;

/** The number of members that all tasks together contribute to a gang (V37). */
export const sumOfMinimums = (tasks: readonly NormalTask[]): number =>
  tasks.reduce((sum, { minAvailable, indexes }) => sum + (minAvailable ?? indexes), 0);

export const totalIndexes = (tasks: readonly NormalTask[]): number =>
  tasks.reduce((sum, { indexes }) => sum + indexes, 0);

/** The text was validated: an invalid one is the empty set. */
function rangesIn(text: string): IndexRanges {
  const parsed = parseIndexRanges(text);
  return parsed.ok ? parsed.ranges : [];
}

/** The sets that an index table has to watch for `judgeRun`: one for each rule, in order. */
export const watchedBy = ({ successRules }: Pick<RunRules, 'successRules'>): readonly IndexRanges[] =>
  successRules.map(({ indexes }) => indexes ?? EVERYTHING);

/** A rule without indexes counts all of them. */
const EVERYTHING: IndexRanges = [[0, Number.MAX_SAFE_INTEGER]];
