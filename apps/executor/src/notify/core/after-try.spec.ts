import { asJobId, asTenantId } from '#common/domain/ids.js';
import {
  MAX_NOTICE_RETRY_MS,
  MAX_NOTICE_TRIES,
  MAX_RETRY_AFTER_MS,
  MAX_TRIES_KEPT,
  NOTICE_RETRY_MS,
} from '#common/domain/limits.js';
import type { Notice } from '#common/run/notice.js';
import { afterTry, type TryResult } from './after-try.js';

const NOTICE: Notice = {
  id: 'r/0/failed/w',
  tenant: asTenantId('ibm'),
  job: asJobId('j'),
  shard: 0,
  on: 'failed',
  webhook: 'sealed',
  to: 'w',
  body: { id: '', on: 'failed', at: '', tenant: 'ibm', job: 'j', jobName: 'j', message: '', run: null, missed: null },
  decidedAt: 0,
  tries: 0,
  nextTryAt: 0,
  outcome: null,
  lastError: null,
};
const REFUSED: TryResult = { type: 'failed', message: 'the webhook answered 503', status: 503 };
const time = { begunAt: 1_000, now: 1_250, tookMs: 249.6 };

/** The notice after this number of failed tries. */
const failed = (notice: Notice, times: number): Notice =>
  Array.from({ length: times }).reduce<Notice>((each) => afterTry(each, REFUSED, time), notice);

test('each try is kept with its time, its status and its reason', () => {
  const refused = afterTry(NOTICE, REFUSED, time);
  expect(refused.nextTryAt).toBe(time.now + NOTICE_RETRY_MS);
  const delivered = afterTry(refused, { type: 'delivered', status: 204 }, { begunAt: 9_000, now: 9_003, tookMs: 3 });
  expect(delivered).toMatchObject({ tries: 2, nextTryAt: null, outcome: 'delivered', lastError: null });
  expect(delivered.log).toEqual([
    { at: 1_000, tookMs: 250, status: 503, reason: 'the webhook answered 503' },
    { at: 9_000, tookMs: 3, status: 204, reason: null },
  ]);
});

test('a notice is given up after its last try, and gets all tries again when it is requested again', () => {
  expect(failed(NOTICE, MAX_NOTICE_TRIES - 1).nextTryAt).toBe(time.now + MAX_NOTICE_RETRY_MS);
  const gaveUp = failed(NOTICE, MAX_NOTICE_TRIES);
  expect(gaveUp).toMatchObject({ tries: MAX_NOTICE_TRIES, nextTryAt: null, outcome: 'gaveUp' });
  const anew: Notice = { ...gaveUp, triesBefore: gaveUp.tries, outcome: null, nextTryAt: time.now };
  expect(failed(anew, 1).nextTryAt).toBe(time.now + NOTICE_RETRY_MS);
  expect(failed(anew, MAX_NOTICE_TRIES - 1).outcome).toBeNull();
  expect(failed(anew, MAX_NOTICE_TRIES).outcome).toBe('gaveUp');
});

test('a forbidden address is given up at once, and the number of kept tries is limited', () => {
  const forbidden = afterTry(NOTICE, { type: 'forbidden', message: 'outside' }, time);
  expect(forbidden).toMatchObject({ outcome: 'gaveUp', log: [{ status: null, reason: 'outside' }] });
  const anew = { ...failed(NOTICE, MAX_NOTICE_TRIES), triesBefore: MAX_NOTICE_TRIES, outcome: null };
  const many = failed(anew, MAX_NOTICE_TRIES);
  expect(many.tries).toBe(2 * MAX_NOTICE_TRIES);
  expect(many.log).toHaveLength(MAX_TRIES_KEPT);
});

test.each<[string, number, number]>([
  ['is obeyed', 60_000, 60_000],
  ['does not shorten the pause', 1, NOTICE_RETRY_MS],
  ['is obeyed up to a limit', 10 * MAX_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS],
])('the time for which a receiver asked %s', (_, asked, expected) => {
  const { nextTryAt } = afterTry(NOTICE, { ...REFUSED, retryAt: time.now + asked }, time);
  expect(nextTryAt).toBe(time.now + expected);
});
