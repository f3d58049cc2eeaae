/** What an attempt's end means, said once: what we asked of it weighs more than how it went down. */
import type { AttemptEnd, LiveAttempt, StopReason } from '#common/domain/run.js';
import { REASONS } from './reasons.js';

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

/**
 * The end as it counts. One that came before we asked is the worker's own; a success that came while we asked it to make way
 * is a success still.
 */
export function classifyEnd(stop: LiveAttempt['stop'], end: AttemptEnd): AttemptEnd {
  if (!stop || end.at < stop.at) return end;
  const limit = LIMITS[stop.reason];
  if (limit) {
    const { result, reason, what } = limit;
    return { ...end, result, reason, message: end.message ? `${what} (${end.message})` : what };
  }
  if (end.result === 'succeeded' || end.result === 'nodeLost') return end;
  return { ...end, result: 'deletedByUs', reason: end.reason === REASONS.Reported ? end.reason : REASONS.Stopped };
}
