/** Shows a run's tasks: what its shape defines, and the results so far. */
import type { IndexTable } from '#common/run/index-table.js';
import type { NormalTask } from '#common/spec/normal-task.js';
import type { RunShape } from '#common/run/run-shape.js';
import type { Run, TaskState } from '#common/run/run.js';

export interface TaskView extends Omit<TaskState, 'table' | 'chunks'> {
  readonly completedIndexes: string;
  readonly failedIndexes: string;
}

/** The tables of the tasks, by name; in a list, those of some runs are not read. */
type Tables = ReadonlyMap<string, IndexTable>;

/** A run, its shape, and the states of its indexes as far as requested, all of one moment. */
export interface RunDetails {
  readonly run: Run;
  /** Null if the run's snapshot is gone. */
  readonly shape: RunShape | null;
  readonly tables: Tables;
}

/** Shown in place of a text that was not read, or at its cut. */
const MORE = '…';

/**
 * Before a run has begun, only its shape is known; without its snapshot, only its counters. `maxText`: texts of indexes end after this
 * many characters, after a whole range.
 */
export function taskViews({ run, shape, tables }: RunDetails, maxText = Infinity): TaskView[] {
  return statesOf(run, shape).map((task) => ({
    name: task.name,
    indexes: task.indexes,
    pending: task.pending,
    running: task.running,
    succeeded: task.succeeded,
    failed: task.failed,
    terminating: task.terminating,
    completedIndexes: shortened(textOf(task, 'succeeded', tables), maxText),
    failedIndexes: shortened(textOf(task, 'failed', tables), maxText),
  }));
}

/**
 * Attempts beyond the first of each index in this generation. Where the tables were not read, only attempts under way are known; in any
 * case the number of one under way says how many came before.
 */
export function retriesOf({ run, tables }: RunDetails): number {
  const ended = [...tables.values()].reduce((sum, { repeated }) => sum + repeated, 0);
  return run.live.reduce((sum, { task, index, attempt }) => {
    const before = Math.max(1, tables.get(task)?.attemptsOf(index) ?? 1);
    return sum + Math.max(0, attempt - before);
  }, ended);
}

function statesOf(run: Pick<Run, 'tasks'>, shape: RunShape | null): readonly TaskState[] {
  return shape === null ? run.tasks : shape.tasks.map((task) => stateOf(run, task));
}

function stateOf({ tasks }: Pick<Run, 'tasks'>, { name, indexes }: NormalTask): TaskState {
  const stored = tasks.find((task) => task.name === name);
  if (stored?.indexes === indexes) return stored;
  const { running = 0, succeeded = 0, failed = 0, terminating = 0 } = stored ?? {};
  const pending = Math.max(0, indexes - running - succeeded - failed - terminating);
  return { ...stored, name, indexes, pending, running, succeeded, failed, terminating };
}

type Counted = 'succeeded' | 'failed';

/** A count shows its members only if it counts none or all indexes. */
const isPlain = (task: TaskState, mark: Counted): boolean => task[mark] === 0 || task[mark] === task.indexes;

function textOf(task: TaskState, mark: Counted, tables: Tables): string {
  if (task[mark] === 0) return '';
  if (!isPlain(task, mark)) return tables.get(task.name)?.textOf(mark) ?? MORE;
  const last = task.indexes - 1;
  if (last === 0) return '0';
  return last === 1 ? '0,1' : `0-${last}`;
}

function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, text.lastIndexOf(',', max))},${MORE}`;
}
