/**
 * New generations of a run: a restart runs every index again; `resume` continues an aborted run, and a run whose permits were taken
 * continues later, both with their successes.
 */
import type { RunCommand } from '#common/spec/definitions.js';
import type { Instant } from '#common/run/run.js';
import type { Draft, Move } from './draft.js';
import { stopRemaining } from './completion.js';
import { freshTask } from './plan.js';
import { REASONS } from './reasons.js';

/** Restarts by command do not count among those that `maxRetry` allows. */
export function restartByCommand(draft: Draft, command: RunCommand): boolean {
  if (draft.ending || draft.final || draft.phase === 'Restarting') return false;
  const { reason, actor } = command;
  const move = { reason: REASONS.RestartedByCommand, message: reason ?? '', actor };
  restart(draft, move, { graceSeconds: command.graceSeconds ?? undefined, notBefore: draft.now });
  return true;
}

/** Stops all attempts. Once none is left and `notBefore` has come, `openGeneration` starts the next generation. */
export function restart(
  draft: Draft,
  move: Move,
  { graceSeconds, notBefore }: { readonly graceSeconds?: number | undefined; readonly notBefore: Instant },
): void {
  stopRemaining(draft, 'replaced', graceSeconds);
  draft.setDelayed([]);
  draft.holdBack(notBefore > draft.now ? notBefore : null);
  draft.moveTo('Restarting', move);
}

/**
 * Starts the next generation of a restarting run: attempts count from one and every index runs again. A run that gives up its permits
 * becomes `Queued` instead: the scheduler admits it again.
 */
export function openGeneration(draft: Draft): void {
  if (draft.phase !== 'Restarting') return;
  if (draft.live.size > 0 || draft.ending || draft.now < (draft.notBefore ?? 0)) return;
  if (draft.givesUpPermits) {
    const { reason, message } = draft;
    beginGeneration(draft, { keepSuccesses: true });
    draft.moveTo('Queued', { reason, message });
    return;
  }
  beginGeneration(draft, { keepSuccesses: false });
  draft.moveTo('Pending', { reason: draft.reason, message: `generation ${draft.generation}` });
}

/**
 * Continues an aborted run in a new generation; recorded successes stand and never run again. The run has released its permits, so it
 * becomes `Queued`: the scheduler admits it again.
 */
export function resume(draft: Draft, command: RunCommand): boolean {
  if (draft.phase !== 'Aborted') return false;
  draft.ending = null;
  draft.finished = null;
  draft.exitCode = null;
  draft.beginUsage();
  beginGeneration(draft, { keepSuccesses: true });
  draft.moveTo('Queued', { reason: REASONS.Resumed, message: command.reason ?? '', actor: command.actor });
  return true;
}

function beginGeneration(draft: Draft, kept: { readonly keepSuccesses: boolean }): void {
  // Successes that are kept also keep their outputs.
  if (!kept.keepSuccesses) draft.outputs = undefined;
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
