/**
 * Running again only indexes that have not succeeded: which indexes count as done, and whether that is known. A run whose size was changed
 * while it was under way is repeated in that size.
 */
import type { RunChange } from '#common/spec/tasks.js';
import { packIndexes } from '#common/spec/index-ranges.js';
import type { NormalTask } from '#common/spec/normal-task.js';
import { changeProblems, sizesOf, withChanges } from '#common/run/run-change.js';
import type { RunShape } from '#common/run/run-shape.js';
import type { RunOverrides } from '#common/run/run.js';
import { sameJson } from '../../http/core/same-json.js';
import { taskViews, type RunDetails } from './task-views.js';

export type Successes =
  | {
      readonly ok: true;
      readonly succeededBefore: NonNullable<RunOverrides['succeededBefore']>;
      readonly change: RunChange | null;
    }
  | { readonly ok: false; readonly detail: string };

const OTHERS = 'the job now has other indexes than the run had: start a new run';

/** `next` is what the job defines now: its indexes must be those of the run, or the numbers would have another meaning. */
export function successesOf({ run, shape, tables }: RunDetails, next: RunShape): Successes {
  if (!shape)
    return {
      ok: false,
      detail:
        'the snapshot of the job from which the run was started is no longer stored, so its indexes are not known',
    };
  const change = sizesOf(run.change ?? {});
  if (change && changeProblems(next.tasks, next.rules, change).length > 0) return { ok: false, detail: OTHERS };
  const { tasks } = withChanges(next.tasks, next.rules, change ?? {});
  if (!sameJson(identityOf(shape.tasks), identityOf(tasks))) return { ok: false, detail: OTHERS };
  if (run.phase === 'Completed' && run.tasks.every(({ failed }) => failed === 0)) {
    return { ok: false, detail: 'no index of the run has failed' };
  }
  const views = taskViews({ run, shape, tables });
  if (views.every(({ indexes, succeeded }) => succeeded === indexes)) {
    return { ok: false, detail: 'every index of the run has succeeded' };
  }
  // The slots of a work queue are places, not pieces of work.
  const isCounted = (name: string): boolean =>
    shape.tasks.find((task) => task.name === name)?.source.kind !== 'workQueue';
  return {
    ok: true,
    succeededBefore: views
      .filter(({ name, completedIndexes }) => completedIndexes !== '' && isCounted(name))
      .map(({ name, completedIndexes }) => ({ task: name, indexes: packIndexes(completedIndexes) })),
    change,
  };
}

/** The number of a work queue's slots is the number of attempts that may be live, which does not affect its work. */
const identityOf = (tasks: readonly NormalTask[]): object[] =>
  tasks.map(({ name, source }) => ({ name, source: source.kind === 'workQueue' ? source.kind : source }));
