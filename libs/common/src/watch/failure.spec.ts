import { asAttemptId, asJobId, asRunId, asTenantId } from '../domain/ids.js';
import type { Phase } from '../run/phase.js';
import { fingerprintText, hasFailed, httpStatusOf, kindOfFailure, type FailedRun } from './failure.js';

const run: FailedRun = {
  id: asRunId('r'),
  tenant: asTenantId('ibm'),
  job: asJobId('j'),
  jobName: 'j',
  jobVersion: 1,
  reason: 'IndexFailed',
  message: 'main/0 failed: Http503: try later',
  exitCode: null,
  createdAt: 0,
  finished: 1,
};

test.each<[Phase, string, boolean]>([
  ['Failed', 'IndexFailed', true],
  ['Refused', 'QueueFull', true],
  ['Terminated', 'TerminatedByPolicy', true],
  ['Terminated', 'TerminatedByCommand', false],
  ['Aborted', 'AbortedByCommand', false],
  ['Aborted', 'IdleTimeout', true],
  ['Completed', 'AllIndexesSucceeded', false],
  ['Missed', 'Missed', false],
  ['Completing', 'IndexFailed', false],
])('a run that is %s (%s) is in an error group: %s', (phase, reason, expected) => {
  expect(hasFailed({ phase, reason })).toBe(expected);
});

test('the reason of the attempt that decided the run counts, otherwise that of the run', () => {
  const failed = { attempt: asAttemptId('r/0/main/0/1'), reason: 'OOMKilled' };
  expect(kindOfFailure({ ...run, failed }, ['boom']).reason).toBe('OOMKilled');
  expect(kindOfFailure(run, ['boom']).reason).toBe('IndexFailed');
});

test('if no output was written the message counts', () => {
  expect(kindOfFailure(run, ['', ' ']).lines).toEqual(['Http<n>: try later']);
  expect(kindOfFailure(run, ['boom 1']).lines).toEqual(['boom <n>']);
});

test('groups differ by tenant, start of the tenant, reason, exit code and lines, and by nothing else', () => {
  const kind = kindOfFailure(run, ['boom']);
  const text = fingerprintText(kind, 0);
  const others = [
    fingerprintText({ ...kind, tenant: asTenantId('acme') }, 0),
    fingerprintText(kind, 1),
    fingerprintText({ ...kind, reason: 'Other' }, 0),
    fingerprintText({ ...kind, exitCode: 1 }, 0),
    fingerprintText({ ...kind, lines: ['bang'] }, 0),
    fingerprintText({ ...kind, lines: ['boom', 'boom'] }, 0),
  ];
  expect(new Set([text, ...others]).size).toBe(7);
  const again = kindOfFailure({ ...run, id: asRunId('s'), job: asJobId('k'), jobVersion: 7, finished: 9 }, ['boom']);
  expect(fingerprintText(again, 0)).toBe(text);
});

test('the status of a web service is parsed from the reason', () => {
  expect(httpStatusOf('Http503')).toBe(503);
  expect(httpStatusOf('ExitCode')).toBeNull();
});
