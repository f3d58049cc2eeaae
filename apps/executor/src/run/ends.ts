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
import type { PolicyAction } from '#common/spec/tasks.js';
import type { AttemptEnd, EndedAttempt, Instant, StopReason } from '#common/run/run.js';
import type { IndexOutcome } from '#common/run/index-table-edit.js';
import {
  applyActions,
  completedTasks,
  completions,
  policyEventOf,
  intentOf,
  matchPolicy,
  rulesFor,
  type Intent,
} from './policies.js';
import type { PolicyRule } from '#common/spec/policy-rules.js';
import { backoffMs } from '#common/run/retry-delay.js';
import { withAction } from '#common/run/delayed-actions.js';
import { conclude, describeEnd, stopRemaining } from './completion.js';
import type { Draft } from './draft.js';
import type { RetryRule } from './plan.js';
import { REASONS } from './reasons.js';

export interface EndFacts {
  readonly end: AttemptEnd;
  /** It was asked to make way before its end was known; limits of time that it broke are no such request. */
  readonly isReplaced: boolean;
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

export const isReplaced = (stop: { readonly reason: StopReason } | null): boolean =>
  stop !== null && !LIMITS.has(stop.reason);

const ENDINGS = new Set<PolicyAction>(['AbortJob', 'TerminateJob', 'CompleteJob']);

export function judgeEnd(ended: EndFacts): EndJudgement {
  const { end, policies, retry } = ended;
  const judgement = { act: null, delayed: null, abortsRun: false };
  if (end.result === 'succeeded') return { ...judgement, outcome: { type: 'succeeded' } };
  const happening = policyEventOf(end);
  if (happening === null) return { ...judgement, outcome: again(end.at, false) };
  const rule = matchPolicy(policies, happening);
  const isAtOnce = rule?.delayMs === 0;
  if (ended.isReplaced) {
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
function retried({ end, failures, retry }: EndFacts, isHeld: boolean): IndexOutcome {
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

/** What attempts' ends mean for their indexes, and indexes' ends for the run. */

const REMAINING_GRACE_SECONDS = 30;

/** Counts the ends that this decision learned of since it last judged, all of them before anything is concluded from any. */
export function judgeEnds(draft: Draft): void {
  // What is concluded may end attempts at once that had certainly not started.
  while (draft.endedNow.length > 0) judgeKnown(draft, draft.endedNow.splice(0).sort(byTaskAndIndex));
}

function judgeKnown(draft: Draft, ended: readonly EndedAttempt[]): void {
  if (draft.final || draft.phase === 'Queued') return;
  const wasComplete = completedTasks(draft);
  const lost: EndedAttempt[] = [];
  const silent: EndedAttempt[] = [];
  const intents: Intent[] = [];
  for (const live of ended) {
    const known = { ...live, end: asAsked(draft, live) };
    const judged = judgeOne(draft, known);
    if (!judged) continue;
    if (judged.isLost) lost.push(known);
    if (judged.judgement.abortsRun) silent.push(known);
    intents.push(...intentsOf(draft, known, judged.judgement));
  }
  intents.push(...completions(draft, wasComplete));
  applyActions(draft, intents);
  conclude(draft, lost);
  judgeSilence(draft, silent);
}

interface Judged {
  readonly judgement: EndJudgement;
  readonly isLost: boolean;
}

function judgeOne(draft: Draft, live: EndedAttempt): Judged | null {
  const { plan } = draft.context;
  const task = plan.tasks.find(({ name }) => name === live.task);
  const indexes = draft.indexes.of(live.task);
  if (!task || !indexes) return null;
  const judgement = judgeEnd({
    end: live.end,
    // Of a run that is decided, whatever ended by itself counts as what it was: it may have been heard of first.
    isReplaced: !draft.ending && isReplaced(live.stop),
    failures: indexes.failuresOf(live.index),
    policies: rulesFor(task, plan.rules),
    retry: task.retry,
  });
  const { outcome } = judgement;
  const again = live.stop?.again ?? 0;
  const isCounted = indexes.record(
    live.index,
    live.attempt,
    outcome.type === 'again' ? { ...outcome, notBefore: Math.max(outcome.notBefore, again) } : outcome,
  );
  draft.changed = true;
  return { judgement, isLost: isCounted && outcome.type === 'failed' };
}

/** Nobody seems to have asked for this end: then it is no end of ours. */
function asAsked(draft: Draft, { stop, end }: EndedAttempt): AttemptEnd {
  const wasAsked = stop !== null || draft.ending !== null;
  return end.result === 'deletedByUs' && !wasAsked ? { ...end, result: 'deletedByOther' } : end;
}

function intentsOf(draft: Draft, live: EndedAttempt, { act, delayed }: EndJudgement): readonly Intent[] {
  if (draft.ending || draft.phase === 'Restarting') return [];
  if (delayed) delay(draft, live, delayed);
  if (!act) return [];
  const { task, index, end } = live;
  const message = `${task}/${index}: ${describeEnd(end)} (${act.path})`;
  return [intentOf(act.action, { task, index, message })];
}

function delay(draft: Draft, { task, index, end }: EndedAttempt, rule: PolicyRule): void {
  const happening = policyEventOf(end);
  if (!happening) return;
  const { action, path, delayMs } = rule;
  const dueAt = draft.now + delayMs;
  draft.setDelayed(withAction(draft.delayed, { task, index, event: happening.event, action, rule: path, dueAt }));
}

/** A worker that fell silent takes its whole run with it, unless the job chose otherwise. */
function judgeSilence(draft: Draft, [silent]: readonly EndedAttempt[]): void {
  if (!silent || draft.phase === 'Restarting') return;
  const decided = draft.end({
    phase: 'Aborted',
    reason: REASONS.IdleTimeout,
    message: `attempt ${silent.attempt} of ${silent.task}/${silent.index}: ${silent.end.message}`,
    actor: 'executor',
    exitCode: null,
  });
  if (decided) stopRemaining(draft, 'aborted', REMAINING_GRACE_SECONDS);
}

const byTaskAndIndex = (a: EndedAttempt, b: EndedAttempt): number =>
  a.task < b.task ? -1 : a.task > b.task ? 1 : a.index - b.index;
