import fc from 'fast-check';
import { POLICY_ACTIONS, type PolicySpec } from '#common/spec/tasks.js';
import { MAX_DELAYED_ACTIONS } from '#common/domain/limits.js';
import { ATTEMPT_RESULTS, STOP_REASONS, type AttemptEnd, type AttemptResult } from '#common/run/run.js';
import {
  dueActions,
  isFull,
  nextDueAt,
  withAction,
  withoutCause,
  type DelayedAction,
} from '#common/run/delayed-actions.js';
import { intentOf, type Intent } from './policies.js';
import { spendRestarts, strongestOf } from './actions.js';
import { judgeEnd, isReplaced, retryWaitMs, type EndJudgement } from './ends.js';
import type { RetryRule } from './plan.js';
import { policyEventOf, hasTaskCompleted, hasTaskFailed, matchPolicy, pendingAction, rulesFor } from './policies.js';
import { normalisePolicies } from '#common/spec/policy-rules.js';
import { backoffMs } from '#common/run/retry-delay.js';

const T0 = 1_000_000;

const ended = (result: AttemptResult, exitCode: number | null = null): AttemptEnd => ({
  result,
  at: T0,
  exitCode,
  reason: 'x',
  message: '',
});

const rulesOf = (...policies: PolicySpec[]): ReturnType<typeof normalisePolicies> =>
  normalisePolicies(policies, 'policies');

const ONCE: RetryRule = {
  maxAttempts: 1,
  delayMs: 0,
  exponential: false,
  maxDelayMs: 600_000,
  onExitCodes: new Set(),
  notOnExitCodes: new Set(),
  onIdleTimeout: false,
};

interface Circumstances {
  readonly end: AttemptEnd;
  readonly policies?: PolicySpec[];
  readonly retry?: Partial<RetryRule>;
  readonly failures?: number;
  readonly isReplaced?: boolean;
}

function judge({ end, policies = [], retry, failures = 0, isReplaced: way = false }: Circumstances): EndJudgement {
  return judgeEnd({ end, isReplaced: way, failures, policies: rulesOf(...policies), retry: { ...ONCE, ...retry } });
}

describe('the policy that answers a happening', () => {
  const action = (policies: PolicySpec[], end: AttemptEnd): string | undefined => {
    const happening = policyEventOf(end);
    return happening === null ? 'no event' : matchPolicy(rulesOf(...policies), happening)?.action;
  };

  it.each<[string, PolicySpec[], AttemptEnd, string | undefined]>([
    [
      'V1: PodFailed → RestartJob, a pod exits 1',
      [{ event: 'PodFailed', action: 'RestartJob' }],
      ended('failed', 1),
      'RestartJob',
    ],
    [
      'V4: PodEvicted → RestartJob, somebody deletes a pod',
      [{ event: 'PodEvicted', action: 'RestartJob' }],
      ended('deletedByOther'),
      'RestartJob',
    ],
    ['V4: a pod is evicted', [{ event: 'PodEvicted', action: 'RestartJob' }], ended('evicted'), 'RestartJob'],
    ['V4: a pod is preempted', [{ event: 'PodEvicted', action: 'RestartJob' }], ended('preempted'), 'RestartJob'],
    [
      'V7: * → RestartJob, somebody deletes a pod',
      [{ event: '*', action: 'RestartJob' }],
      ended('deletedByOther'),
      'RestartJob',
    ],
    ['V7: *, a node is lost', [{ event: '*', action: 'RestartJob' }], ended('nodeLost'), 'RestartJob'],
    [
      'V8: what we end ourselves is no event',
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
      'V15: the other one',
      [{ events: ['PodEvicted', 'PodFailed'], action: 'TerminateJob' }],
      ended('evicted'),
      'TerminateJob',
    ],
    ['1.5: nothing matches', [{ event: 'PodEvicted', action: 'RestartJob' }], ended('failed', 1), undefined],
    [
      '1.5: the first of two wins',
      [
        { exitCodes: [2, 3], action: 'RestartPod' },
        { event: 'PodFailed', action: 'AbortJob' },
      ],
      ended('failed', 3),
      'RestartPod',
    ],
    [
      '1.5: in the order of the list',
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

  it('#5452: looks at the exit codes of all containers, not of the first', () => {
    const end = { ...ended('failed', 1), exitCodes: { main: 1, sidecar: 42, helper: 0 } };
    expect(policyEventOf(end)?.exitCodes).toContain(42);
    expect(policyEventOf(end)?.exitCodes).not.toContain(0);
  });

  it("V16: the task's list is looked at before the job's", () => {
    const task = {
      policies: normalisePolicies([{ event: 'PodFailed', action: 'RestartJob' }], 'tasks.worker.policies'),
    };
    const run = { policies: normalisePolicies([{ event: 'PodFailed', action: 'AbortJob' }], 'policies') };
    const happening = { event: 'PodFailed', exitCodes: [] } as const;
    expect(matchPolicy(rulesFor(task, run), happening)).toMatchObject({
      action: 'RestartJob',
      path: 'tasks.worker.policies.0',
    });
    expect(matchPolicy(rulesFor(null, run), happening)?.action).toBe('AbortJob');
  });

  it("1.5: what the task's list leaves out falls through to the job's", () => {
    const task = {
      policies: normalisePolicies([{ event: 'PodEvicted', action: 'RestartPod' }], 'tasks.worker.policies'),
    };
    const run = { policies: normalisePolicies([{ event: 'PodFailed', action: 'AbortJob' }], 'policies') };
    expect(matchPolicy(rulesFor(task, run), { event: 'PodFailed', exitCodes: [] })?.action).toBe('AbortJob');
  });

  it('V11: * does not answer a completed task, TaskCompleted does', () => {
    const happening = { event: 'TaskCompleted', exitCodes: [] } as const;
    expect(matchPolicy(rulesOf({ event: '*', action: 'RestartJob' }), happening)).toBeNull();
    expect(matchPolicy(rulesOf({ event: 'TaskCompleted', action: 'CompleteJob' }), happening)?.action).toBe(
      'CompleteJob',
    );
  });

  it('V28: a pending attempt is answered after a delay only, also by *', () => {
    expect(pendingAction(rulesOf({ event: '*', action: 'RestartPod' }), T0)).toBeNull();
    expect(pendingAction(rulesOf({ event: 'PodPending', action: 'RestartPod', timeoutSeconds: 30 }), T0)).toEqual({
      action: 'RestartPod',
      rule: 'policies.0',
      at: T0 + 30_000,
    });
    expect(pendingAction(rulesOf({ event: '*', action: 'AbortJob', timeoutSeconds: 5 }), T0)?.at).toBe(T0 + 5_000);
  });

  it('V13: in-place restarts of all attempts of a task are added up', () => {
    expect(hasTaskFailed({ maxRestarts: 3 }, [1, 1])).toBe(false);
    expect(hasTaskFailed({ maxRestarts: 3 }, [1, 2])).toBe(true);
  });

  it('V11: a task is completed when all of its indexes have succeeded, and never without any', () => {
    expect(hasTaskCompleted({ indexes: 2 }, 1)).toBe(false);
    expect(hasTaskCompleted({ indexes: 2 }, 2)).toBe(true);
    expect(hasTaskCompleted({ indexes: 0 }, 0)).toBe(false);
  });
});

describe('the end of an attempt', () => {
  const failed: object = { outcome: { type: 'failed' }, act: null, delayed: null, abortsRun: false };
  const again = (notBefore: number, counts: boolean): object => ({ outcome: { type: 'again', notBefore, counts } });

  it.each<[string, Circumstances, object]>([
    ['Furiko 82: failed, one attempt allowed', { end: ended('failed', 1) }, failed],
    ['Furiko 83: failed, three allowed', { end: ended('failed', 1), retry: { maxAttempts: 3 } }, again(T0, true)],
    [
      'Furiko 85: after its delay',
      { end: ended('failed', 1), retry: { maxAttempts: 3, delayMs: 60_000 } },
      again(T0 + 60_000, true),
    ],
    [
      'Furiko 86: failed for the third time of three',
      { end: ended('failed', 1), failures: 2, retry: { maxAttempts: 3 } },
      failed,
    ],
    ['Furiko 95: did not start in time, none left', { end: ended('deadline') }, failed],
    [
      'Furiko 97: gone without a trace, one left',
      { end: ended('deletedByOther'), retry: { maxAttempts: 2 } },
      again(T0, true),
    ],
    ['Furiko 67: succeeded', { end: ended('succeeded', 0) }, { outcome: { type: 'succeeded' } }],
    ['K5: stopped by us, counted neither as failure nor as success', { end: ended('deletedByUs') }, again(T0, false)],
    [
      'K17: an exit code that is not tried again',
      { end: ended('failed', 13), retry: { maxAttempts: 5, notOnExitCodes: new Set([13]) } },
      failed,
    ],
    [
      'K25: an exit code that no list names',
      { end: ended('failed', 1), retry: { maxAttempts: 5, notOnExitCodes: new Set([13]) } },
      again(T0, true),
    ],
    [
      'only some exit codes are tried again',
      { end: ended('failed', 1), retry: { maxAttempts: 5, onExitCodes: new Set([75]) } },
      failed,
    ],
    [
      'what no exit code explains is tried again',
      { end: ended('nodeLost'), retry: { maxAttempts: 5, onExitCodes: new Set([75]) } },
      again(T0, true),
    ],
    [
      'K22: a policy ends the run on an exit code',
      { end: ended('failed', 5), policies: [{ exitCode: 5, action: 'TerminateJob' }], retry: { maxAttempts: 5 } },
      { act: { action: 'TerminateJob' } },
    ],
    [
      'K23: a policy starts an evicted attempt again, at no cost to its index',
      { end: ended('evicted'), policies: [{ event: 'PodEvicted', action: 'RestartPod' }] },
      { ...again(Infinity, false), act: { action: 'RestartPod' } },
    ],
    [
      'a delayed policy leaves the retry rule its chance',
      {
        end: ended('failed', 1),
        policies: [{ event: 'PodFailed', action: 'AbortJob', timeoutSeconds: 9 }],
        retry: { maxAttempts: 2 },
      },
      { ...again(T0, true), act: null, delayed: { action: 'AbortJob', delayMs: 9_000 } },
    ],
    [
      'a delayed policy holds what would have failed for good',
      { end: ended('failed', 1), policies: [{ event: 'PodFailed', action: 'RestartPod', timeoutSeconds: 9 }] },
      { ...again(Infinity, true), delayed: { action: 'RestartPod' } },
    ],
    [
      'silence takes the run with it',
      { end: ended('idle'), retry: { maxAttempts: 3 } },
      { ...again(Infinity, false), abortsRun: true },
    ],
    [
      'silence is tried again where the job says so',
      { end: ended('idle'), retry: { maxAttempts: 3, onIdleTimeout: true } },
      { ...again(T0, true), abortsRun: false },
    ],
    [
      'silence is what a policy makes of it',
      { end: ended('idle'), policies: [{ event: 'PodFailed', action: 'RestartJob' }] },
      { act: { action: 'RestartJob' }, abortsRun: false },
    ],
    [
      'it had failed before it heard that it should make way: no second restart',
      { end: ended('failed', 1), isReplaced: true, policies: [{ event: 'PodFailed', action: 'RestartTask' }] },
      { ...again(T0, false), act: null },
    ],
    [
      'it had failed before it heard that it should make way: an ending stands',
      { end: ended('failed', 5), isReplaced: true, policies: [{ exitCode: 5, action: 'TerminateJob' }] },
      { ...again(T0, false), act: { action: 'TerminateJob' } },
    ],
  ])('%s', (_case, circumstances, expected) => {
    expect(judge(circumstances)).toMatchObject(expected);
  });

  it('that a limit of time brought about is its own doing', () => {
    const own = STOP_REASONS.filter((reason) => !isReplaced({ reason }));
    expect(own).toEqual(['startDeadline', 'cannotStart', 'timeout', 'idleTimeout']);
    expect(isReplaced(null)).toBe(false);
  });

  it('Furiko 86, K33: is never tried again once as many failures are counted as attempts are allowed', () => {
    const results = fc.constantFrom(
      ...ATTEMPT_RESULTS.filter((result) => result !== 'idle' && result !== 'deletedByUs'),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.array(results, { maxLength: 120 }), (maxAttempts, given) => {
        let failures = 0;
        let tries = 0;
        let outcome = 'again';
        for (const result of given) {
          if (outcome !== 'again') break;
          tries += 1;
          const judged = judge({ end: ended(result), failures, retry: { maxAttempts } }).outcome;
          outcome = judged.type;
          if (judged.type === 'again' && judged.counts) failures += 1;
        }
        expect(tries).toBeLessThanOrEqual(maxAttempts);
      }),
    );
  });
});

describe('waits before the next try', () => {
  it('K34, K8s 2.4: double from one failure to the next, up to a cap', () => {
    const retry = { ...ONCE, exponential: true, delayMs: 10_000 };
    expect([1, 2, 3, 7, 50].map((failures) => retryWaitMs(retry, failures))).toEqual([
      10_000, 20_000, 40_000, 600_000, 600_000,
    ]);
  });

  it('Furiko 85: stay the same unless they are exponential', () => {
    expect([1, 2, 9].map((failures) => retryWaitMs({ ...ONCE, delayMs: 60_000 }, failures))).toEqual([
      60_000, 60_000, 60_000,
    ]);
  });

  it('are finite however often', () => {
    expect(backoffMs({ baseMs: 1, capMs: 7 }, 10_000)).toBe(7);
    expect(backoffMs({ baseMs: 1, capMs: 7 }, 0)).toBe(1);
  });
});

describe('actions that are delayed', () => {
  const action = (more: Partial<DelayedAction> = {}): DelayedAction => ({
    task: 'worker',
    index: 1,
    event: 'PodFailed',
    action: 'AbortJob',
    rule: 'policies.0',
    dueAt: T0,
    ...more,
  });

  it('are carried out when they are due, the earliest first', () => {
    const actions = [
      action({ dueAt: T0 + 2 }),
      action({ index: 2, dueAt: T0 + 1 }),
      action({ index: 3, dueAt: T0 + 9 }),
    ];
    expect(dueActions(actions, T0 + 2).map(({ index }) => index)).toEqual([2, 1]);
    expect(nextDueAt(actions)).toBe(T0 + 1);
    expect(nextDueAt([])).toBe(Infinity);
  });

  it('1.5: a second one for the same cause and rule is dropped', () => {
    const once = withAction([], action());
    expect(withAction(once, action({ dueAt: T0 + 5 }))).toBe(once);
    expect(withAction(once, action({ dueAt: T0 - 5 }))).toEqual([action({ dueAt: T0 - 5 })]);
    expect(withAction(once, action({ rule: 'policies.1' }))).toHaveLength(2);
  });

  it('#5507: are dropped when the very index runs again, and no other', () => {
    const actions = [action(), action({ index: 2 }), action({ task: 'ps' }), action({ event: 'TaskFailed' })];
    const left = withoutCause(actions, { type: 'indexMended', task: 'worker', index: 1 });
    expect(left).toEqual(actions.slice(1));
    expect(withoutCause(left, { type: 'indexMended', task: 'worker', index: 7 })).toBe(left);
  });

  it('are dropped when the gang is whole, or the task has something to do again', () => {
    const unknown = action({ task: null, index: null, event: 'Unknown' });
    const completed = action({ index: null, event: 'TaskCompleted' });
    const restarts = action({ event: 'TaskFailed' });
    const all = [unknown, completed, restarts];
    expect(withoutCause(all, { type: 'gangWhole' })).toEqual([completed, restarts]);
    expect(withoutCause(all, { type: 'taskReopened', task: 'worker' })).toEqual([unknown, restarts]);
    expect(withoutCause(all, { type: 'restartsGone', task: 'worker' })).toEqual([unknown, completed]);
  });

  it('1.5: are settled by an action that was carried out in the same scope', () => {
    const all = [action(), action({ index: 2 }), action({ task: 'ps' })];
    expect(withoutCause(all, { type: 'acted', task: 'worker', index: 1 })).toEqual(all.slice(1));
    expect(withoutCause(all, { type: 'acted', task: 'worker', index: null })).toEqual(all.slice(2));
    expect(withoutCause(all, { type: 'acted', task: null, index: null })).toEqual([]);
  });

  it('are bounded', () => {
    const many = Array.from({ length: MAX_DELAYED_ACTIONS }, (_, index) => action({ index }));
    expect(isFull(many)).toBe(true);
    expect(isFull(many.slice(1))).toBe(false);
  });
});

describe('what actions ask for', () => {
  const at = { task: 'worker', index: 2, message: 'worker/2: PodFailed' };
  const intents = (...actions: (typeof POLICY_ACTIONS)[number][]): Intent[] =>
    actions.map((action) => intentOf(action, at));

  it('an action that is narrower than its cause takes the scope of the cause', () => {
    expect(intentOf('RestartPod', { ...at, index: null })).toMatchObject({ type: 'restartTask', task: 'worker' });
    expect(intentOf('RestartTask', { ...at, task: null, index: null })).toMatchObject({ type: 'restartRun' });
    expect(intentOf('RestartPod', { ...at, task: null, index: null })).toMatchObject({ type: 'restartRun' });
  });

  it.each<[string, (typeof POLICY_ACTIONS)[number][], object[]]>([
    ['an ending over everything', ['RestartPod', 'RestartJob', 'AbortJob'], [{ type: 'end', phase: 'Aborted' }]],
    [
      'a bad ending over a good one',
      ['CompleteJob', 'TerminateJob', 'AbortJob'],
      [{ type: 'end', phase: 'Terminated' }],
    ],
    ['a restart of the run over those of parts', ['RestartPod', 'RestartJob', 'RestartTask'], [{ type: 'restartRun' }]],
    [
      'a restart of the task over that of its indexes',
      ['RestartPod', 'RestartTask', 'RestartPod'],
      [{ type: 'restartTask' }],
    ],
    ['one restart of one index', ['RestartPod', 'RestartPod'], [{ type: 'restartIndex', index: 2 }]],
    ['nothing where nothing is asked', [], []],
  ])('of several at once: %s', (_case, actions, expected) => {
    expect(strongestOf(intents(...actions))).toMatchObject(expected);
    expect(strongestOf(intents(...actions))).toHaveLength(expected.length);
  });

  it('does not depend on the order in which they come', () => {
    const intent = fc
      .record({
        action: fc.constantFrom(...POLICY_ACTIONS),
        task: fc.option(fc.constantFrom('ps', 'worker')),
        index: fc.option(fc.nat({ max: 2 })),
      })
      .map(({ action, task, index }) => intentOf(action, { task, index, message: `${task}/${index}` }));
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 6 }), fc.nat(), (given, turn) => {
        const rotated = given.map((_, at) => given[(at + turn) % given.length]!);
        expect(strongestOf(rotated.reverse())).toEqual(strongestOf(given));
      }),
    );
  });

  it('V17: maxRetry counts restarts; one more ends the run', () => {
    const restart = strongestOf(intents('RestartJob'));
    const first = spendRestarts(0, 2, restart);
    const second = spendRestarts(first.retries, 2, restart);
    const third = spendRestarts(second.retries, 2, restart);
    expect([first, second].map(({ retries, intents: [intent] }) => [retries, intent?.type])).toEqual([
      [1, 'restartRun'],
      [2, 'restartRun'],
    ]);
    expect(third).toMatchObject({
      retries: 2,
      intents: [{ type: 'end', phase: 'Failed', reason: 'MaxRetryExceeded' }],
    });
  });

  it('V29: at the limit and below it', () => {
    const restart = strongestOf(intents('RestartTask'));
    expect(spendRestarts(3, 3, restart).intents[0]?.type).toBe('end');
    expect(spendRestarts(1, 3, restart).intents[0]?.type).toBe('restartTask');
    expect(spendRestarts(0, 0, restart).intents[0]?.type).toBe('end');
  });

  it('restarts wait longer each time, endings spend nothing', () => {
    const restart = strongestOf(intents('RestartPod'));
    expect([0, 1, 2].map((retries) => spendRestarts(retries, 9, restart).delayMs)).toEqual([1_000, 2_000, 4_000]);
    expect(spendRestarts(3, 3, intents('AbortJob'))).toMatchObject({
      retries: 3,
      delayMs: 0,
      intents: [{ phase: 'Aborted' }],
    });
  });
});
