/** What the passing of time alone brings about. Every deadline is in the stored run, so it survives any process. */
import type { Instant, LiveAttempt } from '#common/domain/run.js';
import { seenIntervalMs } from './observe.js';
import type { Draft } from './draft.js';
import { REASONS } from './reasons.js';
import { stopRemaining } from './completion.js';

const SECOND = 1_000;
/** An attempt whose time is up is given this long to go by itself. */
const LIMIT_GRACE_SECONDS = 30;
/** A host without any living member for this long has lost its processes, as far as anybody can tell. */
export const HOST_LOST_MS = 60_000;

export function applyTimers(draft: Draft): void {
  for (const live of [...draft.live.values()]) {
    applyHostLost(draft, live);
    applyStartDeadline(draft, live);
    applyRunningLimits(draft, live);
    applySealDeadline(draft, live);
  }
  applyActiveDeadline(draft);
}

const current = (draft: Draft, live: LiveAttempt): LiveAttempt | undefined => {
  const now = draft.live.get(live.id);
  return now && now.state !== 'ended' ? now : undefined;
};

/** Processes live and die with their host; the other engines' attempts live elsewhere. */
function applyHostLost(draft: Draft, given: LiveAttempt): void {
  const live = current(draft, given);
  const { alive, plan } = draft.turn;
  if (!live || plan.engine !== 'process' || !alive || live.state === 'refused') return;
  if (alive.hosts.has(live.claim.host) || draft.now - alive.since < HOST_LOST_MS) return;
  if (draft.now - live.claim.at < HOST_LOST_MS) return;
  draft.markEnded(live, {
    result: 'nodeLost',
    at: draft.now,
    exitCode: null,
    reason: REASONS.HostLost,
    message: `no executor has been alive on host ${live.claim.host} for ${HOST_LOST_MS / SECOND} s`,
  });
}

export const startDeadlineOf = (draft: Pick<Draft, 'turn'>, live: LiveAttempt): Instant =>
  live.since + draft.turn.plan.startDeadlineMs;

function applyStartDeadline(draft: Draft, given: LiveAttempt): void {
  const live = current(draft, given);
  if (live?.startedAt !== null || live.stop || draft.now < startDeadlineOf(draft, live)) return;
  const within = `not started within ${draft.turn.plan.startDeadlineMs / SECOND} s`;
  if (live.doubt !== undefined && draft.turn.plan.engine === 'webservice') {
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

function applyRunningLimits(draft: Draft, given: LiveAttempt): void {
  const live = current(draft, given);
  if (live?.startedAt == null || live.stop) return;
  const { timeoutMs } = draft.turn.plan;
  if (timeoutMs !== null && draft.now >= live.startedAt + timeoutMs) {
    draft.requestStop(live, 'timeout', LIMIT_GRACE_SECONDS);
    return;
  }
  const idleAt = idleDeadlineOf(draft, live);
  if (idleAt !== null && draft.now >= idleAt) draft.requestStop(live, 'idleTimeout', LIMIT_GRACE_SECONDS);
}

/**
 * When silence becomes too long. What is written may lag behind what the former owner knew, so an attempt that was claimed by
 * another incarnation is given that lag on top.
 */
export function idleDeadlineOf(draft: Draft, live: LiveAttempt): Instant | null {
  const { idleTimeoutMs } = draft.turn.plan;
  if (idleTimeoutMs === null || live.startedAt === null) return null;
  const lag = live.claim.incarnation === draft.turn.self.incarnation ? 0 : seenIntervalMs(idleTimeoutMs);
  const seen = Math.max(live.startedAt, live.lastSeenAt ?? 0, draft.seen.get(live.id) ?? 0);
  return seen + idleTimeoutMs + lag;
}

function applySealDeadline(draft: Draft, given: LiveAttempt): void {
  const live = draft.live.get(given.id);
  if (live?.state !== 'ended' || live.sealBy === null || draft.now < live.sealBy) return;
  draft.markSealed(live, false, REASONS.SealHoldPassed);
}

function applyActiveDeadline(draft: Draft): void {
  const { activeDeadlineMs } = draft.turn.plan;
  if (activeDeadlineMs === null || draft.started === null || draft.now < draft.started + activeDeadlineMs) return;
  const decided = draft.end({
    phase: 'Failed',
    reason: REASONS.DeadlineExceeded,
    message: `the run took longer than activeDeadlineSeconds (${activeDeadlineMs / SECOND} s)`,
    actor: 'executor',
    exitCode: null,
  });
  if (decided) stopRemaining(draft, 'activeDeadline', LIMIT_GRACE_SECONDS);
}
