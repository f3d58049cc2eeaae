/**
 * Derives the phase of a run, as the last step of a decision. Sources: Furiko 102 to 104, 107; V30. Furiko shows
 * `RetryBackoff` as soon as one index waits; here a run with a running attempt is `Running`.
 */
import type { IndexTotals } from '#common/run/index-table.js';
import { AWAITING_START_TIME } from '#common/run/new-run.js';
import type { Phase } from '#common/run/phase.js';
import type { EndedAttempt, Ending, LiveAttempt, TaskState } from '#common/run/run.js';
import { describeEnd } from './completion.js';
import type { Draft } from './draft.js';
import { requiredMembers } from './gangs.js';
import { REASONS } from './reasons.js';

const ON_THE_WAY = new Set<Phase>(['Completing', 'Terminating', 'Aborting']);
const NOTHING_DECIDED = { succeeded: 0, failed: 0 };
const NOTHING_LIVE = { running: 0, terminating: 0 };
const COUNTERS = ['running', 'terminating', 'pending', 'succeeded', 'failed'] as const;

/** Moves the run to the phase that its attempts and its ending give. `wanted`: attempts that wait for a grant. */
export function derivePhase(draft: Draft, wanted: number): void {
  countTasks(draft);
  if (draft.ending) deriveEndingPhase(draft, draft.ending);
  else if (draft.phase !== 'Restarting') deriveOpenPhase(draft, wanted);
}

function deriveEndingPhase(draft: Draft, ending: Ending): void {
  const { reason, message, actor, pod } = ending;
  const move = { reason, message, actor, ...(pod !== undefined && { pod }) };
  if (draft.live.size === 0) {
    draft.moveTo(ending.phase, move);
    draft.finished = draft.now;
    draft.exitCode = ending.exitCode;
    return;
  }
  if (!ON_THE_WAY.has(draft.phase)) draft.moveTo(wayOut(draft, ending), move);
}

function wayOut(draft: Draft, ending: Ending): Phase {
  if (ending.phase === 'Aborted') return 'Aborting';
  if (ending.phase === 'Terminated') return 'Terminating';
  if (ending.phase === 'Completed') return 'Completing';
  // A failed run still stops attempts, or only waits for their output.
  return draft.active.length > 0 ? 'Terminating' : 'Completing';
}

function deriveOpenPhase(draft: Draft, wanted: number): void {
  const { active } = draft;
  const { phase, reason } = openPhase(openCounts(draft, active, wanted));
  if (phase === 'Running') {
    draft.moveTo('Running', draft.phase === 'Running' ? draft : { reason: REASONS.AttemptStarted });
  } else if (phase === 'Backoff') {
    if (draft.phase !== 'Backoff') draft.moveTo('Backoff', { reason, ...waitMessage(draft) });
  } else if (reason === 'Starting') {
    if (active.length > 0) deriveStartingPhase(draft, active);
    // A gang was released and waits for its next round.
    else if (draft.phase === 'Running') draft.moveTo('Pending', { reason });
  } else draft.moveTo('Pending', { reason });
}

function openCounts(draft: Draft, active: readonly LiveAttempt[], wanted: number): OpenCounts {
  const { tasks } = draft.context.plan;
  const totals = tasks.map(({ name }) => draft.indexes.of(name)?.totals);
  const sum = (of: (totals: IndexTotals) => number): number =>
    totals.reduce((all, each) => all + (each ? of(each) : 0), 0);
  const running = active.filter(({ startedAt }) => startedAt !== null).length;
  return {
    running,
    starting: active.length - running,
    waiting: sum(({ waiting }) => waiting),
    free: wanted,
    ended: sum(({ succeeded, failed }) => succeeded + failed),
    required: requiredMembers(draft),
    isPaused: tasks.every(({ maxActive, indexes }) => maxActive === 0 || indexes === 0),
  };
}

/** The failure that this decision learned of, if any, and when the next attempt is due. */
function waitMessage(draft: Draft): { readonly message: string; readonly pod?: string } {
  const dues = draft.context.plan.tasks.map(({ name }) => draft.indexes.of(name)?.nextDue ?? Infinity);
  const due = Math.min(...dues);
  const next = due === Infinity ? '' : `; the next is due at ${new Date(due).toISOString()}`;
  const [failed] = draft.ended;
  return failed ? { message: `${failureOf(failed)}${next}`, ...draft.podOf(failed) } : { message: next.slice(2) };
}

/** Attempts are about to start. If all of them are retries, the run is `Backoff`, then `Pending`, until one has started. */
function deriveStartingPhase(draft: Draft, active: readonly LiveAttempt[]): void {
  const [retry] = active;
  if (!retry || active.some(({ attempt }) => attempt === 1)) {
    const waited = draft.phase === 'Backoff' || draft.reason === AWAITING_START_TIME;
    if (waited) draft.moveTo('Pending', { reason: REASONS.Starting });
    return;
  }
  if (draft.phase === 'Running') draft.moveTo('Backoff', { reason: REASONS.AttemptFailed, ...waitMessage(draft) });
  if (draft.phase === 'Backoff')
    draft.moveTo('Pending', {
      reason: REASONS.Starting,
      message: `attempt ${retry.attempt} of ${retry.task}/${retry.index}`,
    });
}

function failureOf({ task, index, attempt, end }: EndedAttempt): string {
  return `attempt ${attempt} of ${task}/${index} failed: ${describeEnd(end)}`;
}

/** Counts each task from its live attempts and its table of indexes; indexes that were cut off do not count. */
function countTasks(draft: Draft): void {
  const counts = countLive(draft);
  for (const task of draft.tasks.values()) {
    const { succeeded, failed } = draft.indexes.of(task.name)?.totals ?? NOTHING_DECIDED;
    const { running, terminating } = counts.get(task.name) ?? NOTHING_LIVE;
    const pending = task.indexes - succeeded - failed - running - terminating;
    const counted = { running, terminating, succeeded, failed, pending };
    if (differs(task, counted)) draft.setTask({ ...task, ...counted });
  }
}

function countLive(draft: Draft): ReadonlyMap<string, typeof NOTHING_LIVE> {
  const counts = new Map<string, typeof NOTHING_LIVE>();
  for (const { task, index, stop, startedAt } of draft.active) {
    if (index >= (draft.tasks.get(task)?.indexes ?? 0)) continue;
    const count = counts.get(task) ?? { ...NOTHING_LIVE };
    counts.set(task, count);
    if (stop) count.terminating += 1;
    else if (startedAt !== null) count.running += 1;
  }
  return counts;
}

type Counted = Pick<TaskState, 'running' | 'terminating' | 'pending' | 'succeeded' | 'failed'>;
const differs = (task: TaskState, counted: Counted): boolean =>
  COUNTERS.some((counter) => task[counter] !== counted[counter]);

export interface OpenCounts {
  /** Running attempts. */
  readonly running: number;
  /** Attempts that are claimed, created or stopping, and have not started. */
  readonly starting: number;
  /** Indexes that wait for their next attempt. */
  readonly waiting: number;
  /** Indexes that could start now. */
  readonly free: number;
  /** Indexes that have succeeded or failed. */
  readonly ended: number;
  /** Members that all gangs started so far need; 0 without a gang. */
  readonly required: number;
  /** `maxActive` of every task is 0. */
  readonly isPaused: boolean;
}

export interface OpenPhase {
  readonly phase: Extract<Phase, 'Pending' | 'Running' | 'Backoff'>;
  readonly reason: 'Paused' | 'Starting' | 'AttemptStarted' | 'AttemptFailed' | 'WaitingForCapacity' | 'GangIncomplete';
}

/** The phase of a run whose ending is not decided. */
export function openPhase({ running, starting, waiting, free, ended, required, isPaused }: OpenCounts): OpenPhase {
  // V30: members of a gang that have ended count as present.
  if (running > 0 && running + ended >= required) return { phase: 'Running', reason: 'AttemptStarted' };
  if (running > 0) return { phase: 'Pending', reason: 'GangIncomplete' };
  if (starting > 0) return { phase: 'Pending', reason: 'Starting' };
  if (isPaused) return { phase: 'Pending', reason: 'Paused' };
  if (free > 0) return { phase: 'Pending', reason: 'WaitingForCapacity' };
  return waiting > 0 ? { phase: 'Backoff', reason: 'AttemptFailed' } : { phase: 'Pending', reason: 'Starting' };
}
