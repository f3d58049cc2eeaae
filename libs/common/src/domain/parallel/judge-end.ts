/**
 * What the end of one attempt means: classified already (`AttemptEnd.result`), then the first matching policy; without one the
 * retry rule (design 6, point 1). What it means for the run is judged afterwards, from the counters (`judge-run.ts`).
 *
 * How the engine is meant to call it: once for each end of an attempt of the present generation; apply `outcome` to the index
 * table; make `act` an intent (`intents.ts`) or keep `delayed` (`delayed-actions.ts`). An index whose action comes to nothing
 * because `maxRetry` is spent has failed (`giveUp`). An attempt that was asked to make way (restart, scale-down) and had ended
 * by itself before it could hear of it raises no restart, so that two attempts that fail together cost one restart and not
 * two, whichever is heard of first; an ending that it asks for stands, as it would have if it had been heard of first.
 *
 * Sources: Furiko 81 to 86, 94, 95, 98; K23, K25, K33, K40; V8, V14 to V17.
 */
import type { PolicyAction } from '../../contracts/tasks.js';
import type { AttemptEnd, Instant, StopReason } from '../run.js';
import type { IndexOutcome } from './index-table-edit.js';
import { happeningOf, matchPolicy } from './policy-match.js';
import type { PolicyRule } from './policy-rules.js';
import { backoffMs } from './retry-delay.js';

/** How failures of an index are tried again. */
export interface RetryRule {
  /** Tries of one index, the first included. */
  readonly maxAttempts: number;
  readonly delayMs: number;
  readonly exponential: boolean;
  readonly maxDelayMs: number;
  /** Only these exit codes are tried again; empty: all that are not excluded. */
  readonly onExitCodes: ReadonlySet<number>;
  readonly notOnExitCodes: ReadonlySet<number>;
  readonly onIdleTimeout: boolean;
}

export interface EndedAttempt {
  readonly end: AttemptEnd;
  /** It was asked to make way before its end was known; limits of time that it broke are no such request. */
  readonly makesWay: boolean;
  /** Failures of its index that were counted before. */
  readonly failures: number;
  /** Of its task, then of the job (`rulesFor`). */
  readonly policies: readonly PolicyRule[];
  readonly retry: RetryRule;
}

export interface EndJudgement {
  readonly outcome: IndexOutcome;
  /** A policy's action to be taken at once. */
  readonly act: PolicyRule | null;
  /** A policy's action to be taken later, unless its cause goes away. */
  readonly delayed: PolicyRule | null;
  /** Silence takes the whole run with it, unless a policy or the retry rule says otherwise. */
  readonly abortsRun: boolean;
}

/** Stops that an attempt brought upon itself: what it did wrong counts. */
const LIMITS = new Set<StopReason>(['startDeadline', 'cannotStart', 'timeout', 'idleTimeout']);

export const makesWay = (stop: { readonly reason: StopReason } | null): boolean =>
  stop !== null && !LIMITS.has(stop.reason);

const ENDINGS = new Set<PolicyAction>(['AbortJob', 'TerminateJob', 'CompleteJob']);

export function judgeEnd(ended: EndedAttempt): EndJudgement {
  const { end, policies, retry } = ended;
  const judgement = { act: null, delayed: null, abortsRun: false };
  if (end.result === 'succeeded') return { ...judgement, outcome: { type: 'succeeded' } };
  const happening = happeningOf(end);
  if (happening === null) return { ...judgement, outcome: again(end.at, false) };
  const rule = matchPolicy(policies, happening);
  const isAtOnce = rule?.delayMs === 0;
  if (ended.makesWay) {
    const act = isAtOnce && ENDINGS.has(rule.action) ? rule : null;
    return { ...judgement, outcome: again(end.at, false), act };
  }
  // Its index waits for what the action makes of it: no attempt of its own is spent.
  if (isAtOnce) return { ...judgement, outcome: again(Infinity, false), act: rule };
  if (rule === null && end.result === 'idle' && !retry.onIdleTimeout) {
    return { ...judgement, outcome: again(Infinity, false), abortsRun: true };
  }
  return { ...judgement, outcome: retried(ended, rule !== null), delayed: rule };
}

/** The retry rule; where an action is still to come, what would fail for good is held for it instead. */
function retried({ end, failures, retry }: EndedAttempt, isHeld: boolean): IndexOutcome {
  const tries = failures + 1;
  if (tries < retry.maxAttempts && isRetryable(end, retry)) return again(end.at + retryWaitMs(retry, tries), true);
  return isHeld ? again(Infinity, true) : { type: 'failed' };
}

const again = (notBefore: Instant, counts: boolean): IndexOutcome => ({ type: 'again', notBefore, counts });

/** Lists of exit codes judge what the worker itself returned; every other failure is tried again. */
function isRetryable({ result, exitCode }: AttemptEnd, retry: RetryRule): boolean {
  if (result !== 'failed' || exitCode === null) return true;
  if (retry.notOnExitCodes.has(exitCode)) return false;
  return retry.onExitCodes.size === 0 || retry.onExitCodes.has(exitCode);
}

/** The wait after failure number `failures` of an index, from 1. */
export function retryWaitMs({ delayMs, exponential, maxDelayMs }: RetryRule, failures: number): number {
  return exponential ? backoffMs({ baseMs: delayMs, capMs: maxDelayMs }, failures) : delayMs;
}
