/** Whether a callback of a web-service worker may still be taken, from what is stored of its attempt. */
import { LATE_CALLBACK_MS } from '#common/domain/limits.js';
import type { AttemptRecord, AttemptResult, Instant, LiveAttempt } from '#common/run/run.js';

export type CallbackBody =
  | { readonly kind: 'status'; readonly state: 'RUNNING' | 'FINISHED' | 'FAILED' }
  | { readonly kind: 'log' | 'job_storage' };

/** The stored state of an attempt: under way, ended, or unknown. */
export interface KnownAttempt {
  readonly live: LiveAttempt | null;
  readonly record: Pick<AttemptRecord, 'end'> | null;
}

/** `take`: hand it on or keep it. `repeat`: it says what is stored already. `late`: the attempt is over. */
export type CallbackVerdict = 'take' | 'repeat' | 'late';

export function judgeCallback(body: CallbackBody, { live, record }: KnownAttempt, now: Instant): CallbackVerdict {
  const end = record?.end ?? live?.end ?? null;
  if (end === null) return live === null ? 'late' : 'take';
  if (body.kind !== 'status') return now - end.at <= LATE_CALLBACK_MS ? 'take' : 'late';
  return saysAgain(body.state, end.result) ? 'repeat' : 'late';
}

/** True for the final status that the attempt has ended with. */
const saysAgain = (state: 'RUNNING' | 'FINISHED' | 'FAILED', result: AttemptResult): boolean =>
  (state === 'FINISHED' && result === 'succeeded') || (state === 'FAILED' && result === 'failed');
