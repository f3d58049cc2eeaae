/** What a channel gets next, and where its cursor stands after a request. Pure. */
import { backoffMs } from '#common/domain/back-off.js';
import {
  EVENT_KEPT_MS,
  EVENT_RETRY_MS,
  MAX_EVENT_RETRY_MS,
  MAX_EVENTS_PER_REQUEST,
  MAX_RETRY_AFTER_MS,
} from '#common/domain/limits.js';
import type { TenantId } from '#common/domain/ids.js';
import type { EventCursor } from '#common/run/event-cursor.js';
import type { Gap } from '#common/notices/cloud-event.js';
import { seqAt } from '#common/run/end-event.js';
import type { Instant } from '#common/run/run.js';

/** A cursor that has nothing to deliver follows the log at least this often, so that it is never older than what is kept. */
const FOLLOWS_AFTER = seqAt(3_600_000);

export type RequestResult =
  | { readonly type: 'taken' }
  /** 410: no event is wanted any more. */
  | { readonly type: 'gone' }
  /** 413, for a request with this many events. */
  | { readonly type: 'tooLarge'; readonly events: number; readonly problem: string }
  | { readonly type: 'failed'; readonly problem: string; readonly retryAt: Instant | null };

/** What of a channel decides on its events. */
interface Channel {
  readonly tenant: TenantId;
  readonly id: string;
  readonly rev: number;
  readonly replay?: { readonly after: number; readonly rev: number };
}

export const firstCursor = ({ tenant, id, rev }: Channel, seq: number): EventCursor => ({
  tenant,
  channel: id,
  rev: 1,
  seq,
  failures: 0,
  nextTryAt: 0,
  problem: null,
  channelRev: rev,
});

/** The cursor set back, where a replay was requested since the last request to the channel. */
export const replayed = (cursor: EventCursor, { replay }: Channel): EventCursor =>
  replay !== undefined && cursor.channelRev < replay.rev ? { ...cursor, seq: replay.after } : cursor;

/** True until somebody saves the channel anew. */
export const isGone = (cursor: EventCursor, channel: Channel): boolean =>
  cursor.isGone === true && cursor.channelRev === channel.rev;

/** When the next request may be sent. A channel that was saved anew is tried at once. */
export const mayTryAt = ({ channelRev, nextTryAt }: EventCursor, channel: Channel): Instant =>
  channelRev === channel.rev ? nextTryAt : 0;

/** The part of the log that may have been removed before the channel got it; null if there is none. */
export function gapOf({ seq }: Pick<EventCursor, 'seq'>, now: Instant): Gap | null {
  const until = seqAt(now - EVENT_KEPT_MS);
  return seq < until ? { after: seq, until } : null;
}

/** Null if the cursor need not be saved: everything up to `stored` is delivered. */
export function followed(cursor: EventCursor, stored: number, channelRev: number): EventCursor | null {
  return stored - cursor.seq < FOLLOWS_AFTER ? null : { ...cursor, rev: cursor.rev + 1, seq: stored, channelRev };
}

/** `through`: the place of the last event of the request; `channelRev`: the revision of the channel that was used. */
export function afterRequest(
  { isGone: _gone, most, ...before }: EventCursor,
  result: RequestResult,
  { through, channelRev, now }: { readonly through: number; readonly channelRev: number; readonly now: Instant },
): EventCursor {
  const cursor = { ...before, rev: before.rev + 1, channelRev };
  const larger = most === undefined || 2 * most >= MAX_EVENTS_PER_REQUEST ? {} : { most: 2 * most };
  const smaller = most === undefined ? {} : { most };
  if (result.type === 'taken')
    return { ...cursor, ...larger, seq: through, failures: 0, nextTryAt: now, problem: null };
  if (result.type === 'gone')
    return { ...cursor, ...smaller, isGone: true, problem: 'the receiver wants no more events (410)' };
  if (result.type === 'tooLarge' && result.events > 1) {
    const { problem } = result;
    return { ...cursor, most: Math.ceil(result.events / 2), nextTryAt: now, problem };
  }
  const failures = cursor.failures + 1;
  const pauseMs = backoffMs({ baseMs: EVENT_RETRY_MS, capMs: MAX_EVENT_RETRY_MS }, failures);
  const retryAt = result.type === 'failed' ? (result.retryAt ?? 0) : 0;
  const nextTryAt = Math.max(now + pauseMs, Math.min(retryAt, now + MAX_RETRY_AFTER_MS));
  return { ...cursor, ...smaller, failures, nextTryAt, problem: result.problem };
}
