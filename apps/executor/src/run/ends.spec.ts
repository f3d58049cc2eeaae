import fc from 'fast-check';
import { backoffMs } from '#common/run/retry-delay.js';
import { ATTEMPT_RESULTS, STOP_REASONS, type AttemptEnd, type AttemptResult } from '#common/run/run.js';
import { normalisePolicies } from '#common/spec/policy-rules.js';
import type { PolicySpec } from '#common/spec/tasks.js';
import { isReplaced, judgeEnd, retryWaitMs, type EndJudgement } from './ends.js';
import type { RetryRule } from './plan.js';

const T0 = 1_000_000;

const ended = (result: AttemptResult, exitCode: number | null = null): AttemptEnd => ({
  result,
  at: T0,
  exitCode,
  reason: 'x',
  message: '',
});

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
  return judgeEnd({
    end,
    isReplaced: way,
    failures,
    policies: normalisePolicies(policies, 'policies'),
    retry: { ...ONCE, ...retry },
  });
}

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

describe('the wait before the next attempt', () => {
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
