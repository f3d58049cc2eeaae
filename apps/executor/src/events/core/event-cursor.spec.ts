import { asTenantId } from '#common/domain/ids.js';
import { EVENT_KEPT_MS, MAX_RETRY_AFTER_MS } from '#common/domain/limits.js';
import { seqAt } from '#common/run/end-event.js';
import { afterRequest, firstCursor, followed, gapOf, isGone, mayTryAt, replayed } from './event-cursor.js';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const channel = { tenant: asTenantId('ibm'), id: 'feed', rev: 3 };
const cursor = firstCursor(channel, seqAt(NOW - 5_000));
const used = { through: seqAt(NOW), channelRev: 3, now: NOW };
const failed = { type: 'failed', problem: 'the receiver answered 500', retryAt: null } as const;

test('a request that is taken moves the cursor and ends the pauses', () => {
  const after = afterRequest({ ...cursor, failures: 4, problem: 'x' }, { type: 'taken' }, used);
  expect(after).toMatchObject({ seq: used.through, rev: 2, failures: 0, problem: null, nextTryAt: NOW });
});

test('one that is not taken leaves the cursor where it is, and pauses double up to a minute', () => {
  const pauses: number[] = [];
  let next = cursor;
  for (let i = 0; i < 8; i++) {
    next = afterRequest(next, failed, used);
    pauses.push((next.nextTryAt - NOW) / 1_000);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(next).toMatchObject({ seq: cursor.seq, failures: 8, problem: 'the receiver answered 500' });
});

test.each([
  [30_000, 30_000],
  [10 * MAX_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS],
  [-1, 1_000],
])('a receiver that asks for %i ms gets %i', (asked, got) => {
  expect(afterRequest(cursor, { ...failed, retryAt: NOW + asked }, used).nextTryAt).toBe(NOW + got);
});

test('a request that is too large is halved at once, down to one event; sizes grow again when they are taken', () => {
  const tooLarge = (events: number) => ({ type: 'tooLarge', events, problem: 'the receiver answered 413' }) as const;
  const half = afterRequest(cursor, tooLarge(25), used);
  expect(half).toMatchObject({ most: 13, nextTryAt: NOW, seq: cursor.seq });
  expect(afterRequest(half, { type: 'taken' }, used)).toMatchObject({ most: 26 });
  expect(afterRequest({ ...half, most: 60 }, { type: 'taken' }, used)).not.toHaveProperty('most');
  expect(afterRequest(cursor, tooLarge(1), used)).toMatchObject({ failures: 1, nextTryAt: NOW + 1_000 });
});

test('a receiver that wants no more gets nothing until its channel is saved anew', () => {
  const after = afterRequest(cursor, { type: 'gone' }, used);
  expect([isGone(after, channel), isGone(after, { ...channel, rev: 4 })]).toEqual([true, false]);
  expect(isGone(afterRequest(after, failed, { ...used, channelRev: 4 }), { ...channel, rev: 4 })).toBe(false);
});

test('a channel that was saved anew is tried at once', () => {
  const after = afterRequest(cursor, failed, used);
  expect([mayTryAt(after, channel), mayTryAt(after, { ...channel, rev: 4 })]).toEqual([NOW + 1_000, 0]);
});

test('a replay sets the cursor back once', () => {
  const asked = { ...channel, rev: 4, replay: { after: 7, rev: 4 } };
  const back = replayed(cursor, asked);
  expect(back.seq).toBe(7);
  const after = afterRequest(back, { type: 'taken' }, { ...used, channelRev: 4 });
  expect(replayed(after, { ...asked, rev: 5 }).seq).toBe(used.through);
});

test('what may have been removed is a gap; a cursor with nothing to deliver is never so old', () => {
  const old = { ...cursor, seq: seqAt(NOW - EVENT_KEPT_MS) - 1 };
  expect(gapOf(old, NOW)).toEqual({ after: old.seq, until: seqAt(NOW - EVENT_KEPT_MS) });
  expect(gapOf(cursor, NOW)).toBeNull();
  expect(followed(cursor, seqAt(NOW), 3)).toBeNull();
  expect(followed(old, seqAt(NOW), 3)).toMatchObject({ seq: seqAt(NOW), rev: 2 });
});
