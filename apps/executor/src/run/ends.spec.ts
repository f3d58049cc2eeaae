import fc from 'fast-check';
import { backoffMs } from '#common/domain/back-off.js';
import { ATTEMPT_RESULTS, STOP_REASONS, type AttemptEnd } from '#common/run/run.js';
import { normalisePolicies } from '#common/spec/policy-rules.js';
import type { PolicySpec } from '#common/spec/tasks.js';
import { anEnd as ended } from '#testing/builders/attempt-end.js';
import { plainRetry } from '#testing/builders/run-builder.js';
import { isReplaced, judgeEnd, retryWaitMs, type EndJudgement } from './ends.js';
import type { RetryCase, RetryRule } from './plan.js';
import { MAX_RETRY_AFTER_MS } from '#common/domain/limits.js';

const T0 = ended('failed').at;

const aCase = (fields: Partial<RetryCase>): RetryCase => ({
  exitCodes: null,
  httpStatuses: null,
  reasons: null,
  retry: true,
  delayMs: null,
  ...fields,
});
const answered = (status: number): AttemptEnd => ({ ...ended('failed'), reason: `Http${status}` });

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
    retry: { ...plainRetry, ...retry },
    spread: 0.5,
  });
}

describe('the end of an attempt', () => {
  const failed: object = { outcome: { type: 'failed' }, act: null, delayed: null, abortsRun: false };
  const again = (notBefore: number, counts: boolean): object => ({ outcome: { type: 'again', notBefore, counts } });

  it.each<[string, Circumstances, object]>([
    ['Furiko 82: the only allowed attempt failed', { end: ended('failed', 1) }, failed],
    [
      'Furiko 83: the first of three allowed attempts failed',
      { end: ended('failed', 1), retry: { maxAttempts: 3 } },
      again(T0, true),
    ],
    [
      'Furiko 85: the next attempt starts after its delay',
      { end: ended('failed', 1), retry: { maxAttempts: 3, delayMs: 60_000 } },
      again(T0 + 60_000, true),
    ],
    [
      'Furiko 86: the third of three allowed attempts failed',
      { end: ended('failed', 1), failures: 2, retry: { maxAttempts: 3 } },
      failed,
    ],
    ['Furiko 95: the last attempt did not start in time', { end: ended('deadline') }, failed],
    [
      'Furiko 97: an attempt vanished, and one more is allowed',
      { end: ended('deletedByOther'), retry: { maxAttempts: 2 } },
      again(T0, true),
    ],
    ['Furiko 67: the attempt succeeded', { end: ended('succeeded', 0) }, { outcome: { type: 'succeeded' } }],
    [
      'K5: an attempt that we stopped counts neither as failure nor as success',
      { end: ended('deletedByUs') },
      again(T0, false),
    ],
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
      'an exit code that is not listed is not tried again',
      { end: ended('failed', 1), retry: { maxAttempts: 5, onExitCodes: new Set([75]) } },
      failed,
    ],
    [
      'an end without an exit code is tried again',
      { end: ended('nodeLost'), retry: { maxAttempts: 5, onExitCodes: new Set([75]) } },
      again(T0, true),
    ],
    [
      'K22: a policy ends the run on an exit code',
      { end: ended('failed', 5), policies: [{ exitCode: 5, action: 'TerminateJob' }], retry: { maxAttempts: 5 } },
      { act: { action: 'TerminateJob' } },
    ],
    [
      'K23: a policy restarts an evicted attempt without counting a failure of its index',
      { end: ended('evicted'), policies: [{ event: 'PodEvicted', action: 'RestartPod' }] },
      { ...again(Infinity, false), act: { action: 'RestartPod' } },
    ],
    [
      'a delayed policy allows the retry rule to act first',
      {
        end: ended('failed', 1),
        policies: [{ event: 'PodFailed', action: 'AbortJob', timeoutSeconds: 9 }],
        retry: { maxAttempts: 2 },
      },
      { ...again(T0, true), act: null, delayed: { action: 'AbortJob', delayMs: 9_000 } },
    ],
    [
      'a delayed policy delays a permanent failure',
      { end: ended('failed', 1), policies: [{ event: 'PodFailed', action: 'RestartPod', timeoutSeconds: 9 }] },
      { ...again(Infinity, true), delayed: { action: 'RestartPod' } },
    ],
    [
      'an idle timeout aborts the run',
      { end: ended('idle'), retry: { maxAttempts: 3 } },
      { ...again(Infinity, false), abortsRun: true },
    ],
    [
      'an idle timeout is tried again if the job says so',
      { end: ended('idle'), retry: { maxAttempts: 3, onIdleTimeout: true } },
      { ...again(T0, true), abortsRun: false },
    ],
    [
      'an idle timeout is tried again if a rule says so',
      {
        end: { ...ended('idle'), reason: 'IdleTimeout' },
        retry: { maxAttempts: 3, rules: [aCase({ reasons: new Set(['IdleTimeout']), delayMs: 5 })] },
      },
      { ...again(T0 + 5, true), abortsRun: false },
    ],
    [
      'an idle timeout is handled by a matching policy',
      { end: ended('idle'), policies: [{ event: 'PodFailed', action: 'RestartJob' }] },
      { act: { action: 'RestartJob' }, abortsRun: false },
    ],
    [
      'a failure before the attempt was replaced causes no second restart',
      { end: ended('failed', 1), isReplaced: true, policies: [{ event: 'PodFailed', action: 'RestartTask' }] },
      { ...again(T0, false), act: null },
    ],
    [
      'an ending by policy is kept although the attempt was being replaced',
      { end: ended('failed', 5), isReplaced: true, policies: [{ exitCode: 5, action: 'TerminateJob' }] },
      { ...again(T0, false), act: { action: 'TerminateJob' } },
    ],
  ])('%s', (_case, circumstances, expected) => {
    expect(judge(circumstances)).toMatchObject(expected);
  });

  const rules = [
    aCase({ httpStatuses: new Set([501]), retry: false }),
    aCase({ httpStatuses: new Set(['5xx']), delayMs: 30_000 }),
    aCase({ httpStatuses: new Set(['4xx']), retry: false }),
    aCase({ exitCodes: new Set([75]), reasons: new Set(['Error']), delayMs: 9_000 }),
    aCase({ exitCodes: new Set([75]), retry: false }),
  ];
  it.each<[string, AttemptEnd, object]>([
    ['a status', answered(501), failed],
    ['a group of statuses', answered(500), again(T0 + 30_000, true)],
    ['another group', answered(404), failed],
    ['a status that no rule names', answered(302), again(T0 + 1_000, true)],
    ['an exit code with a reason', { ...ended('failed', 75), reason: 'Error' }, again(T0 + 9_000, true)],
    ['an exit code with a reason that no rule names', { ...ended('failed', 75), reason: 'OOMKilled' }, failed],
    ['an exit code that no rule names', ended('failed', 1), again(T0 + 1_000, true)],
    ['an exit code after our own timeout', ended('deadline', 75), again(T0 + 1_000, true)],
    ['an end without any exit code', ended('nodeLost'), again(T0 + 1_000, true)],
  ])('is decided by the first rule that matches: %s', (_what, end, expected) => {
    expect(judge({ end, retry: { maxAttempts: 3, delayMs: 1_000, rules } })).toMatchObject(expected);
  });

  it('is not tried again beyond maxAttempts, whatever a rule says', () => {
    expect(judge({ end: answered(500), failures: 2, retry: { maxAttempts: 3, rules } })).toMatchObject(failed);
  });

  it('is not tried again earlier than its worker asked for, within a bound, and repeated decisions agree', () => {
    const facts = fc.record({
      delayMs: fc.nat(100_000),
      failures: fc.nat(20),
      exponential: fc.boolean(),
      jitterShare: fc.constantFrom(0, 0.5, 1),
      spread: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      asked: fc.option(fc.integer({ min: -MAX_RETRY_AFTER_MS, max: 3 * MAX_RETRY_AFTER_MS })),
    });
    fc.assert(
      fc.property(facts, ({ failures, spread, asked, ...given }) => {
        const end = { ...answered(500), ...(asked !== null && { retryAt: T0 + asked }) };
        const retry = { ...plainRetry, ...given, maxAttempts: 30 };
        const once = (): EndJudgement => judgeEnd({ end, failures, isReplaced: false, policies: [], retry, spread });
        const { outcome } = once();
        expect(once().outcome).toEqual(outcome);
        const notBefore = outcome.type === 'again' ? outcome.notBefore : NaN;
        const wholeMs = retryWaitMs({ ...retry, jitterShare: 0 }, failures + 1, spread);
        const heeded = Math.min(asked ?? 0, MAX_RETRY_AFTER_MS);
        expect(notBefore).toBeGreaterThanOrEqual(T0 + Math.max(heeded, Math.floor(wholeMs * (1 - retry.jitterShare))));
        expect(notBefore).toBeLessThanOrEqual(T0 + Math.max(heeded, wholeMs));
      }),
    );
  });

  it('is the attempt’s own if a time limit caused the stop', () => {
    const own = STOP_REASONS.filter((reason) => !isReplaced({ reason }));
    expect(own).toEqual(['startDeadline', 'cannotStart', 'timeout', 'idleTimeout']);
    expect(isReplaced(null)).toBe(false);
  });

  it('Furiko 86, K33: is never tried again once the counted failures reach maxAttempts', () => {
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
  it('K34, K8s 2.4: doubles after each failure, up to a maximum', () => {
    const retry = { ...plainRetry, exponential: true, delayMs: 10_000 };
    expect([1, 2, 3, 7, 50].map((failures) => retryWaitMs(retry, failures, 0.3))).toEqual([
      10_000, 20_000, 40_000, 600_000, 600_000,
    ]);
  });

  it('Furiko 85: stays the same unless the backoff is exponential', () => {
    expect([1, 2, 9].map((failures) => retryWaitMs({ ...plainRetry, delayMs: 60_000 }, failures, 0.3))).toEqual([
      60_000, 60_000, 60_000,
    ]);
  });

  it('is spread over half of it or over all of it', () => {
    const waits = (jitterShare: number): number[] =>
      [0, 0.5, 0.999].map((spread) => retryWaitMs({ ...plainRetry, delayMs: 1_000, jitterShare }, 1, spread));
    expect([waits(0.5), waits(1)]).toEqual([
      [500, 750, 1_000],
      [0, 500, 999],
    ]);
  });

  it('is finite after any number of failures', () => {
    expect(backoffMs({ baseMs: 1, capMs: 7 }, 10_000)).toBe(7);
    expect(backoffMs({ baseMs: 1, capMs: 7 }, 0)).toBe(1);
  });
});
