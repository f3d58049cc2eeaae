/**
 * What the passing of time alone brings about. Each deadline is written once, as an instant and what it means: the decision acts on
 * those that have passed, and the run is looked at again at the first that has not. All of them follow from the stored run, so they
 * survive any process.
 */
import { nextDueAt } from '#common/run/delayed-actions.js';
import type { EndedAttempt, Instant, LiveAttempt, StartedAttempt, StoppingAttempt } from '#common/run/run.js';
import { stopRemaining } from './completion.js';
import type { Draft } from './draft.js';
import type { RunTables } from './indexes.js';
import { seenIntervalMs } from './observe.js';
import { pendingPolicy } from './policies.js';
import { REASONS } from './reasons.js';
import { NO_LEASE_RETRY_MS } from './starts.js';

const SECOND = 1_000;
/** However quiet, an open run is compared with its engine this often. */
const SAFETY_WAKE_MS = 600_000;
/** A claim that nobody followed up is looked at again after this long, and an attempt that resists its end is ended again. */
const CHECK_MS = 30_000;
/** An attempt whose time is up is given this long to go by itself. */
const LIMIT_GRACE_SECONDS = 30;
/** A host without any living member for this long has lost its processes, as far as anybody can tell. */
export const HOST_LOST_MS = 60_000;

/** What a deadline of an attempt means once it has passed. */
type AttemptEvent = 'hostLost' | 'startDeadline' | 'timeout' | 'idleTimeout' | 'sealHold' | 'lookAgain';

interface Deadline {
  readonly at: Instant;
  readonly event: AttemptEvent;
}

const ON_ATTEMPT: Readonly<Record<AttemptEvent, (draft: Draft, live: LiveAttempt) => void>> = {
  hostLost,
  startDeadline: missStart,
  timeout: (draft, live) => {
    draft.requestStop(live, 'timeout', LIMIT_GRACE_SECONDS);
  },
  idleTimeout: (draft, live) => {
    draft.requestStop(live, 'idleTimeout', LIMIT_GRACE_SECONDS);
  },
  sealHold: (draft, live) => {
    draft.markSealed(live, false, REASONS.SealHoldPassed);
  },
  // Starts and effects of the same decision see for themselves what is due.
  lookAgain: () => undefined,
};

/** Acts on every deadline that has passed: of one attempt on the first in their order. */
export function fireDeadlines(draft: Draft): void {
  for (const live of [...draft.live.values()]) {
    const passed = attemptDeadlines(draft, live).find(({ at, event }) => at <= draft.now && event !== 'lookAgain');
    if (passed) ON_ATTEMPT[passed.event](draft, live);
  }
  const deadline = activeDeadlineOf(draft);
  if (deadline !== null && deadline <= draft.now) missActiveDeadline(draft);
}

/** The next instant at which time alone changes something. */
export function nextWake(draft: Draft, tables: RunTables): Instant {
  const { now, base } = draft;
  const wakes: (Instant | null)[] = [now + SAFETY_WAKE_MS];
  if (now < base.startAfter && draft.live.size === 0) wakes.push(base.startAfter);
  for (const live of draft.live.values()) wakes.push(...attemptDeadlines(draft, live).map(({ at }) => at));
  if (!draft.ending) wakes.push(...openWakes(draft, tables));
  return Math.min(...wakes.filter((wake) => wake !== null));
}

/** Of a run that is not decided. */
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
  const own = ownDeadlines(draft, live);
  return lost === null ? own : [{ at: lost, event: 'hostLost' }, ...own];
}

function ownDeadlines(draft: Draft, live: LiveAttempt): readonly Deadline[] {
  const check = { at: draft.now + CHECK_MS, event: 'lookAgain' } as const;
  switch (live.state) {
    case 'claimed':
      return [startDeadline(draft, live), check];
    case 'refused': {
      const soonest = draft.context.self.lease === null ? draft.now + NO_LEASE_RETRY_MS : 0;
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

/** When an attempt that was asked to end is ended by force. */
export const forceAt = ({ stop }: StoppingAttempt): Instant => stop.at + stop.graceSeconds * SECOND;

function runningLimits(draft: Draft, live: StartedAttempt): readonly Deadline[] {
  const { timeoutMs } = draft.context.plan;
  const idleAt = idleDeadlineOf(draft, live);
  return [
    ...(timeoutMs === null ? [] : [{ at: live.startedAt + timeoutMs, event: 'timeout' } as const]),
    ...(idleAt === null ? [] : [{ at: idleAt, event: 'idleTimeout' } as const]),
  ];
}

/**
 * When silence becomes too long. What is written may lag behind what the former owner knew, so an attempt that was claimed by
 * another incarnation is given that lag on top.
 */
function idleDeadlineOf(draft: Draft, live: StartedAttempt): Instant | null {
  const { idleTimeoutMs } = draft.context.plan;
  if (idleTimeoutMs === null) return null;
  const lag = live.claim.incarnation === draft.context.self.incarnation ? 0 : seenIntervalMs(idleTimeoutMs);
  const seen = Math.max(live.startedAt, live.lastSeenAt ?? 0, draft.seen.get(live.id) ?? 0);
  return seen + idleTimeoutMs + lag;
}

/** Processes live and die with their host; the other engines' attempts live elsewhere. Null while nothing says that it is lost. */
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
    // Nobody can be asked. Other engines can: what they may have started is ended by them before it counts as over.
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
      reason: REASONS.StartDeadlineExceeded,
      message: live.waitingFor === undefined ? within : `${within}; ${live.waitingFor}`,
    });
  } else {
    draft.requestStop(live, 'startDeadline', 0);
  }
}

function activeDeadlineOf({ context, started }: Draft): Instant | null {
  const { activeDeadlineMs } = context.plan;
  return activeDeadlineMs === null || started === null ? null : started + activeDeadlineMs;
}

function missActiveDeadline(draft: Draft): void {
  const seconds = (draft.context.plan.activeDeadlineMs ?? 0) / SECOND;
  const decided = draft.end({
    phase: 'Failed',
    reason: REASONS.DeadlineExceeded,
    message: `the run took longer than activeDeadlineSeconds (${seconds} s)`,
    actor: 'executor',
    exitCode: null,
  });
  if (decided) stopRemaining(draft, 'activeDeadline', LIMIT_GRACE_SECONDS);
}
