/**
 * Decides which attempts start now. A start begins with a claim: only the incarnation that a claim names may start the attempt. Tasks come
 * in order of wave, priority and position; `maxActive`, dependencies and the grant of the start queue bound how many.
 *
 * Sources: K1, K2, K5 to K9, K29, K47; V39.
 */
import { attemptId } from '#common/domain/ids.js';
import { hasLeft, holderOf, isSameHolder } from '#common/limits/limit-parts.js';
import { isFull } from '#common/run/delayed-actions.js';
import type { AttemptClaim, Instant, LiveAttempt } from '#common/run/run.js';
import { dependencyState } from '#common/run/waves.js';
import type { NormalTask } from '#common/spec/normal-task.js';
import { claimedAgain } from './attempt.js';
import { progressOf } from './completion.js';
import type { Wanted } from './context.js';
import type { Draft } from './draft.js';
import { admitWave, beginGang, largestGang, type Admitted, type Offer } from './gangs.js';
import type { TaskPlan } from './plan.js';
import { REASONS } from './reasons.js';

/** A decision claims at most this many attempts, or one gang, so that a huge run never starves small ones. */
const MAX_CLAIMS_PER_DECISION = 500;
/** Live attempts of one run at once; bounds the size of its document. */
export const MAX_LIVE_ATTEMPTS = 1_000;
/** Without a lease nothing is claimed; the next heartbeat usually brings one. */
export const NO_LEASE_RETRY_MS = 1_000;
/**
 * If another replica holds the claim because the run's shard was moved meanwhile, the run checks at this interval that the replica still
 * lives.
 */
const FOREIGN_CLAIM_LOOK_MS = 2_000;
/** An attempt that may not be claimed again yet, because it may not be counted in its worker's limit, is looked at again after this time. */
const UNCOVERED_LOOK_MS = 500;
/** Priority classes that every cluster has; `PRIORITY_CLASSES` names the others. */
const SYSTEM_PRIORITIES: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

export const NOTHING_WANTED: Wanted = { most: 0, least: 0 };

/** Claims the attempts that may start now, as far as they are granted. Returns what is still wanted. */
export function claimStarts(draft: Draft): Wanted {
  if (draft.ending || draft.phase === 'Restarting') return NOTHING_WANTED;
  if (draft.now < draft.base.startAfter) return NOTHING_WANTED;
  const { plan, engines } = draft.context;
  if (!engines.includes(plan.engine)) {
    reportMissingEngine(draft);
    return NOTHING_WANTED;
  }
  if (draft.context.self.lease === null)
    draft.wakes.push(draft.now + (draft.context.self.claimAgainInMs ?? NO_LEASE_RETRY_MS));
  else for (const live of [...draft.live.values()]) takeOver(draft, live);
  if (draft.now < (draft.notBefore ?? 0)) return NOTHING_WANTED;
  if (draft.notBefore !== null) draft.holdBack(null);
  return claimOffers(draft);
}

/** What a wave could start; with `together`, all or nothing. */
interface Startable extends Admitted {
  readonly count: number;
}

function claimOffers(draft: Draft): Wanted {
  // A gang is always claimed in one decision, even if it is larger than the limit.
  const perDecision = Math.max(MAX_CLAIMS_PER_DECISION, largestGang(draft));
  const offers = offersOf(draft, perDecision);
  const waves = [...new Set(offers.map(({ task }) => task.wave))].map((wave): Startable => {
    const admitted = admitWave(
      draft,
      offers.filter(({ task }) => task.wave === wave),
    );
    return { ...admitted, count: admitted.offers.reduce((sum, { indexes }) => sum + indexes.length, 0) };
  });
  // A gang that can never be placed has ended the run.
  if (draft.ending) return NOTHING_WANTED;
  let granted = grantOf(draft, wantedOf(waves));
  const left = waves.map((wave): Startable => {
    const count = wave.together && granted < wave.count ? 0 : Math.min(granted, wave.count);
    if (count === wave.count) beginGang(draft, wave);
    claimFirst(draft, wave.offers, count);
    granted -= count;
    return { ...wave, count: wave.count - count };
  });
  return wantedOf(left);
}

/** The starts that the start queue grants; none without a lease. */
function grantOf({ context: { self, grant } }: Draft, wanted: Wanted): number {
  return wanted.most === 0 || self.lease === null ? 0 : grant(wanted);
}

/** Only the first wave that lacks a grant asks for a minimum: it is served first. */
function wantedOf(waves: readonly Startable[]): Wanted {
  const lacking = waves.find(({ count }) => count > 0);
  const most = waves.reduce((sum, { count }) => sum + count, 0);
  return { most, least: lacking === undefined ? 0 : lacking.together ? lacking.count : 1 };
}

/** The indexes that could start now, by task in start order and lowest first, within `maxActive` and dependencies. */
function offersOf(draft: Draft, perDecision: number): readonly Offer[] {
  const { tasks } = draft.context.plan;
  draft.indexes.promote();
  const progress = progressOf(draft);
  const sealing = new Set([...draft.live.values()].map((live) => `${live.task}/${live.index}`));
  // While the list of delayed actions is full, nothing is started that could add to it.
  let left = isFull(draft.delayed) ? 0 : Math.min(perDecision, MAX_LIVE_ATTEMPTS - draft.live.size);
  return byStartOrder(tasks, priorityIn(draft)).map((task) => {
    const { stop, room } = inFlight(task, draft.activeOf(task.name), perDecision);
    for (const live of stop) draft.requestStop(live, 'replaced');
    const isBlocked = dependencyState(task, tasks, progress).type !== 'met';
    const indexes = isBlocked ? [] : freeOf(draft, { task, limit: Math.min(left, room), sealing });
    left -= indexes.length;
    return { task, indexes };
  });
}

/** An index waits until the output of its last attempt is stored: the next attempt may need the job storage saved there. */
function freeOf(
  draft: Draft,
  { task, limit, sealing }: { task: TaskPlan; limit: number; sealing: ReadonlySet<string> },
): readonly number[] {
  const free: number[] = [];
  if (limit <= 0) return free;
  for (const index of draft.indexes.of(task.name)?.freeIndexes() ?? []) {
    if (sealing.has(`${task.name}/${index}`)) continue;
    free.push(index);
    if (free.length >= limit) break;
  }
  return free;
}

function priorityIn({ context: { priorities } }: Draft): (name: string) => number | null {
  return (name) => [SYSTEM_PRIORITIES, priorities].find((classes) => Object.hasOwn(classes, name))?.[name] ?? null;
}

function claimFirst(draft: Draft, offers: readonly Offer[], count: number): void {
  let left = count;
  for (const { task, indexes } of offers) {
    for (const index of indexes.slice(0, left)) claim(draft, task.name, index);
    left -= Math.min(left, indexes.length);
  }
}

function claim(draft: Draft, task: string, index: number): void {
  const attempt = draft.indexes.of(task)?.claim(index) ?? 1;
  draft.setLive({
    id: attemptId({ run: draft.base.id, generation: draft.generation, task, index, attempt }),
    task,
    index,
    attempt,
    state: 'claimed',
    since: draft.now,
    claim: claimAt(draft, draft.now),
    startedAt: null,
    lastSeenAt: null,
    stop: null,
    end: null,
    sealBy: null,
  });
}

/**
 * Claims attempts again that certainly have not started. Whether this holds for an attempt that a silent replica was about to start
 * depends on the engine.
 */
function takeOver(draft: Draft, live: LiveAttempt): void {
  if (live.stop) return;
  if (live.state === 'refused') {
    if (live.retryAt <= draft.now) claimAgain(draft, live);
    return;
  }
  if (live.state !== 'claimed' || live.doubt !== undefined) return;
  if (!isOrphan(draft, live)) {
    // Nothing else would wake the run if its claimant died now.
    if (!isOwn(draft, live)) draft.wakes.push(draft.now + FOREIGN_CLAIM_LOOK_MS);
    return;
  }
  const { engine, idempotentStart } = draft.context.plan;
  if (engine === 'webservice' && !idempotentStart) {
    leaveInDoubt(draft, live);
    return;
  }
  // A pod's name and a spool folder can exist only once, so a second start finds the first; a spool folder is local to its host.
  if (engine === 'process' && live.claim.host !== draft.context.self.host) return;
  claimAgain(draft, live);
}

/** Only the claimant knows whether it sent the start. If it lives, it reports; else a callback or the start deadline decides. */
function leaveInDoubt(draft: Draft, live: LiveAttempt): void {
  // No callback reports a call whose answer is its end: `resumeCall` has ended it.
  if (draft.context.plan.answersEnd) return;
  draft.setLive({ ...live, doubt: 'the replica that was starting the attempt sends no heartbeats any more' });
}

/** The replica that made the call has stopped or died: the call is repeated if that does no harm, otherwise it has ended. */
export function resumeCall(draft: Draft, live: LiveAttempt): void {
  const { plan, self } = draft.context;
  if (!plan.idempotentStart || live.state !== 'started') interruptCall(draft, live);
  else if (self.lease === null) draft.wakes.push(draft.now + (self.claimAgainInMs ?? NO_LEASE_RETRY_MS));
  else claimAgain(draft, live);
}

function interruptCall(draft: Draft, live: LiveAttempt): void {
  draft.markEnded(live, {
    result: 'startUnknown',
    at: draft.now,
    exitCode: null,
    reason: REASONS.CallInterrupted,
    message: `the executor ${live.claim.replica}, which made the call, has stopped or died: whether the work was done is not known`,
  });
}

/**
 * True when the claimant certainly does not start the attempt any more. A replica knows that claims under an ended lease have lapsed; the
 * claims that it makes after its return have a later lease.
 */
export function isOrphan(draft: Draft, live: LiveAttempt): boolean {
  const { alive } = draft.context;
  const { claim } = live;
  if (isOwn(draft, live) || !alive || alive.replicas.has(claim.replica)) return false;
  const ended = alive.silent.get(claim.replica);
  if (ended !== undefined) return (claim.lease ?? 0) <= ended;
  return hasLeft(claim.at, alive.asOf);
}

export const isOwn = ({ context }: Draft, { claim }: LiveAttempt): boolean =>
  claim.incarnation === context.self.incarnation;

/**
 * False while another replica that holds the claim is alive: this replica may still start the attempt, though nothing of the attempt
 * exists yet.
 */
export const mayStartInstead = (draft: Draft, live: LiveAttempt): boolean =>
  isOwn(draft, live) || isOrphan(draft, live);

function claimAgain(draft: Draft, live: LiveAttempt): void {
  if (!draft.context.mayClaimAgain(live)) {
    draft.wakes.push(draft.now + UNCOVERED_LOOK_MS);
    return;
  }
  const claim = claimAt(draft, Math.max(draft.now, live.claim.at + 1));
  const first = holderOf(live.claim);
  draft.setLive(claimedAgain(live, isSameHolder(first, holderOf(claim)) ? claim : { ...claim, first }));
}

function claimAt({ context }: Draft, at: Instant): AttemptClaim {
  const { replica, incarnation, host, lease } = context.self;
  return { replica, incarnation, host, at, lease: lease ?? 0 };
}

function reportMissingEngine(draft: Draft): void {
  if (draft.phase !== 'Pending' || draft.live.size > 0) return;
  draft.moveTo('Pending', {
    reason: REASONS.EngineUnavailable,
    message: `this executor does not run the ${draft.context.plan.engine} engine: ENGINES does not name it`,
  });
}

export interface InFlight<A> {
  readonly stop: readonly A[];
  readonly room: number;
}

interface Attempt extends Advance {
  /** The stop; null until the attempt is asked to end. */
  readonly stop: object | null;
}

/**
 * How many attempts of a task may be started now (`room`), and which must stop first: attempts beyond `maxActive` and attempts whose index
 * was cut off. Nothing is started in a decision that stops something, so a run never holds more than it may. `live`: the task's attempts
 * that have not ended; `limit`: how many this decision may still start or stop.
 */
export function inFlight<A extends Attempt>(
  task: Pick<NormalTask, 'indexes' | 'maxActive'>,
  live: readonly A[],
  limit: number,
): InFlight<A> {
  const staying = live.filter(({ stop }) => stop === null);
  const cutOff = staying.filter(({ index }) => index >= task.indexes);
  const kept = staying.filter(({ index }) => index < task.indexes);
  const allowed = task.maxActive ?? Infinity;
  const surplus = byLeastAdvanced(kept).slice(0, Math.max(0, kept.length - allowed));
  const stop = [...byLeastAdvanced(cutOff), ...surplus].slice(0, Math.max(0, limit));
  if (cutOff.length + surplus.length > 0) return { stop, room: 0 };
  // An attempt that is stopping counts until it has ended.
  return { stop: [], room: Math.max(0, Math.min(limit, allowed - live.length)) };
}

/**
 * Earlier waves first, then by falling priority, then as listed. `priorityOf` gives the value of a priority class; an unknown class
 * and no class count 0, as in Kubernetes.
 */
export function byStartOrder<T extends NormalTask>(
  tasks: readonly T[],
  priorityOf: (priorityClassName: string) => number | null,
): readonly T[] {
  const priority = ({ priorityClassName }: T): number =>
    priorityClassName === null ? 0 : (priorityOf(priorityClassName) ?? 0);
  return [...tasks].sort((a, b) => a.wave - b.wave || priority(b) - priority(a) || a.position - b.position);
}

export interface Advance {
  /** A `claimed` attempt may not exist yet; in any other state it exists in its engine. */
  readonly state: string;
  readonly startedAt: Instant | null;
  readonly index: number;
  readonly attempt: number;
}

/** The least advanced first: claimed, then existing, then running ones, the youngest first; among equals the highest index. */
export function byLeastAdvanced<A extends Advance>(attempts: readonly A[]): readonly A[] {
  return [...attempts].sort(
    (a, b) =>
      stageOf(a) - stageOf(b) || (b.startedAt ?? 0) - (a.startedAt ?? 0) || b.index - a.index || b.attempt - a.attempt,
  );
}

function stageOf({ state, startedAt }: Advance): number {
  if (startedAt !== null) return 2;
  return state === 'claimed' ? 0 : 1;
}
