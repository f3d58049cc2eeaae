/**
 * The tasks and rules of one run: from its job's snapshot, with the overrides of its start and all later changes. Every reader of
 * a run uses these functions, so that all see the same indexes.
 */
import type { ParallelismSpec, RunChange } from '../spec/tasks.js';
import { waysOf } from '../spec/index-source.js';
import { normaliseTasks, runRules, type NormalTask, type ParallelJob, type RunRules } from '../spec/normal-task.js';
import { withChanges } from './run-change.js';

export interface RunShape {
  readonly tasks: readonly NormalTask[];
  readonly rules: RunRules;
}

/** The overrides of a run that change its tasks and rules. */
interface Given {
  readonly parallelism?: ParallelismSpec | undefined;
}

/**
 * The job as the run uses it. A source of indexes in the overrides replaces the job's; other fields replace the job's one by one,
 * so `{maxActive: 2}` leaves the indexes unchanged.
 */
export function jobOfRun<J extends ParallelJob>(job: J, values: Given | null): J {
  if (!values?.parallelism) return job;
  const ways = waysOf(values.parallelism);
  const named = Object.keys(ways).length > 0 ? ways : waysOf(job.parallelism);
  const { withCount: _c, withKeys: _k, withMatrix: _m, ...rest } = { ...job.parallelism, ...values.parallelism };
  return { ...job, parallelism: { ...rest, ...named } };
}

export function shapeOf(job: ParallelJob, values: Given | null, change: RunChange = {}): RunShape {
  const taken = jobOfRun(job, values);
  const tasks = normaliseTasks(taken);
  return withChanges(tasks, runRules(taken, tasks), change);
}
