/** What attempts' ends mean for their indexes, and indexes' ends for the run. */
import { EMPTY_SET, hasIndex, withIndex } from '#common/domain/index-set.js';
import type { AttemptEnd, LiveAttempt, TaskState } from '#common/domain/run.js';
import { verdictOf } from './completion.js';
import type { Draft } from './draft.js';
import { stopRemaining } from './ending.js';
import type { RetryRule } from '#common/domain/parallel/judge-end.js';
import { retryDelayMs } from './plan.js';
import { REASONS } from './reasons.js';

const REMAINING_GRACE_SECONDS = 30;

/** Counts the ends that this decision learned of since it last judged, all of them before anything is concluded from any. */
export function judgeEnds(draft: Draft): void {
  const ended = draft.endedNow.splice(0).sort(byTaskAndIndex);
  if (draft.final || draft.phase === 'Restarting' || draft.phase === 'Queued') return;
  const lost = ended.filter((live) => judgeEnd(draft, live) === 'lost');
  const verdict = verdictOf(draft, lost);
  if (verdict && draft.end(verdict))
    stopRemaining(draft, verdict.phase === 'Completed' ? 'completed' : 'terminated', REMAINING_GRACE_SECONDS);
  judgeSilence(draft, ended);
}

type Judgement = 'succeeded' | 'again' | 'lost' | 'uncounted';

function judgeEnd(draft: Draft, live: LiveAttempt): Judgement {
  const task = draft.tasks.get(live.task);
  const plan = draft.turn.plan.tasks.find(({ name }) => name === live.task);
  if (!task || !plan || !live.end || isDecided(task, live.index)) return 'uncounted';
  if (live.end.result === 'succeeded') {
    const succeededSet = withIndex(task.succeededSet ?? EMPTY_SET, live.index);
    draft.setTask({ ...task, succeeded: task.succeeded + 1, succeededSet });
    return 'succeeded';
  }
  if (abortsRun(live.end, plan.retry)) return 'uncounted';
  // Ended because we asked for it: neither failure nor success. One that nobody seems to have asked for is a failure.
  if (live.end.result === 'deletedByUs' && (live.stop ?? draft.ending)) return 'uncounted';
  return judgeFailure(draft, { live, end: live.end, task, retry: plan.retry });
}

interface Failure {
  readonly live: LiveAttempt;
  readonly end: AttemptEnd;
  readonly task: TaskState;
  readonly retry: RetryRule;
}

function judgeFailure(draft: Draft, { live, end, task, retry }: Failure): Judgement {
  if (isRetryable(end, retry) && live.attempt < retry.maxAttempts) {
    if (!draft.ending) scheduleRetry(draft, live, end, retry);
    return 'again';
  }
  draft.setTask({ ...task, failed: task.failed + 1, failedSet: withIndex(task.failedSet ?? EMPTY_SET, live.index) });
  return 'lost';
}

const isDecided = (task: TaskState, index: number): boolean =>
  hasIndex(task.succeededSet ?? EMPTY_SET, index) || hasIndex(task.failedSet ?? EMPTY_SET, index);

const abortsRun = (end: AttemptEnd, retry: RetryRule): boolean => end.result === 'idle' && !retry.onIdleTimeout;

/** Lists of exit codes judge what the worker itself returned; every other failure is tried again. */
function isRetryable(end: AttemptEnd, retry: RetryRule): boolean {
  if (end.result !== 'failed' || end.exitCode === null) return true;
  if (retry.notOnExitCodes.has(end.exitCode)) return false;
  return retry.onExitCodes.size === 0 || retry.onExitCodes.has(end.exitCode);
}

function scheduleRetry(draft: Draft, live: LiveAttempt, end: AttemptEnd, retry: RetryRule): void {
  const notBefore = end.at + retryDelayMs(retry, live.attempt);
  draft.setWaiting([...draft.waiting, { task: live.task, index: live.index, attempt: live.attempt + 1, notBefore }]);
}

/** A worker that fell silent takes its whole run with it, unless the job chose to try again. */
function judgeSilence(draft: Draft, ended: readonly LiveAttempt[]): void {
  const silent = ended.find((live) => {
    const plan = draft.turn.plan.tasks.find(({ name }) => name === live.task);
    return live.end && plan && abortsRun(live.end, plan.retry);
  });
  if (!silent?.end) return;
  const decided = draft.end({
    phase: 'Aborted',
    reason: REASONS.IdleTimeout,
    message: `attempt ${silent.attempt} of ${silent.task}/${silent.index}: ${silent.end.message}`,
    actor: 'executor',
    exitCode: null,
  });
  if (decided) stopRemaining(draft, 'aborted', REMAINING_GRACE_SECONDS);
}

const byTaskAndIndex = (a: LiveAttempt, b: LiveAttempt): number =>
  a.task < b.task ? -1 : a.task > b.task ? 1 : a.index - b.index;
