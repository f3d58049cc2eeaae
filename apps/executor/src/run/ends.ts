/**
 * The consequences of the end of one attempt: the first matching policy decides, otherwise the retry rule. The consequences for the run
 * follow afterwards from the counters (completion.ts). An index whose action is dropped because `maxRetry` is used up has failed.
 *
 * An attempt that was asked to stop for a replacement (restart, scale-down) and ended by itself before it received that request causes no
 * restart: two attempts that fail together cost one restart, in either order of the reports. An ending that its policy requests stands.
 *
 * Sources: Furiko 81 to 86, 94, 95, 98; K23, K25, K33, K40; V8, V14 to V17.
 */
import { withAction } from '#common/run/delayed-actions.js';
import type { IndexOutcome } from '#common/run/index-table-edit.js';
import { MAX_RETRY_AFTER_MS } from '#common/domain/limits.js';
import { stableHash } from '#common/schedule/stable-hash.js';
import { backoffMs } from '#common/domain/back-off.js';
import type { AttemptEnd, EndedAttempt, Instant, StopReason } from '#common/run/run.js';
import type { PolicyRule } from '#common/spec/policy-rules.js';
import type { PolicyAction } from '#common/spec/tasks.js';
import { applyActions } from './actions.js';
import { conclude, describeEnd, endRun } from './completion.js';
import type { Draft } from './draft.js';
import type { RetryCase, RetryRule } from './plan.js';
import {
  completedTasks,
  completions,
  intentOf,
  matchPolicy,
  policyEventOf,
  rulesFor,
  type Intent,
} from './policies.js';
import { REASONS } from './reasons.js';

/** Values of `stableHash`. */
const HASHES = 2 ** 32;
/** The reason of an attempt whose start was answered with a status that refuses it. */
const HTTP_REASON = /^Http((\d)\d\d)$/;

/** First counts every end that this decision learned of, then draws conclusions from them and decides the run if it can. */
export function judgeEnds(draft: Draft): void {
  if (!draft.isUnderWay) return;
  const wasComplete = completedTasks(draft);
  const lost: EndedAttempt[] = [];
  const silent: EndedAttempt[] = [];
  const intents: Intent[] = [];
  let restartAt = 0;
  // All attempts that gave up their permits in this decision count as one preemption.
  if (draft.ended.some(wasPreemptedUnsaved)) draft.preemptions += 1;
  for (const live of [...draft.ended].sort(byTaskAndIndex)) {
    const ended = { ...live, end: asAsked(draft, live) };
    const judged = judgeOne(draft, ended);
    if (!judged) continue;
    if (judged.isLost) lost.push(ended);
    if (judged.judgement.abortsRun) silent.push(ended);
    intents.push(...intentsOf(draft, ended, judged.judgement));
    if (judged.judgement.act) restartAt = Math.max(restartAt, askedRetryAt(ended.end));
  }
  intents.push(...completions(draft, wasComplete));
  applyActions(draft, intents, restartAt);
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
  const wasPreempted = isPreempted(live);
  const judgement = judgeEnd({
    end: live.end,
    // Once the run's ending is decided, an end counts unchanged: it may have come before the ending.
    isReplaced: !draft.ending && (wasPreempted || isReplaced(live.stop)),
    failures: indexes.failuresOf(live.index),
    // V8: an attempt that we end ourselves triggers no policy.
    policies: wasPreempted ? [] : rulesFor(task, plan.rules),
    retry: task.retry,
    spread: stableHash(live.id) / HASHES,
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

/**
 * A process recorded the end of the attempt that it stopped for another run, and died before it saved the run: the preemption is counted
 * now. A preemption of a permit is counted by its command, which is applied again.
 */
const wasPreemptedUnsaved = ({ stop, end }: EndedAttempt): boolean =>
  stop === null && end.reason === REASONS.PlacePreempted;

/**
 * Carillon stopped the attempt for another run. If no stop was saved, the reason of the end says so. An attempt that the cluster preempted
 * counts as failed, and policies apply to it.
 */
const isPreempted = ({ stop, end }: EndedAttempt): boolean => stop?.reason === 'preempted' || PREEMPTED.has(end.reason);

const PREEMPTED: ReadonlySet<string> = new Set([REASONS.PlacePreempted, REASONS.PermitPreempted]);

/** The engine reports our deletion, but no stop was requested here: another client deleted the attempt. */
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
  const cause = policyEventOf(end);
  if (!cause) return;
  const { action, path, delayMs } = rule;
  const dueAt = Math.max(draft.now + delayMs, ENDINGS.has(action) ? 0 : askedRetryAt(end));
  draft.setDelayed(withAction(draft.delayed, { task, index, event: cause.event, action, rule: path, dueAt }));
}

/** A silent worker aborts its whole run, unless a policy or the retry rule of the job says otherwise. */
function judgeSilence(draft: Draft, [silent]: readonly EndedAttempt[]): void {
  if (!silent || draft.phase === 'Restarting') return;
  const message = `attempt ${silent.attempt} of ${silent.task}/${silent.index}: ${silent.end.message}`;
  endRun(draft, { phase: 'Aborted', reason: REASONS.IdleTimeout, message }, 'aborted');
}

const byTaskAndIndex = (a: EndedAttempt, b: EndedAttempt): number =>
  a.task < b.task ? -1 : a.task > b.task ? 1 : a.index - b.index;

export interface EndFacts {
  readonly end: AttemptEnd;
  /** A replacement of the attempt was requested before its end was known; an exceeded time limit is not such a request. */
  readonly isReplaced: boolean;
  /** Failures of its index that were counted before. */
  readonly failures: number;
  /** The policies of its task, then those of the job (`rulesFor`). */
  readonly policies: readonly PolicyRule[];
  readonly retry: RetryRule;
  /** The position of the retry within the jitter, from 0 up to 1; always the same for the same attempt. */
  readonly spread: number;
}

export interface EndJudgement {
  readonly outcome: IndexOutcome;
  /** A policy's action to be taken at once. */
  readonly act: PolicyRule | null;
  /** A policy's action to be taken later, unless its cause ends. */
  readonly delayed: PolicyRule | null;
  /** The worker was silent for too long, and neither a policy nor the retry rule answers that. */
  readonly abortsRun: boolean;
}

/** Stops that the attempt itself caused: they count as its failures. */
const LIMITS = new Set<StopReason>(['startDeadline', 'cannotStart', 'timeout', 'idleTimeout']);

export const isReplaced = (stop: { readonly reason: StopReason } | null): boolean =>
  stop !== null && !LIMITS.has(stop.reason);

const ENDINGS = new Set<PolicyAction>(['AbortJob', 'TerminateJob', 'CompleteJob']);

export function judgeEnd(ended: EndFacts): EndJudgement {
  const { end, policies, retry } = ended;
  const judgement = { act: null, delayed: null, abortsRun: false };
  if (end.result === 'succeeded') return { ...judgement, outcome: { type: 'succeeded' } };
  const cause = policyEventOf(end);
  if (cause === null) return { ...judgement, outcome: again(end.at, false) };
  const rule = matchPolicy(policies, cause);
  const isAtOnce = rule?.delayMs === 0;
  if (ended.isReplaced) {
    const act = isAtOnce && ENDINGS.has(rule.action) ? rule : null;
    return { ...judgement, outcome: again(end.at, false), act };
  }
  // The action decides about the index, which waits for it and spends no attempt of its own.
  if (isAtOnce) return { ...judgement, outcome: again(Infinity, false), act: rule };
  if (rule === null && end.result === 'idle' && !isSilenceRetried(retry, end)) {
    return { ...judgement, outcome: again(Infinity, false), abortsRun: true };
  }
  return { ...judgement, outcome: retried(ended, rule !== null), delayed: rule };
}

/** Applies the retry rule. `awaitsAction`: a delayed action is still to come, so the index waits for it instead of failing. */
function retried({ end, failures, retry, spread }: EndFacts, awaitsAction: boolean): IndexOutcome {
  const tries = failures + 1;
  const answer = answerOf(retry, end);
  if (tries < retry.maxAttempts && answer.retry) {
    const waitMs = retryWaitMs({ ...retry, delayMs: answer.delayMs ?? retry.delayMs }, tries, spread);
    return again(Math.max(end.at + waitMs, askedRetryAt(end)), true);
  }
  return awaitsAction ? again(Infinity, true) : { type: 'failed' };
}

const again = (notBefore: Instant, counts: boolean): IndexOutcome => ({ type: 'again', notBefore, counts });

/** The instant at which its worker asked to be called again, at most `MAX_RETRY_AFTER_MS` after its end. */
const askedRetryAt = ({ at, retryAt }: AttemptEnd): Instant =>
  retryAt === undefined ? at : Math.min(retryAt, at + MAX_RETRY_AFTER_MS);

/** Whether the index is tried again after this end: the first case that fits decides, else the rule for all ends. */
function answerOf(retry: RetryRule, end: AttemptEnd): Pick<RetryCase, 'retry' | 'delayMs'> {
  return caseOf(retry, end) ?? { retry: isRetryable(end, retry), delayMs: null };
}

const isSilenceRetried = (retry: RetryRule, end: AttemptEnd): boolean =>
  caseOf(retry, end)?.retry ?? retry.onIdleTimeout;

const caseOf = ({ rules }: RetryRule, end: AttemptEnd): RetryCase | undefined => rules.find((each) => fits(each, end));

/** Only exit codes that the worker itself returned count: 143 after our timeout says nothing about the worker. */
function fits({ exitCodes, httpStatuses, reasons }: RetryCase, { result, exitCode, reason }: AttemptEnd): boolean {
  if (exitCodes && (result !== 'failed' || exitCode === null || !exitCodes.has(exitCode))) return false;
  if (reasons && !reasons.has(reason)) return false;
  if (!httpStatuses) return true;
  const [, digits, first] = HTTP_REASON.exec(reason) ?? [];
  return httpStatuses.has(Number(digits)) || httpStatuses.has(`${first}xx`);
}

/** Lists of exit codes apply to what the worker itself returned; every other failure is tried again. */
function isRetryable({ result, exitCode }: AttemptEnd, retry: RetryRule): boolean {
  if (result !== 'failed' || exitCode === null) return true;
  if (retry.notOnExitCodes.has(exitCode)) return false;
  return retry.onExitCodes.size === 0 || retry.onExitCodes.has(exitCode);
}

/** Milliseconds to wait after failure number `failures` of an index, counted from 1; `spread` places it within the jitter. */
export function retryWaitMs(
  { delayMs, exponential, maxDelayMs, jitterShare }: RetryRule,
  failures: number,
  spread: number,
): number {
  const wholeMs = exponential ? backoffMs({ baseMs: delayMs, capMs: maxDelayMs }, failures) : delayMs;
  return Math.round(wholeMs * (1 - jitterShare * (1 - spread)));
}
