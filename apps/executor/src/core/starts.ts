/** Which attempts are begun now. Beginning is claiming: only the incarnation that a claim names may start the attempt. */
import { EMPTY_SET, hasIndex } from '#common/domain/index-set.js';
import { attemptId } from '#common/domain/ids.js';
import type { LiveAttempt, RetryTicket } from '#common/domain/run.js';
import type { Draft } from './draft.js';
import { REASONS } from './reasons.js';

/** A decision claims at most this many attempts, so that a huge run never starves small ones. */
export const MAX_CLAIMS_PER_TURN = 500;
/** Attempts of one run that may be live at once: what bounds its document. */
export const MAX_LIVE_ATTEMPTS = 1_000;

/** Claims what may begin, as far as it is granted; gives the number of attempts that wait for a grant. */
export function claimStarts(draft: Draft): number {
  if (draft.ending || draft.final || draft.phase === 'Queued' || draft.phase === 'Restarting') return 0;
  if (draft.now < draft.base.startAfter) return 0;
  if (!draft.turn.engines.includes(draft.turn.plan.engine)) {
    reportMissingEngine(draft);
    return 0;
  }
  for (const live of [...draft.live.values()]) takeOver(draft, live);
  const room = Math.min(MAX_CLAIMS_PER_TURN, MAX_LIVE_ATTEMPTS - draft.live.size);
  let granted = Math.min(draft.turn.grant, room);
  let wanted = 0;
  for (const candidate of candidates(draft, room)) {
    if (granted > 0) {
      granted -= 1;
      claim(draft, candidate);
    } else wanted += 1;
  }
  return wanted;
}

type Candidate = Omit<RetryTicket, 'notBefore'>;

/** Indexes that may be tried now: those whose delay has passed, then those never tried, lowest first. */
function candidates(draft: Draft, limit: number): Candidate[] {
  const busy = new Set([...draft.live.values()].map((live) => `${live.task}/${live.index}`));
  const due = draft.waiting
    .filter(({ task, index, notBefore }) => notBefore <= draft.now && !busy.has(`${task}/${index}`))
    .sort((a, b) => a.index - b.index);
  const found: Candidate[] = due.slice(0, limit);
  for (const task of draft.turn.plan.tasks) {
    const state = draft.tasks.get(task.name);
    if (!state) continue;
    for (let index = state.next ?? 0; index < state.indexes && found.length < limit; index++) {
      if (!hasIndex(state.succeededSet ?? EMPTY_SET, index)) found.push({ task: task.name, index, attempt: 1 });
    }
  }
  return found;
}

function claim(draft: Draft, { task, index, attempt }: Candidate): void {
  const id = attemptId({ run: draft.base.id, generation: draft.generation, task, index, attempt });
  draft.setLive({
    id,
    task,
    index,
    attempt,
    state: 'claimed',
    since: draft.now,
    claim: { ...draft.turn.self, at: draft.now },
    startedAt: null,
    lastSeenAt: null,
    stop: null,
    end: null,
    sealBy: null,
  });
  const state = draft.tasks.get(task);
  if (state && attempt === 1) draft.setTask({ ...state, next: index + 1 });
  draft.setWaiting(draft.waiting.filter((ticket) => ticket.task !== task || ticket.index !== index));
}

/** Claims anew what certainly has not started; what a dead replica was about to start is judged by its engine's ways. */
function takeOver(draft: Draft, live: LiveAttempt): void {
  if (live.stop) return;
  if (live.state === 'refused' && (live.retryAt ?? 0) <= draft.now) {
    claimAgain(draft, live);
    return;
  }
  if (live.state !== 'claimed' || live.doubt !== undefined || !isOrphan(draft, live)) return;
  const { engine, idempotentStart } = draft.turn.plan;
  if (engine === 'webservice' && !idempotentStart) {
    draft.setLive({ ...live, doubt: 'the replica that was starting it died' });
    return;
  }
  // A pod's name and a spool folder can exist once only, so starting again is finding it; a spool is on its own host.
  if (engine === 'process' && live.claim.host !== draft.turn.self.host) return;
  claimAgain(draft, live);
}

function isOrphan(draft: Draft, live: LiveAttempt): boolean {
  const { self, alive } = draft.turn;
  return live.claim.incarnation !== self.incarnation && alive !== null && !alive.replicas.has(live.claim.replica);
}

function claimAgain(draft: Draft, live: LiveAttempt): void {
  const { retryAt: _retryAt, ...rest } = live;
  draft.setLive({ ...rest, state: 'claimed', claim: { ...draft.turn.self, at: draft.now } });
}

function reportMissingEngine(draft: Draft): void {
  if (draft.phase !== 'Pending' || draft.live.size > 0) return;
  draft.moveTo('Pending', {
    reason: REASONS.EngineUnavailable,
    message: `this executor does not run the ${draft.turn.plan.engine} engine: ENGINES does not name it`,
  });
}
