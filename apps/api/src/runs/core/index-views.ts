/** The indexes of a run one by one, with the meaning of each. */
import { indexInfo, type IndexInfo } from '#common/spec/index-source.js';
import type { IndexTable } from '#common/run/index-table.js';
import type { NormalTask } from '#common/spec/normal-task.js';
import type { LiveAttempt } from '#common/run/run.js';
import { liveState } from './attempt-state.js';

/** `backoff`: the index waits for its next try. */
export const INDEX_STATES = ['pending', 'running', 'terminating', 'backoff', 'succeeded', 'failed'] as const;
export type IndexState = (typeof INDEX_STATES)[number];

export interface IndexView extends IndexInfo {
  readonly task: string;
  readonly index: number;
  readonly state: IndexState;
  /** Attempts that were begun in this generation. */
  readonly attempts: number;
  /** The number of its attempts that count as failures. */
  readonly failures: number;
  /** The time of its next attempt; null unless it waits for a retry. */
  readonly nextAttemptAt: string | null;
}

export interface IndexQuestion {
  readonly task?: string | undefined;
  readonly state?: IndexState | undefined;
}

/** A page begins after this index of this task (its place in the run's list). */
export interface IndexCursor {
  readonly task: number;
  readonly index: number;
}

interface Source {
  readonly tasks: readonly NormalTask[];
  readonly tables: ReadonlyMap<string, IndexTable>;
  readonly live: readonly LiveAttempt[];
}

export function* indexViews(source: Source, question: IndexQuestion, after: IndexCursor | null): Generator<IndexView> {
  for (const [position, task] of source.tasks.entries()) {
    if (question.task !== undefined && question.task !== task.name) continue;
    if (after !== null && position < after.task) continue;
    const table = source.tables.get(task.name);
    const own = source.live.filter((each) => each.task === task.name && each.end === null);
    const live = new Map(own.map((each) => [each.index, each]));
    for (let index = position === after?.task ? after.index + 1 : 0; index < task.indexes; index++) {
      const attempt = live.get(index);
      const state = stateOf(table, index, attempt);
      if (question.state === undefined || question.state === state)
        yield viewOf({ task, table, attempt, state }, index);
    }
  }
}

interface Found {
  readonly task: NormalTask;
  readonly table: IndexTable | undefined;
  readonly attempt: LiveAttempt | undefined;
  readonly state: IndexState;
}

function viewOf({ task, table, attempt, state }: Found, index: number): IndexView {
  const { key, matrix } = indexInfo(task.source, index);
  const attempts = Math.max(attempt?.attempt ?? 0, table?.attemptsOf(index) ?? 0);
  const failures = table?.failuresOf(index) ?? 0;
  return {
    task: task.name,
    index,
    key,
    matrix,
    state,
    attempts,
    failures,
    nextAttemptAt: nextOf(table, index, attempt),
  };
}

/** A start that the worker has refused temporarily is repeated as the same attempt. */
function nextOf(table: IndexTable | undefined, index: number, attempt: LiveAttempt | undefined): string | null {
  const at = attempt === undefined ? table?.dueOf(index) : attempt.state === 'refused' ? attempt.retryAt : null;
  return at == null ? null : new Date(at).toISOString();
}

function stateOf(table: IndexTable | undefined, index: number, attempt: LiveAttempt | undefined): IndexState {
  const recorded = table?.stateOf(index);
  if (recorded === 'succeeded' || recorded === 'failed') return recorded;
  if (attempt) return liveState(attempt);
  return recorded === 'waiting' ? 'backoff' : 'pending';
}
