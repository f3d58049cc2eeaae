/** Whether a run is decided: a function of its tasks' counters and of the indexes that were just lost. */
import type { AttemptEnd, Ending, LiveAttempt } from '#common/domain/run.js';
import type { Draft } from './draft.js';
import { REASONS } from './reasons.js';

/** The run's ending, or null while it is open. `lost` are attempts whose index has just failed for good, lowest first. */
export function verdictOf(draft: Draft, lost: readonly LiveAttempt[]): Ending | null {
  const tasks = [...draft.tasks.values()];
  const [first] = lost;
  if (first) {
    return {
      phase: 'Failed',
      reason: REASONS.IndexFailed,
      message: lostMessage(first),
      actor: 'executor',
      exitCode: first.end?.exitCode ?? null,
    };
  }
  if (!tasks.every((task) => task.succeeded === task.indexes)) return null;
  return { phase: 'Completed', reason: REASONS.AllIndexesSucceeded, message: '', actor: 'executor', exitCode: 0 };
}

function lostMessage({ task, index, attempt, end }: LiveAttempt): string {
  const tries = attempt === 1 ? '' : ` after ${attempt} attempts`;
  const why = end ? describeEnd(end) : 'failed';
  return `${task}/${index} failed${tries}: ${why}`;
}

export const describeEnd = ({ message, reason }: AttemptEnd): string => (message === '' ? reason : message);
