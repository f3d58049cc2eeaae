import type { AttemptEnd } from '#common/run/run.js';
import { normalisePolicies } from '#common/spec/policy-rules.js';
import type { PolicySpec } from '#common/spec/tasks.js';
import { anEnd as ended } from '#testing/builders/attempt-end.js';
import { hasTaskCompleted, hasTaskFailed, matchPolicy, pendingAction, policyEventOf, rulesFor } from './policies.js';

const T0 = 1_000_000;

const rulesOf = (...policies: PolicySpec[]): ReturnType<typeof normalisePolicies> =>
  normalisePolicies(policies, 'policies');

describe('the policy for a cause', () => {
  const action = (policies: PolicySpec[], end: AttemptEnd): string | undefined => {
    const cause = policyEventOf(end);
    return cause === null ? 'no event' : matchPolicy(rulesOf(...policies), cause)?.action;
  };

  it.each<[string, PolicySpec[], AttemptEnd, string | undefined]>([
    [
      'V1: PodFailed → RestartJob, a pod exits with 1',
      [{ event: 'PodFailed', action: 'RestartJob' }],
      ended('failed', 1),
      'RestartJob',
    ],
    [
      'V4: PodEvicted → RestartJob, someone deletes a pod',
      [{ event: 'PodEvicted', action: 'RestartJob' }],
      ended('deletedByOther'),
      'RestartJob',
    ],
    ['V4: a pod is evicted', [{ event: 'PodEvicted', action: 'RestartJob' }], ended('evicted'), 'RestartJob'],
    ['V4: a pod is preempted', [{ event: 'PodEvicted', action: 'RestartJob' }], ended('preempted'), 'RestartJob'],
    [
      'V7: * → RestartJob, someone deletes a pod',
      [{ event: '*', action: 'RestartJob' }],
      ended('deletedByOther'),
      'RestartJob',
    ],
    ['V7: *, a node is lost', [{ event: '*', action: 'RestartJob' }], ended('nodeLost'), 'RestartJob'],
    [
      'V8: an end that we caused is no event',
      [{ event: '*', action: 'TerminateJob' }],
      ended('deletedByUs'),
      'no event',
    ],
    ['V14: exit code 3 → RestartJob', [{ exitCode: 3, action: 'RestartJob' }], ended('failed', 3), 'RestartJob'],
    ['V14: another exit code', [{ exitCode: 3, action: 'RestartJob' }], ended('failed', 4), undefined],
    [
      'V15: one of two events',
      [{ events: ['PodEvicted', 'PodFailed'], action: 'TerminateJob' }],
      ended('failed', 1),
      'TerminateJob',
    ],
    [
      'V15: the other of two events',
      [{ events: ['PodEvicted', 'PodFailed'], action: 'TerminateJob' }],
      ended('evicted'),
      'TerminateJob',
    ],
    ['1.5: no policy matches', [{ event: 'PodEvicted', action: 'RestartJob' }], ended('failed', 1), undefined],
    [
      '1.5: the first of two matching policies is used',
      [
        { exitCodes: [2, 3], action: 'RestartPod' },
        { event: 'PodFailed', action: 'AbortJob' },
      ],
      ended('failed', 3),
      'RestartPod',
    ],
    [
      '1.5: policies are used in the order of the list',
      [
        { event: 'PodFailed', action: 'AbortJob' },
        { exitCode: 3, action: 'RestartPod' },
      ],
      ended('failed', 3),
      'AbortJob',
    ],
    [
      'K40: the exit code of an evicted pod',
      [{ exitCode: 137, action: 'RestartPod' }],
      ended('evicted', 137),
      'RestartPod',
    ],
    ['a success is no event', [{ event: '*', action: 'RestartJob' }], ended('succeeded', 0), 'no event'],
    [
      'an attempt that timed out has failed',
      [{ event: 'PodFailed', action: 'RestartPod' }],
      ended('deadline'),
      'RestartPod',
    ],
  ])('%s', (_case, policies, end, expected) => {
    expect(action(policies, end)).toBe(expected);
  });

  it('#5452: considers the exit codes of all containers, not only of the first', () => {
    const end = { ...ended('failed', 1), exitCodes: { main: 1, sidecar: 42, helper: 0 } };
    expect(policyEventOf(end)?.exitCodes).toContain(42);
    expect(policyEventOf(end)?.exitCodes).not.toContain(0);
  });

  it('leaves out the exit codes of native sidecars, which decide nothing', () => {
    const end = { ...ended('failed', 4), exitCodes: { main: 4, helper: 137, side: 5 }, sidecars: ['helper'] };
    expect([...(policyEventOf(end)?.exitCodes ?? [])].sort()).toEqual([4, 4, 5]);
  });

  it('V16: comes from the list of the task before that of the job', () => {
    const task = {
      policies: normalisePolicies([{ event: 'PodFailed', action: 'RestartJob' }], 'tasks.worker.policies'),
    };
    const run = { policies: normalisePolicies([{ event: 'PodFailed', action: 'AbortJob' }], 'policies') };
    const cause = { event: 'PodFailed', exitCodes: [] } as const;
    expect(matchPolicy(rulesFor(task, run), cause)).toMatchObject({
      action: 'RestartJob',
      path: 'tasks.worker.policies.0',
    });
    expect(matchPolicy(rulesFor(null, run), cause)?.action).toBe('AbortJob');
  });

  it('1.5: comes from the list of the job if the list of the task has no match', () => {
    const task = {
      policies: normalisePolicies([{ event: 'PodEvicted', action: 'RestartPod' }], 'tasks.worker.policies'),
    };
    const run = { policies: normalisePolicies([{ event: 'PodFailed', action: 'AbortJob' }], 'policies') };
    expect(matchPolicy(rulesFor(task, run), { event: 'PodFailed', exitCodes: [] })?.action).toBe('AbortJob');
  });

  it('V11: matches a completed task by TaskCompleted, not by *', () => {
    const cause = { event: 'TaskCompleted', exitCodes: [] } as const;
    expect(matchPolicy(rulesOf({ event: '*', action: 'RestartJob' }), cause)).toBeNull();
    expect(matchPolicy(rulesOf({ event: 'TaskCompleted', action: 'CompleteJob' }), cause)?.action).toBe('CompleteJob');
  });

  it('V28: matches a pending attempt only after a delay, also by *', () => {
    expect(pendingAction(rulesOf({ event: '*', action: 'RestartPod' }), T0)).toBeNull();
    expect(pendingAction(rulesOf({ event: 'PodPending', action: 'RestartPod', timeoutSeconds: 30 }), T0)).toEqual({
      action: 'RestartPod',
      rule: 'policies.0',
      at: T0 + 30_000,
    });
    expect(pendingAction(rulesOf({ event: '*', action: 'AbortJob', timeoutSeconds: 5 }), T0)?.at).toBe(T0 + 5_000);
  });

  it('V13: counts the in-place restarts of all attempts of a task together', () => {
    expect(hasTaskFailed({ maxRestarts: 3 }, [1, 1])).toBe(false);
    expect(hasTaskFailed({ maxRestarts: 3 }, [1, 2])).toBe(true);
  });

  it('V11: treats a task as completed when all of its indexes have succeeded, and never a task without indexes', () => {
    expect(hasTaskCompleted({ indexes: 2 }, 1)).toBe(false);
    expect(hasTaskCompleted({ indexes: 2 }, 2)).toBe(true);
    expect(hasTaskCompleted({ indexes: 0 }, 0)).toBe(false);
  });
});
