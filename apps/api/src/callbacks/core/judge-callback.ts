/** Decides from the stored state of the attempt whether a callback of a web-service worker may still be accepted. */
import { LATE_CALLBACK_MS } from '#common/domain/limits.js';
import { isReportedAgain } from '#common/run/reported-end.js';
import type { AttemptRecord, Instant, LiveAttempt } from '#common/run/run.js';

export type CallbackBody =
  | { readonly kind: 'status'; readonly state: 'RUNNING' | 'FINISHED' | 'FAILED' }
  | { readonly kind: 'log' | 'job_storage' };

/** The stored state of an attempt: under way, ended, or unknown. */
export interface KnownAttempt {
  readonly live: LiveAttempt | null;
  readonly record: Pick<AttemptRecord, 'end'> | null;
}

/** `take`: pass it on or store it. `repeat`: its content is stored already. `late`: the attempt is over. */
export type CallbackVerdict = 'take' | 'repeat' | 'late';

export function judgeCallback(body: CallbackBody, { live, record }: KnownAttempt, now: Instant): CallbackVerdict {
  const end = record?.end ?? live?.end ?? null;
  if (end === null) return live === null ? 'late' : 'take';
  if (body.kind !== 'status') return now - end.at <= LATE_CALLBACK_MS ? 'take' : 'late';
  return isReportedAgain(end, body.state) ? 'repeat' : 'late';
}
