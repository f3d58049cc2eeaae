/** Whether a run is decided: by its tasks' counters and its rules (domain/parallel/judge-run.ts). */
import { judgeRun, type TaskCounts, type Verdict } from '#common/domain/parallel/judge-run.js';
import { blockedTasks, type TaskProgress } from '#common/domain/parallel/waves.js';
import type { AttemptEnd, Ending, LiveAttempt } from '#common/domain/run.js';
import type { Draft } from './draft.js';
import { stopRemaining } from './ending.js';

const REMAINING_GRACE_SECONDS = 30;

/** Decides the run if its counters do. `lost` are attempts whose index has just failed for good, lowest first. */
export function conclude(draft: Draft, lost: readonly LiveAttempt[] = []): void {
  if (draft.ending || draft.final || draft.phase === 'Restarting' || draft.phase === 'Queued') return;
  const verdict = verdictOf(draft);
  if (!verdict) return;
  const isFailed = verdict.phase === 'Failed';
  draft.end(isFailed ? { ...failure(verdict, lost[0]), ...(lost[0] && draft.podOf(lost[0])) } : success(verdict));
  if (verdict.remaining === 'TerminateRemaining')
    stopRemaining(draft, isFailed ? 'terminated' : 'completed', REMAINING_GRACE_SECONDS);
}

function verdictOf(draft: Draft): Verdict | null {
  const { tasks, rules } = draft.turn.plan;
  const tables = tasks.map(({ name }) => draft.indexes.of(name));
  const counts = new Map<string, TaskCounts>();
  for (const [at, table] of tables.entries()) if (table) counts.set(tasks[at]?.name ?? '', table.totals);
  const blocked = blockedTasks(tasks, progressOf(draft));
  // Success rules are about the one task of a plain job.
  return judgeRun({ tasks, rules, counts, watched: tables[0]?.watchedSets ?? [], blocked });
}

const success = ({ phase, reason, message }: Verdict): Ending => ({
  phase,
  reason,
  message: reason === 'AllIndexesSucceeded' ? '' : message,
  actor: 'executor',
  exitCode: 0,
});

const failure = ({ phase, reason, message }: Verdict, lost: LiveAttempt | undefined): Ending => ({
  phase,
  reason,
  message: lost ? lostMessage(lost) : message,
  actor: 'executor',
  exitCode: lost?.end?.exitCode ?? null,
});

/** How far each task has got, as those that depend on it see it. */
export function progressOf(draft: Draft): ReadonlyMap<string, TaskProgress> {
  const ready = new Map<string, number>();
  for (const live of draft.active) if (isReady(draft, live)) ready.set(live.task, (ready.get(live.task) ?? 0) + 1);
  return new Map(
    draft.turn.plan.tasks.map(({ name }) => {
      const { succeeded = 0, failed = 0 } = draft.indexes.of(name)?.totals ?? {};
      return [name, { ready: ready.get(name) ?? 0, succeeded, failed }];
    }),
  );
}

/** Only pods say that they are ready; whatever else runs is. */
const isReady = ({ turn }: Draft, { startedAt, ready = turn.plan.engine !== 'kubernetes' }: LiveAttempt): boolean =>
  startedAt !== null && ready;

function lostMessage({ task, index, attempt, end }: LiveAttempt): string {
  const tries = attempt === 1 ? '' : ` after ${attempt} attempts`;
  const why = end ? describeEnd(end) : 'failed';
  return `${task}/${index} failed${tries}: ${why}`;
}

/** Its reason, which tells the ways to end apart, and what is known beyond. */
export const describeEnd = ({ message, reason }: AttemptEnd): string =>
  message === '' ? reason : `${reason}: ${message}`;
