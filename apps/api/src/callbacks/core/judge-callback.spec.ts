import { LATE_CALLBACK_MS } from '#common/domain/limits.js';
import type { AttemptResult, LiveAttempt } from '#common/run/run.js';
import { judgeCallback, type KnownAttempt } from './judge-callback.js';

const END = 1_000_000;
const end = (result: AttemptResult, reason = 'Reported'): KnownAttempt['record'] => ({
  end: { result, at: END, exitCode: null, reason, message: '' },
});
const live = { end: null } as LiveAttempt;

test.each([
  ['an attempt under way', { live, record: null }, 0, 'take'],
  ['an attempt that is not known', { live: null, record: null }, 0, 'late'],
  ['an attempt that has just ended', { live: null, record: end('succeeded') }, LATE_CALLBACK_MS, 'take'],
  ['an attempt that ended a minute ago', { live: null, record: end('succeeded') }, LATE_CALLBACK_MS + 1, 'late'],
])('the lines of %s are accepted or refused as late', (_what, known, after, verdict) => {
  expect(judgeCallback({ kind: 'log' }, known, END + after)).toBe(verdict);
  expect(judgeCallback({ kind: 'job_storage' }, known, END + after)).toBe(verdict);
});

test.each([
  ['FINISHED', 'succeeded', 'repeat'],
  ['FINISHED', 'failed', 'late'],
  ['FAILED', 'failed', 'repeat'],
  ['FAILED', 'idle', 'late'],
  ['FAILED', 'succeeded', 'late'],
  ['RUNNING', 'succeeded', 'late'],
] as const)('the status %s after the attempt has %s', (state, result, verdict) => {
  const body = { kind: 'status', state } as const;
  expect(judgeCallback(body, { live: null, record: end(result) }, END + 3_600_000)).toBe(verdict);
  expect(judgeCallback(body, { live, record: null }, END)).toBe('take');
});

test('the status of an attempt that has failed without a report of its worker comes late', () => {
  const known = { live: null, record: end('failed', 'Http500') };
  expect(judgeCallback({ kind: 'status', state: 'FAILED' }, known, END)).toBe('late');
});
