/** What an attempt's end means, said once: what we asked of it weighs more than how it went down. */
import type { AttemptEnd, AttemptResult, Instant, LiveAttempt, StopReason } from '#common/domain/run.js';
import { REASONS } from './reasons.js';
import { MAX_LIVE_MESSAGE_LENGTH } from '#common/domain/limits.js';

interface Verdict extends Pick<AttemptEnd, 'result' | 'reason'> {
  readonly what: string;
}

/** Ends that a time limit brought about, whatever exit code the worker found in its last moments. */
const LIMITS: Partial<Record<StopReason, Verdict>> = {
  startDeadline: {
    result: 'deadline',
    reason: REASONS.StartDeadlineExceeded,
    what: 'it did not start before its start deadline',
  },
  timeout: { result: 'deadline', reason: REASONS.TimeoutExceeded, what: 'it ran longer than timeoutSeconds' },
  idleTimeout: { result: 'idle', reason: REASONS.IdleTimeout, what: 'no sign of life within idleTimeoutSeconds' },
};

/** Why it could not start: this says more than that it did not. */
const NEVER_STARTED: ReadonlySet<AttemptResult> = new Set(['imagePull', 'unschedulable', 'startRefused']);

/**
 * The end as it counts. One that came before we asked is the worker's own, unless the engine says that it was us: what ran
 * last may have ended before. A success that came while we asked it to make way is a success still.
 */
export function classifyEnd(stop: LiveAttempt['stop'], end: AttemptEnd): AttemptEnd {
  if (!stop || (end.at < stop.at && end.result !== 'deletedByUs')) return end;
  if (stop.why) return { ...end, ...stop.why };
  const limit = LIMITS[stop.reason];
  if (limit) {
    const message = end.message ? `${limit.what} (${end.message})` : limit.what;
    if (stop.reason === 'startDeadline' && NEVER_STARTED.has(end.result)) return { ...end, message };
    return { ...end, result: limit.result, reason: limit.reason, message };
  }
  if (end.result === 'succeeded' || end.result === 'nodeLost') return end;
  return { ...end, result: 'deletedByUs', reason: end.reason === REASONS.Reported ? end.reason : REASONS.Stopped };
}

/** Words about attempts' beginnings and ends. */

/** The record has all of it; a run may have a thousand of these at once. */
export const shortened = (end: AttemptEnd): AttemptEnd => ({
  ...end,
  message: end.message.slice(0, MAX_LIVE_MESSAGE_LENGTH),
});

/** Says which attempt it is where it is not the first of its index. */
export const startedMessage = (live: LiveAttempt): string =>
  live.attempt === 1 ? '' : `attempt ${live.attempt} of ${live.task}/${live.index}`;

/** The end of an attempt that certainly has not started, and now never will. */
export const notStarted = (at: Instant, live: LiveAttempt): AttemptEnd => ({
  result: 'deletedByUs',
  at,
  exitCode: null,
  reason: REASONS.Stopped,
  message: live.waitingFor ?? 'stopped before it started',
});
