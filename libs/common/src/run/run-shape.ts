/**
 * The tasks and rules of one run: what its job's snapshot says, with what the run was given instead when it was started, and
 * what was changed of it since. Whoever reads or decides a run gets them here, so that all see the same indexes.
 */
import type { ParallelismSpec, RunChange } from '../spec/tasks.js';
import { waysOf } from '../spec/index-source.js';
import { normaliseTasks, runRules, type NormalTask, type ParallelJob, type RunRules } from '../spec/normal-task.js';
import { withChanges } from './run-change.js';

export interface RunShape {
  readonly tasks: readonly NormalTask[];
  readonly rules: RunRules;
}

/** What a run was given beside its job, as far as it matters here. */
interface Given {
  readonly parallelism?: ParallelismSpec | undefined;
}

/**
 * The job as the run takes it. A source of indexes that the run names takes the place of the job's; everything else is laid
 * over it field by field, so that `{maxActive: 2}` leaves the indexes alone.
 */
export function jobOfRun<J extends ParallelJob>(job: J, given: Given | null): J {
  if (!given?.parallelism) return job;
  const ways = waysOf(given.parallelism);
  const named = Object.keys(ways).length > 0 ? ways : waysOf(job.parallelism);
  const { withCount: _c, withKeys: _k, withMatrix: _m, ...rest } = { ...job.parallelism, ...given.parallelism };
  return { ...job, parallelism: { ...rest, ...named } };
}

export function shapeOf(job: ParallelJob, given: Given | null, change: RunChange = {}): RunShape {
  const taken = jobOfRun(job, given);
  const tasks = normaliseTasks(taken);
  return withChanges(tasks, runRules(taken, tasks), change);
}
