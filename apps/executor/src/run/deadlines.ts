/**
 * The deadlines of a run and its attempts. Each is written once, as an instant and its event: a decision acts on the deadlines that have
 * passed, and the run is woken at the first that has not. All of them follow from the stored run, so they survive any process.
 */
import type { AttemptId } from '#common/domain/ids.js';
import { nextDueAt } from '#common/run/delayed-actions.js';
import type { EndedAttempt, Instant, LiveAttempt, StartedAttempt } from '#common/run/run.js';
import { forceAt } from './attempt.js';
import { endRun } from './completion.js';
import type { Draft } from './draft.js';
import type { RunTables } from './indexes.js';
import { seenIntervalMs } from './observe.js';
import { pendingPolicy } from './policies.js';
import { REASONS } from './reasons.js';
import { isOrphan, isOwn, NO_LEASE_RETRY_MS, resumeCall } from './starts.js';

const SECOND = 1_000;
/** An open run is compared with its engine at least this often, even if nothing is reported. */
const SAFETY_WAKE_MS = 600_000;
/** A claim without an answer, and an attempt that does not end when asked to, are checked again after this long. */
const CHECK_MS = 30_000;
/** A host without any living member for this long is lost, and its processes with it. */
export const HOST_LOST_MS = 60_000;

/** `lookAgain` has no action of its own: it wakes the run, and the decision then repeats the starts and effects that are due. */
type AttemptEvent = 'hostLost' | 'callLost' | 'startDeadline' | 'timeout' | 'idleTimeout' | 'sealHold' | 'lookAgain';

interface Deadline {
  readonly at: Instant;
  readonly event: AttemptEvent;
}

const ON_ATTEMPT: Readonly<Record<AttemptEvent, (draft: Draft, live: LiveAttempt) => void>> = {
  hostLost,
  callLost: resumeCall,
  startDeadline: missStart,
  timeout: (draft, live) => {
    draft.requestStop(live, 'timeout');
  },
  idleTimeout: (draft, live) => {
    draft.requestStop(live, 'idleTimeout');
  },
  sealHold: (draft, live) => {
    draft.markSealed(live, { complete: false, reason: REASONS.SealHoldPassed });
  },
  lookAgain: () => undefined,
};

/** Acts on the deadlines that have passed. If several of one attempt have passed, only the first that `attemptDeadlines` lists counts. */
export function fireDeadlines(draft: Draft): void {
  for (const [live, event] of passedDeadlines(draft)) ON_ATTEMPT[event](draft, live);
}

/** Attempts that `fireDeadlines` would give up because of their silence. */
export const silentAttempts = (draft: Draft): readonly AttemptId[] =>
  passedDeadlines(draft).flatMap(([{ id }, event]) => (event === 'idleTimeout' ? [id] : []));

function passedDeadlines(draft: Draft): readonly (readonly [LiveAttempt, AttemptEvent])[] {
  if (!draft.isUnderWay) return [];
  return [...draft.live.values()].flatMap((live) => {
    const passed = attemptDeadlines(draft, live).find(({ at }) => at <= draft.now);
    return passed ? [[live, passed.event] as const] : [];
  });
}

/** Ends the run if it has been active for too long. */
export function fireActiveDeadline(draft: Draft): void {
  const deadline = activeDeadlineOf(draft);
  if (deadline === null || deadline > draft.now) return;
  const seconds = (draft.context.plan.activeDeadlineMs ?? 0) / SECOND;
  const message = `the run took longer than activeDeadlineSeconds (${seconds} s)`;
  endRun(draft, { phase: 'Failed', reason: REASONS.DeadlineExceeded, message }, 'activeDeadline');
}

/** The next instant at which time alone changes something. */
export function nextWake(draft: Draft, tables: RunTables): Instant {
  const { now, base } = draft;
  const wakes: (Instant | null)[] = [now + SAFETY_WAKE_MS];
  if (now < base.startAfter && draft.live.size === 0) wakes.push(base.startAfter);
  // A lost call that may not be claimed yet has its own wake-up.
  const timed = [...draft.live.values()].flatMap((live) => attemptDeadlines(draft, live));
  wakes.push(...timed.flatMap(({ at, event }) => (event === 'callLost' ? [] : [at])));
  if (!draft.ending) wakes.push(...openWakes(draft, tables));
  return Math.min(...wakes.filter((wake) => wake !== null));
}

/** Wake-ups of a run whose ending is not decided. */
function openWakes(draft: Draft, tables: RunTables): (Instant | null)[] {
  const dues = draft.phase === 'Restarting' ? [] : [...tables.values()].map(({ nextDue }) => nextDue);
  return [
    activeDeadlineOf(draft),
    draft.notBefore,
    nextDueAt(draft.delayed),
    ...draft.wakes,
    ...draft.active.map((live) => pendingPolicy(draft, live)?.at ?? null),
    ...dues.filter((due) => due > draft.now),
  ];
}

function attemptDeadlines(draft: Draft, live: LiveAttempt): readonly Deadline[] {
  const lost = hostLostAt(draft, live);
  const own = [...callChecks(draft, live), ...ownDeadlines(draft, live)];
  return lost === null ? own : [{ at: lost, event: 'hostLost' }, ...own];
}

function ownDeadlines(draft: Draft, live: LiveAttempt): readonly Deadline[] {
  const check = { at: draft.now + CHECK_MS, event: 'lookAgain' } as const;
  switch (live.state) {
    case 'claimed':
      return [startDeadline(draft, live), check];
    case 'refused': {
      // One that is due and still refused may not be claimed again yet.
      const isBarred = draft.context.self.lease === null || live.retryAt <= draft.now;
      const soonest = isBarred ? draft.now + NO_LEASE_RETRY_MS : 0;
      return [startDeadline(draft, live), { at: Math.max(live.retryAt, soonest), event: 'lookAgain' }];
    }
    case 'created':
      return [startDeadline(draft, live)];
    case 'started':
      return runningLimits(draft, live);
    case 'stopping':
      return forceAt(live) > draft.now ? [{ at: forceAt(live), event: 'lookAgain' }] : [check];
    case 'ended':
      return [sealHold(live)];
  }
}

const startDeadline = (draft: Draft, live: LiveAttempt): Deadline => ({
  at: live.since + draft.context.plan.startDeadlineMs,
  event: 'startDeadline',
});

const sealHold = ({ sealBy }: EndedAttempt): Deadline => ({ at: sealBy, event: 'sealHold' });

function runningLimits(draft: Draft, live: StartedAttempt): readonly Deadline[] {
  const { timeoutMs } = draft.context.plan;
  const idleAt = idleDeadlineOf(draft, live);
  return [
    ...(timeoutMs === null ? [] : [{ at: live.startedAt + timeoutMs, event: 'timeout' } as const]),
    ...(idleAt === null ? [] : [{ at: idleAt, event: 'idleTimeout' } as const]),
  ];
}

/**
 * The instant at which the silence of an attempt becomes too long. The stored sign of life may be older than the last one that the former
 * owner knew, so an attempt that another incarnation claimed gets this difference in addition. If it is unknown whether the attempt is
 * silent, this is asked again later.
 */
function idleDeadlineOf(draft: Draft, live: StartedAttempt): Instant | null {
  const { idleTimeoutMs } = draft.context.plan;
  if (idleTimeoutMs === null) return null;
  const lag = live.claim.incarnation === draft.context.self.incarnation ? 0 : seenIntervalMs(idleTimeoutMs);
  const seen = Math.max(live.startedAt, live.lastSeenAt ?? 0, draft.seen.get(live.id) ?? 0);
  const idleAt = seen + idleTimeoutMs + lag;
  return draft.unverified.has(live.id) ? Math.max(idleAt, draft.now + CHECK_MS) : idleAt;
}

/** A call ends with the replica that makes it, which nothing else reports. */
function callChecks(draft: Draft, live: LiveAttempt): readonly Deadline[] {
  const { answersEnd, idempotentStart } = draft.context.plan;
  // A claim whose start may be repeated is taken over like any other.
  const isUnderWay =
    live.state === 'started' || live.state === 'stopping' || (live.state === 'claimed' && !idempotentStart);
  if (!answersEnd || !isUnderWay || isOwn(draft, live)) return [];
  return isOrphan(draft, live)
    ? [{ at: draft.now, event: 'callLost' }]
    : [{ at: draft.now + CHECK_MS, event: 'lookAgain' }];
}

/** Only processes die with the executor's host. Null: the host is alive, or nothing is known of it. */
function hostLostAt({ context }: Draft, { state, claim }: LiveAttempt): Instant | null {
  const { alive, plan } = context;
  if (plan.engine !== 'process' || !alive || state === 'refused' || state === 'ended') return null;
  return alive.hosts.has(claim.host) ? null : Math.max(alive.since, claim.at) + HOST_LOST_MS;
}

function hostLost(draft: Draft, live: LiveAttempt): void {
  draft.markEnded(live, {
    result: 'nodeLost',
    at: draft.now,
    exitCode: null,
    reason: REASONS.HostLost,
    message: `no executor has been alive on host ${live.claim.host} for ${HOST_LOST_MS / SECOND} s`,
  });
}

function missStart(draft: Draft, live: LiveAttempt): void {
  const within = `not started within ${draft.context.plan.startDeadlineMs / SECOND} s`;
  if (live.doubt !== undefined && draft.context.plan.engine === 'webservice') {
    // Only its host knew whether the attempt started. Other engines can be asked: they end what they may have started before the attempt
    // counts as ended.
    draft.markEnded(live, {
      result: 'startUnknown',
      at: draft.now,
      exitCode: null,
      reason: REASONS.StartUnknown,
      message: `no callback proved its start in time; ${live.doubt}`,
    });
  } else if (live.state === 'refused') {
    draft.markEnded(live, {
      result: 'startRefused',
      at: draft.now,
      exitCode: null,
      // An attempt whose secrets could not be read ends with a reason of its own, which retry rules can name.
      reason: live.waitingFor?.startsWith(`${REASONS.SecretsUnavailable}:`)
        ? REASONS.SecretsUnavailable
        : REASONS.StartDeadlineExceeded,
      message: live.waitingFor === undefined ? within : `${within}; ${live.waitingFor}`,
      // The pause that its worker has asked for holds for the next attempt, too.
      retryAt: live.retryAt,
    });
  } else {
    draft.requestStop(live, 'startDeadline', 0);
  }
}

function activeDeadlineOf({ context, started }: Draft): Instant | null {
  const { activeDeadlineMs } = context.plan;
  return activeDeadlineMs === null || started === null ? null : started + activeDeadlineMs;
}
