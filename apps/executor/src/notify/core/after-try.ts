import { MAX_NOTICE_RETRY_MS, MAX_NOTICE_TRIES, NOTICE_RETRY_MS } from '#common/domain/limits.js';
import type { Notice } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';

/** The result of one attempt to send a notice. */
export type TryResult =
  | { readonly type: 'delivered' }
  | { readonly type: 'failed'; readonly message: string }
  /** It must never be sent to that address. */
  | { readonly type: 'forbidden'; readonly message: string };

/** The notice after an attempt: delivered, given up, or due again after a pause that doubles. */
export function afterTry(notice: Notice, result: TryResult, now: Instant): Notice {
  const tries = notice.tries + 1;
  if (result.type === 'delivered') return { ...notice, tries, nextTryAt: null, outcome: 'delivered', lastError: null };
  const lastError = result.message;
  if (result.type === 'forbidden' || tries >= MAX_NOTICE_TRIES) {
    return { ...notice, tries, nextTryAt: null, outcome: 'gaveUp', lastError };
  }
  const pause = Math.min(MAX_NOTICE_RETRY_MS, NOTICE_RETRY_MS * 2 ** notice.tries);
  return { ...notice, tries, nextTryAt: now + pause, lastError };
}
