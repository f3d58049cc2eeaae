/** Beginning again: a restart runs every index anew, `resume` takes up an aborted run and keeps its successes. */
import type { RunCommand } from '#common/spec/definitions.js';
import { DEFAULT_GRACE_SECONDS } from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';
import type { Draft, Move } from './draft.js';
import { stopRemaining } from './completion.js';
import { freshTask } from './plan.js';
import { REASONS } from './reasons.js';

/** What people ask for is not counted among the restarts that `maxRetry` allows. */
export function restartByCommand(draft: Draft, command: RunCommand): boolean {
  if (draft.ending || draft.final || draft.phase === 'Restarting') return false;
  const { reason, actor } = command;
  const move = { reason: REASONS.RestartedByCommand, message: reason ?? '', actor };
  restart(draft, move, { graceSeconds: command.graceSeconds ?? DEFAULT_GRACE_SECONDS, notBefore: draft.now });
  return true;
}

/** Stops everything; once nothing is left and the time has come, `openGeneration` begins anew. */
export function restart(
  draft: Draft,
  move: Move,
  { graceSeconds, notBefore }: { readonly graceSeconds: number; readonly notBefore: Instant },
): void {
  stopRemaining(draft, 'replaced', graceSeconds);
  draft.setDelayed([]);
  draft.holdBack(notBefore > draft.now ? notBefore : null);
  draft.moveTo('Restarting', move);
}

/** Attempts count from one, every index runs again. */
export function openGeneration(draft: Draft): void {
  if (draft.live.size > 0 || draft.ending || draft.now < (draft.notBefore ?? 0)) return;
  beginGeneration(draft, { keepSuccesses: false });
  draft.moveTo('Pending', { reason: draft.reason, message: `generation ${draft.generation}` });
}

/**
 * An aborted run goes on in a new generation; recorded successes stand and are never run again. Its place is given away by
 * now: it waits for one like any other run, and is the scheduler's until it has one.
 */
export function resume(draft: Draft, command: RunCommand): boolean {
  if (draft.phase !== 'Aborted') return false;
  draft.ending = null;
  draft.finished = null;
  draft.exitCode = null;
  beginGeneration(draft, { keepSuccesses: true });
  draft.moveTo('Queued', { reason: REASONS.Resumed, message: command.reason ?? '', actor: command.actor });
  return true;
}

function beginGeneration(draft: Draft, kept: { readonly keepSuccesses: boolean }): void {
  draft.generation += 1;
  draft.gangs = [];
  draft.holdBack(null);
  draft.indexes.beginAnew(kept);
  draft.tasks.clear();
  for (const task of draft.context.plan.tasks) {
    const succeeded = draft.indexes.of(task.name)?.totals.succeeded ?? 0;
    draft.setTask({ ...freshTask(task), pending: task.indexes - succeeded, succeeded });
  }
}
