/** Applies the reports of engines, workers and the collector to the draft. Stale and repeated facts change nothing. */
import { backoffMs, type Backoff } from '#common/domain/back-off.js';
import type { AttemptId } from '#common/domain/ids.js';
import { MAX_LIVE_MESSAGE_LENGTH, MAX_RETRY_AFTER_MS, MAX_SEAL_HOLD_MS } from '#common/domain/limits.js';
import { isReportedAgain } from '#common/run/reported-end.js';
import type { AttemptEnd, Instant, LiveAttempt } from '#common/run/run.js';
import { created, refused } from './attempt.js';
import type { Draft } from './draft.js';
import type { Observation, Placement, StartResult, Waiting } from '../engines/engine.js';
import type { Answer, Input, StatusReport } from './inputs.js';
import { REASONS } from './reasons.js';
import { mayStartInstead } from './starts.js';

const START_RETRY: Backoff = { baseMs: 1_000, capMs: 30_000 };
/** Signs of life are stored at most every min(this, a tenth of the idle timeout). */
const MAX_SEEN_INTERVAL_MS = 30_000;

export type Fact = Exclude<Input, { type: 'command' }>;

export function applyFact(draft: Draft, fact: Fact): Answer {
  switch (fact.type) {
    case 'observed':
      return onLive(draft, fact.observation.attempt, (live) => {
        applyObservation(draft, live, fact.observation);
      });
    case 'found':
      return onLive(draft, fact.found.attempt, (live) => {
        applyFound(draft, live, fact);
      });
    case 'startResult':
      return onLive(draft, fact.attempt, (live) => {
        if (isCurrent(live, fact) || provesExistence(fact.result)) applyStartResult(draft, live, fact.result);
      });
    case 'recorded':
      return onLive(draft, fact.record.id, (live) => {
        draft.takeRecorded(live, fact.record);
      });
    case 'seen':
      return onLive(draft, fact.attempt, (live) => {
        if (fact.at === null) draft.unverified.add(live.id);
        else applySeen(draft, live, fact.at);
      });
    case 'sealing':
      return onLive(draft, fact.attempt, (live) => {
        holdForSeal(draft, live);
      });
    case 'sealed':
      return onLive(draft, fact.attempt, (live) => {
        draft.markSealed(live, fact);
      });
    case 'status':
      return applyStatus(draft, fact);
  }
}

/** Another replica makes the call again, because this one seemed to be dead: the attempt ends by that call, unless this one has succeeded. */
const isOfFormerCall = ({ claim }: LiveAttempt, { by, end }: Extract<Observation, { type: 'ended' }>): boolean =>
  by !== undefined && by !== claim.incarnation && end.result !== 'succeeded';

function onLive(draft: Draft, attempt: AttemptId, apply: (live: LiveAttempt) => void): Answer {
  const live = draft.live.get(attempt);
  if (!live) return 'notCurrent';
  apply(live);
  return 'done';
}

/** The output is still being read: the hold starts again, up to a bound. */
function holdForSeal(draft: Draft, live: LiveAttempt): void {
  if (live.state !== 'ended') return;
  const { sealHoldMs } = draft.context;
  const sealSince = live.sealSince ?? live.sealBy - sealHoldMs;
  const sealBy = Math.min(draft.now + sealHoldMs, sealSince + Math.max(sealHoldMs, MAX_SEAL_HOLD_MS));
  if (sealBy > live.sealBy) draft.setLive({ ...live, sealBy, sealSince });
}

function applyObservation(draft: Draft, live: LiveAttempt, observation: Observation): void {
  switch (observation.type) {
    case 'started':
      draft.markStarted(live, observation.at, observation);
      return;
    case 'waiting':
      applyWaiting(draft, live, observation);
      return;
    case 'ready':
      applyReady(draft, live, observation.ready);
      return;
    case 'restarted':
      if (live.state !== 'ended' && observation.restarts > (live.restarts ?? 0))
        draft.setLive({ ...live, restarts: observation.restarts });
      return;
    case 'ended':
      if (!isOfFormerCall(live, observation)) draft.markEnded(live, observation.end, observation);
      return;
  }
}

/** Readiness is stored only if another task waits for it. */
function applyReady(draft: Draft, live: LiveAttempt, ready: boolean): void {
  if (live.state === 'ended' || live.ready === ready) return;
  const isAwaited = draft.context.plan.tasks.some(({ dependsOn }) =>
    dependsOn.some(({ task, condition }) => task === live.task && condition === 'Ready'),
  );
  if (isAwaited) draft.setLive({ ...live, ready });
}

function applyWaiting(draft: Draft, live: LiveAttempt, observation: Waiting): void {
  if (live.startedAt !== null || live.state === 'ended') return;
  const { reason, message, cannotStart: result } = observation;
  const waitingFor = (message === '' ? reason : `${reason}: ${message}`).slice(0, MAX_LIVE_MESSAGE_LENGTH);
  const updated = live.waitingFor === waitingFor ? live : { ...live, waitingFor };
  if (updated !== live) draft.setLive(updated);
  if (draft.phase === 'Pending') draft.moveTo('Pending', { reason, message, ...draft.podOf(live) });
  if (result === undefined || updated.stop) return;
  // The attempt counts as ended only when its engine reports that it is gone, because it may have started.
  draft.requestStop(updated, 'cannotStart', 0, { result, reason, message: message.slice(0, MAX_LIVE_MESSAGE_LENGTH) });
}

function applyFound(draft: Draft, live: LiveAttempt, { found: report, of }: Extract<Fact, { type: 'found' }>): void {
  switch (report.type) {
    case 'running':
      draft.markStarted(live, report.startedAt, report);
      return;
    case 'created':
      applyCreated(draft, live, report);
      return;
    case 'ended':
      draft.markEnded(live, report.end, report);
      return;
    case 'absent':
      // A start that was under way during the search may have succeeded since.
      if (live.state === of.state && live.claim.at === of.claim.at) applyAbsent(draft, live);
      return;
    case 'unknown':
      return;
  }
}

/** Nothing of the attempt exists. If it had not started, it may be started again; otherwise it has ended unobserved. */
function applyAbsent(draft: Draft, live: LiveAttempt): void {
  if (live.state === 'ended' || live.state === 'refused') return;
  if (live.startedAt === null && live.state === 'claimed') {
    // The claimant may only have paused, and may start the attempt although the run's shard was moved meanwhile: then the attempt would
    // run twice.
    if (mayStartInstead(draft, live)) draft.setLive(refused(live, { retryAt: draft.now }));
    return;
  }
  draft.markEnded(live, {
    result: live.stop ? 'deletedByUs' : 'deletedByOther',
    at: draft.now,
    exitCode: null,
    reason: REASONS.Vanished,
    message: 'the attempt no longer exists where it ran',
  });
}

/** Under a claim that another replica has taken over, only a start that succeeded matters. */
const isCurrent = ({ claim }: LiveAttempt, { claim: tried }: Extract<Fact, { type: 'startResult' }>): boolean =>
  tried === undefined || (tried.incarnation === claim.incarnation && tried.at === claim.at);

const provesExistence = ({ type }: StartResult): boolean =>
  type === 'started' || type === 'created' || type === 'alreadyStarted';

function applyStartResult(draft: Draft, live: LiveAttempt, result: StartResult): void {
  // A callback before this reply has proved the start: then the reports of the worker decide.
  if (live.state === 'ended' || live.startedAt !== null) return;
  switch (result.type) {
    case 'started':
      draft.markStarted(live, result.at, result);
      return;
    case 'created':
    case 'alreadyStarted':
      applyCreated(draft, live, result);
      return;
    case 'notSent':
      applyNotSent(draft, live, result.message);
      return;
    case 'refused':
      applyRefused(draft, live, result);
      return;
    case 'failed':
      draft.markEnded(live, result.end);
      return;
    case 'inDoubt':
      applyDoubt(draft, live, result);
      return;
  }
}

function applyCreated(draft: Draft, live: LiveAttempt, placement: Placement): void {
  if (live.state === 'claimed') draft.setLive(created(live, placement));
}

/** The attempt is claimed again at once; a lapsed claim is not a failure of the attempt. */
function applyNotSent(draft: Draft, live: LiveAttempt, message: string): void {
  if (live.stop) {
    applyRefused(draft, live, { type: 'refused', retryable: false, reason: REASONS.Withdrawn, message });
    return;
  }
  if (live.state === 'claimed') draft.setLive(refused(certain(draft, live), { retryAt: draft.now }));
}

/** Removes the doubt whether this claim was sent. A doubt about earlier claims, which exists only for idempotent starts, stays. */
function certain({ context }: Draft, live: LiveAttempt): LiveAttempt {
  const { doubt, ...rest } = live;
  return doubt !== undefined && context.plan.idempotentStart ? live : rest;
}

type Refusal = Extract<StartResult, { type: 'refused' }> & { readonly inDoubt?: true };

function applyRefused(draft: Draft, live: LiveAttempt, result: Refusal): void {
  const text = `${result.reason}: ${result.message}`.slice(0, MAX_LIVE_MESSAGE_LENGTH);
  if (!result.retryable || live.stop) {
    draft.markEnded(live, {
      // A start that was never sent was not refused by an engine.
      result: result.reason === REASONS.Withdrawn ? 'deletedByUs' : 'startRefused',
      at: draft.now,
      exitCode: null,
      reason: result.reason,
      message: result.message,
    });
    return;
  }
  const refusals = (live.refusals ?? 0) + 1;
  const wait = backoffMs(START_RETRY, refusals);
  const certainLive = result.inDoubt === true ? live : certain(draft, live);
  // The pause that the worker asks for can lengthen the wait, up to a limit, and never shortens it.
  const retryAfter = Math.min(result.retryAt ?? 0, draft.now + MAX_RETRY_AFTER_MS);
  draft.setLive(refused(certainLive, { refusals, retryAt: Math.max(draft.now + wait, retryAfter), waitingFor: text }));
  if (draft.phase === 'Pending') draft.moveTo('Pending', { reason: REASONS.StartRefused, message: text });
}

function applyDoubt(draft: Draft, live: LiveAttempt, result: Extract<StartResult, { type: 'inDoubt' }>): void {
  if (live.state === 'refused') return;
  const text = `${result.reason}: ${result.message}`.slice(0, MAX_LIVE_MESSAGE_LENGTH);
  const doubtful = live.doubt === undefined ? { ...live, doubt: text } : live;
  if (draft.context.plan.idempotentStart && !live.stop) {
    applyRefused(draft, doubtful, { ...result, type: 'refused', retryable: true, inDoubt: true });
    return;
  }
  if (live.doubt === undefined) draft.setLive(doubtful);
  if (draft.phase === 'Pending') draft.moveTo('Pending', { reason: REASONS.StartInDoubt, message: text });
}

/** A sign of life proves the start, and moves the idle deadline if the change is large enough to be stored. */
function applySeen(draft: Draft, live: LiveAttempt, at: Instant): void {
  if (live.state === 'ended') return;
  if (live.startedAt === null) draft.markStarted(live, at, { node: null });
  const current = draft.live.get(live.id);
  const idle = draft.context.plan.idleTimeoutMs;
  if (!current || idle === null) return;
  draft.seen.set(live.id, Math.max(at, draft.seen.get(live.id) ?? 0));
  const lastSeenAt = current.lastSeenAt ?? 0;
  if (at - lastSeenAt >= seenIntervalMs(idle)) draft.setLive({ ...current, lastSeenAt: at });
}

/** The most by which the stored sign of life may be older than the last one that was seen. */
export const seenIntervalMs = (idleTimeoutMs: number): number => Math.min(MAX_SEEN_INTERVAL_MS, idleTimeoutMs / 10);

function applyStatus(draft: Draft, report: StatusReport): Answer {
  const live = draft.live.get(report.attempt);
  if (!live) return 'notCurrent';
  if (live.state === 'ended') return isReportedAgain(live.end, report.state) ? 'done' : 'conflict';
  applySeen(draft, live, report.at);
  applyLastStatus(draft, draft.live.get(live.id) ?? live, report);
  if (report.state !== 'RUNNING')
    draft.markEnded(draft.live.get(live.id) ?? live, reportedEnd(report), { outputs: report.outputs });
  return 'done';
}

/** Absent fields keep their last value. */
function applyLastStatus(draft: Draft, live: LiveAttempt, { message, progress }: StatusReport): void {
  if (message === null && progress === null) return;
  const lastStatus = {
    message: message?.slice(0, MAX_LIVE_MESSAGE_LENGTH) ?? live.lastStatus?.message ?? '',
    progress: progress ?? live.lastStatus?.progress ?? null,
  };
  if (JSON.stringify(lastStatus) !== JSON.stringify(live.lastStatus)) draft.setLive({ ...live, lastStatus });
}

const reportedEnd = (report: StatusReport): AttemptEnd => ({
  result: report.state === 'FINISHED' ? 'succeeded' : 'failed',
  at: report.at,
  exitCode: report.exitCode ?? (report.state === 'FINISHED' ? 0 : null),
  reason: REASONS.Reported,
  message: report.message ?? '',
});
