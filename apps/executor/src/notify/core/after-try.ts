import { backoffMs } from '#common/domain/back-off.js';
import {
  MAX_NOTICE_RETRY_MS,
  MAX_NOTICE_TRIES,
  MAX_RETRY_AFTER_MS,
  MAX_TRIES_KEPT,
  NOTICE_RETRY_MS,
} from '#common/domain/limits.js';
import type { DeliveryTry, Notice, RecipientAnswer } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';

/** The result of one attempt to send a notice; `status` is the status of the answer, if there is one. */
export type TryResult = {
  /** Final answers to recipients of a mail, of this try and of earlier ones, if some were refused. */
  readonly recipients?: readonly RecipientAnswer[];
} & (
  | { readonly type: 'delivered'; readonly status?: number; /** Who did not get it. */ readonly message?: string }
  /** `retryAt`: not before this instant, as the receiver has asked. */
  | { readonly type: 'failed'; readonly message: string; readonly status?: number; readonly retryAt?: Instant }
  /** The notice must never be sent to that address. */
  | { readonly type: 'forbidden'; readonly message: string; readonly status?: number }
  /** The address of the notice cannot be decrypted. */
  | { readonly type: 'unreadable'; readonly message: string; readonly status?: number }
);

/** When the attempt began, and how long it took. */
export interface TryTime {
  readonly begunAt: Instant;
  readonly now: Instant;
  readonly tookMs: number;
}

/** The notice after an attempt: delivered, given up, or due again after a pause that doubles, or after a longer one that the receiver asked for. */
export function afterTry(notice: Notice, result: TryResult, time: TryTime): Notice {
  const tries = notice.tries + 1;
  const tried = {
    ...notice,
    tries,
    lastError: result.message ?? null,
    ...(result.recipients && { recipients: result.recipients }),
    log: [...(notice.log ?? []), entryOf(result, time)].slice(-MAX_TRIES_KEPT),
  };
  if (result.type === 'delivered') return { ...tried, nextTryAt: null, outcome: 'delivered' };
  const counted = tries - (notice.triesBefore ?? 0);
  if (result.type !== 'failed' || counted >= MAX_NOTICE_TRIES) {
    return { ...tried, nextTryAt: null, outcome: 'gaveUp' };
  }
  const pause = backoffMs({ baseMs: NOTICE_RETRY_MS, capMs: MAX_NOTICE_RETRY_MS }, counted);
  return { ...tried, nextTryAt: Math.max(time.now + pause, quietUntil(result.retryAt ?? 0, time.now)) };
}

/** Until when a receiver that asks to wait is left alone: no longer than `MAX_RETRY_AFTER_MS`. */
export const quietUntil = (retryAt: Instant, now: Instant): Instant => Math.min(retryAt, now + MAX_RETRY_AFTER_MS);

const entryOf = (result: TryResult, { begunAt, tookMs }: TryTime): DeliveryTry => ({
  at: begunAt,
  tookMs: Math.round(tookMs),
  status: result.status ?? null,
  reason: result.message ?? null,
});
