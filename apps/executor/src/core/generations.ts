/** Beginning again: `restart` runs every index anew, `resume` takes up an aborted run and keeps its successes. */
import type { RunCommand } from '#common/domain/definitions.js';
import { DEFAULT_GRACE_SECONDS } from '#common/domain/limits.js';
import type { TaskState } from '#common/domain/run.js';
import type { Draft } from './draft.js';
import { stopRemaining } from './ending.js';
import { REASONS } from './reasons.js';

/** Stops everything; once nothing is left, `openGeneration` begins anew. */
export function restart(draft: Draft, command: RunCommand): boolean {
  if (draft.ending || draft.final || draft.phase === 'Restarting' || draft.phase === 'Queued') return false;
  draft.setWaiting([]);
  stopRemaining(draft, 'replaced', command.graceSeconds ?? DEFAULT_GRACE_SECONDS);
  draft.moveTo('Restarting', {
    reason: REASONS.RestartedByCommand,
    message: command.reason ?? '',
    actor: command.actor,
  });
  return true;
}

/** Called when nothing of the former generation is left: attempts count from one, every index runs again. */
export function openGeneration(draft: Draft): void {
  draft.generation += 1;
  draft.retries += 1;
  for (const task of draft.tasks.values()) draft.setTask(freshTask(task));
  draft.moveTo('Pending', { reason: draft.reason, message: `generation ${draft.generation}` });
}

/** An aborted run goes on in a new generation; recorded successes stand and are never run again. */
export function resume(draft: Draft, command: RunCommand): boolean {
  if (draft.phase !== 'Aborted') return false;
  draft.generation += 1;
  draft.ending = null;
  draft.finished = null;
  draft.exitCode = null;
  for (const task of draft.tasks.values()) {
    const kept = freshTask(task);
    draft.setTask({
      ...kept,
      pending: task.indexes - task.succeeded,
      succeeded: task.succeeded,
      ...(task.succeededSet === undefined ? {} : { succeededSet: task.succeededSet }),
    });
  }
  draft.moveTo('Pending', { reason: REASONS.Resumed, message: command.reason ?? '', actor: command.actor });
  return true;
}

const freshTask = ({ name, indexes }: TaskState): TaskState => ({
  name,
  indexes,
  pending: indexes,
  running: 0,
  succeeded: 0,
  failed: 0,
  terminating: 0,
});
