/**
 * What an action of a policy asks of the engine, and what it costs.
 *
 * How the engine is meant to call it: collect the intents of one decision, `strongestOf` them, then `spendRestarts`. An `end`
 * becomes the run's ending. A restart of the run opens a new generation once nothing of the old one is left (attempts count
 * from zero, every index runs again); a restart of a task stops its live attempts, reopens what has failed or waits, and keeps
 * its successes; a restart of an index reopens that one. Their next attempts start no earlier than `delayMs` from now.
 *
 * Sources: Volcano 1.3, 1.6, V1 to V8, V17; design 6, points 1 and 4.
 */
import type { PolicyAction } from '../../contracts/tasks.js';
import type { Phase } from '../phase.js';
import { backoffMs, RESTART_BACKOFF } from './retry-delay.js';

export interface IntentCause {
  readonly task: string | null;
  readonly index: number | null;
  /** For people: what happened, such as `worker/2: PodFailed (exit code 3)`. */
  readonly message: string;
}

export type Intent =
  | { readonly type: 'end'; readonly phase: EndPhase; readonly reason: PolicyReason; readonly message: string }
  | { readonly type: 'restartRun'; readonly message: string }
  | { readonly type: 'restartTask'; readonly task: string; readonly message: string }
  | { readonly type: 'restartIndex'; readonly task: string; readonly index: number; readonly message: string };

type EndPhase = Extract<Phase, 'Aborted' | 'Terminated' | 'Completed' | 'Failed'>;
export const POLICY_REASONS = [
  'AbortedByPolicy',
  'TerminatedByPolicy',
  'CompletedByPolicy',
  'MaxRetryExceeded',
] as const;
export type PolicyReason = (typeof POLICY_REASONS)[number];

/** An action that asks for a narrower scope than its cause has takes the cause's own: the task, or the run. */
export function intentOf(action: PolicyAction, { task, index, message }: IntentCause): Intent {
  switch (action) {
    case 'AbortJob':
      return { type: 'end', phase: 'Aborted', reason: 'AbortedByPolicy', message };
    case 'TerminateJob':
      return { type: 'end', phase: 'Terminated', reason: 'TerminatedByPolicy', message };
    case 'CompleteJob':
      return { type: 'end', phase: 'Completed', reason: 'CompletedByPolicy', message };
    case 'RestartJob':
      return { type: 'restartRun', message };
    case 'RestartTask':
      return task === null ? { type: 'restartRun', message } : { type: 'restartTask', task, message };
    case 'RestartPod':
      if (task === null) return { type: 'restartRun', message };
      return index === null ? { type: 'restartTask', task, message } : { type: 'restartIndex', task, index, message };
  }
}

const END_RANK: Readonly<Record<EndPhase, number>> = { Failed: 0, Terminated: 1, Aborted: 2, Completed: 3 };

/**
 * What remains of intents that come together: one ending, else one restart of the run, else restarts of tasks and of indexes
 * outside these, each once. The order in which they came does not matter.
 */
export function strongestOf(intents: readonly Intent[]): readonly Intent[] {
  const ends = intents.filter((intent) => intent.type === 'end');
  const [end] = ends.sort((a, b) => END_RANK[a.phase] - END_RANK[b.phase] || compare(a.message, b.message));
  if (end) return [end];
  const byMessage = [...intents].sort((a, b) => compare(a.message, b.message));
  const whole = byMessage.find((intent) => intent.type === 'restartRun');
  if (whole) return [whole];
  const restarts = new Map<string, Intent>();
  for (const intent of byMessage)
    if (intent.type === 'restartTask') restarts.set(intent.task, restarts.get(intent.task) ?? intent);
  for (const intent of byMessage) {
    if (intent.type !== 'restartIndex' || restarts.has(intent.task)) continue;
    const key = `${intent.task}/${intent.index}`;
    restarts.set(key, restarts.get(key) ?? intent);
  }
  return [...restarts.entries()].sort(([a], [b]) => compare(a, b)).map(([, intent]) => intent);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export interface RestartSpending {
  /** Restarts that policies have made so far, of this run and all its generations. */
  readonly retries: number;
  /** What may be done: the intents, or the run's end because they ask for more restarts than `maxRetry`. */
  readonly intents: readonly Intent[];
  /** Before the restarted attempts start; 0 without a restart. */
  readonly delayMs: number;
}

/**
 * Counts restarts, not runs: with `maxRetry` 3 the fourth one ends the run (V17; in Volcano the third does). Resuming, and
 * restarts that people ask for, are not counted and do not come here (#3067).
 */
export function spendRestarts(retries: number, maxRetry: number, intents: readonly Intent[]): RestartSpending {
  const asked = intents.filter(({ type }) => type !== 'end').length;
  if (asked === 0) return { retries, intents, delayMs: 0 };
  const spent = retries + asked;
  if (spent <= maxRetry) return { retries: spent, intents, delayMs: backoffMs(RESTART_BACKOFF, spent) };
  const causes = intents.map(({ message }) => message).join('; ');
  const message = `${retries} restarts were made, maxRetry allows ${maxRetry}: ${causes}`;
  return { retries, intents: [{ type: 'end', phase: 'Failed', reason: 'MaxRetryExceeded', message }], delayMs: 0 };
}
