/**
 * The states of one attempt: every move in one table, one function for each move, and the meaning of its end. A stop that we requested
 * takes precedence over the way in which the attempt then ended.
 */
import { MAX_LIVE_MESSAGE_LENGTH } from '#common/domain/limits.js';
import { IllegalMove } from '#common/run/phase.js';
import type {
  ActiveAttempt,
  AttemptClaim,
  AttemptEnd,
  AttemptResult,
  AttemptStop,
  ClaimedAttempt,
  CreatedAttempt,
  EndedAttempt,
  Instant,
  LiveAttempt,
  RefusedAttempt,
  StartedAttempt,
  StoppingAttempt,
  StopReason,
} from '#common/run/run.js';
import type { Placement } from '../engines/engine.js';
import { REASONS } from './reasons.js';

type State = LiveAttempt['state'];
type Event = 'claimedAgain' | 'created' | 'refused' | 'started' | 'stopRequested' | 'ended';

/** (state, event) → state. A move that is not in this table is an error of the decision, in production too. */
export const ATTEMPT_MOVES: Readonly<Record<State, Readonly<Partial<Record<Event, State>>>>> = {
  claimed: {
    claimedAgain: 'claimed',
    created: 'created',
    refused: 'refused',
    started: 'started',
    stopRequested: 'stopping',
    ended: 'ended',
  },
  refused: {
    claimedAgain: 'claimed',
    refused: 'refused',
    started: 'started',
    stopRequested: 'stopping',
    ended: 'ended',
  },
  created: { refused: 'refused', started: 'started', stopRequested: 'stopping', ended: 'ended' },
  // A call that its replica cannot finish any more, and that may be repeated.
  started: { claimedAgain: 'claimed', stopRequested: 'stopping', ended: 'ended' },
  stopping: { started: 'stopping', ended: 'ended' },
  ended: {},
};

function check(live: LiveAttempt, event: Event): void {
  if (ATTEMPT_MOVES[live.state][event] === undefined) throw new IllegalMove(`attempt ${live.id}`, live.state, event);
}

export const isActive = (live: LiveAttempt): live is ActiveAttempt => live.state !== 'ended';

type Basics = Omit<ActiveAttempt, 'state' | 'startedAt' | 'stop' | 'end' | 'sealBy'>;

/** The fields of an attempt that every state keeps. */
function basicsOf(live: LiveAttempt & { readonly retryAt?: Instant; readonly sealSince?: Instant }): Basics {
  const { state: _state, startedAt: _startedAt, stop: _stop, end: _end, sealBy: _sealBy, ...rest } = live;
  const { retryAt: _retryAt, sealSince: _sealSince, ...basics } = rest;
  return basics;
}

const UNENDED = { stop: null, end: null, sealBy: null } as const;

const placed = ({ node, name, requested }: Placement): Pick<Basics, 'node' | 'name' | 'requested'> => ({
  ...(node === null ? {} : { node }),
  ...(name === undefined ? {} : { name }),
  ...(requested === undefined ? {} : { requested }),
});

/** A new claim replaces the former one, whose claimant certainly does not start the attempt any more. */
export function claimedAgain(live: LiveAttempt, claim: AttemptClaim): ClaimedAttempt {
  check(live, 'claimedAgain');
  const since = live.startedAt === null ? live.since : claim.at;
  return { ...basicsOf(live), ...UNENDED, state: 'claimed', startedAt: null, since, claim };
}

export function created(live: LiveAttempt, placement: Placement): CreatedAttempt {
  check(live, 'created');
  return { ...basicsOf(live), ...UNENDED, state: 'created', startedAt: null, ...placed(placement) };
}

export function refused(
  live: LiveAttempt,
  refusal: { readonly retryAt: Instant; readonly refusals?: number; readonly waitingFor?: string },
): RefusedAttempt {
  check(live, 'refused');
  return { ...basicsOf(live), ...UNENDED, state: 'refused', startedAt: null, ...refusal };
}

/** The attempt runs since `startedAt`. An attempt that was asked to end before stays `stopping`. */
export function started(live: LiveAttempt, startedAt: Instant, placement: Placement): StartedAttempt | StoppingAttempt {
  check(live, 'started');
  const { doubt: _doubt, waitingFor: _waitingFor, ...basics } = basicsOf(live);
  const fields = { ...basics, startedAt, lastSeenAt: startedAt, ...placed(placement) };
  return live.state === 'stopping'
    ? { ...fields, state: 'stopping', stop: live.stop, end: null, sealBy: null }
    : { ...fields, ...UNENDED, state: 'started' };
}

export function stopping(live: LiveAttempt, stop: AttemptStop): StoppingAttempt {
  check(live, 'stopRequested');
  return { ...basicsOf(live), state: 'stopping', startedAt: live.startedAt, stop, end: null, sealBy: null };
}

/** `sealBy`: until when the executor waits for its output. */
export function ended(live: LiveAttempt, end: AttemptEnd, sealBy: Instant): EndedAttempt {
  check(live, 'ended');
  const { waitingFor: _waitingFor, ...basics } = basicsOf(live);
  return { ...basics, state: 'ended', startedAt: live.startedAt, stop: live.stop, end: shortened(end), sealBy };
}

interface Verdict extends Pick<AttemptEnd, 'result' | 'reason'> {
  readonly what: string;
}

/** Time limits decide the result, for every exit code that the worker returned while it was being stopped. */
const LIMITS: Partial<Record<StopReason, Verdict>> = {
  startDeadline: {
    result: 'deadline',
    reason: REASONS.StartDeadlineExceeded,
    what: 'the attempt did not start before its start deadline',
  },
  timeout: { result: 'deadline', reason: REASONS.TimeoutExceeded, what: 'the attempt ran longer than timeoutSeconds' },
  idleTimeout: {
    result: 'idle',
    reason: REASONS.IdleTimeout,
    what: 'no output or callback came within idleTimeoutSeconds',
  },
};

/** Results that say why an attempt could not start: they are more exact than "missed its start deadline". */
const NEVER_STARTED: ReadonlySet<AttemptResult> = new Set(['imagePull', 'unschedulable', 'startRefused']);

/** Results that stand although a replacement was requested. */
const STANDS: ReadonlySet<AttemptResult> = new Set(['succeeded', 'nodeLost']);

/**
 * Returns the end as it is counted. An end before our stop request is the worker's own, unless the engine reports our deletion: the last
 * container may have ended earlier. A success stays a success although a replacement was requested meanwhile.
 */
export function classifyEnd(stop: LiveAttempt['stop'], end: AttemptEnd): AttemptEnd {
  if (!stop || (end.at < stop.at && end.result !== 'deletedByUs')) return end;
  const why = whyOf(stop, end);
  if (why) return { ...end, ...why };
  const limit = LIMITS[stop.reason];
  if (limit) {
    const message = end.message ? `${limit.what} (${end.message})` : limit.what;
    if (stop.reason === 'startDeadline' && NEVER_STARTED.has(end.result)) return { ...end, message };
    return { ...end, result: limit.result, reason: limit.reason, message };
  }
  if (STANDS.has(end.result)) return end;
  return { ...end, result: 'deletedByUs', reason: end.reason === REASONS.Reported ? end.reason : REASONS.Stopped };
}

/** The recorded cause of the stop, unless the attempt ended with a result of its own before it was preempted. */
const whyOf = ({ why, reason }: AttemptStop, { result }: AttemptEnd): AttemptStop['why'] =>
  reason === 'preempted' && STANDS.has(result) ? undefined : why;

/** Only the attempt's record keeps the whole message: a run may embed a thousand live attempts. */
const shortened = (end: AttemptEnd): AttemptEnd => ({
  ...end,
  message: end.message.slice(0, MAX_LIVE_MESSAGE_LENGTH),
});

/** Names the attempt, unless it is the first of its index. */
export const startedMessage = (live: LiveAttempt): string =>
  live.attempt === 1 ? '' : `attempt ${live.attempt} of ${live.task}/${live.index}`;

/** The end of an attempt that certainly has not started and never will. */
export const notStarted = (at: Instant, waitingFor = 'the attempt was stopped before it started'): AttemptEnd => ({
  result: 'deletedByUs',
  at,
  exitCode: null,
  reason: REASONS.Stopped,
  message: waitingFor,
});

/** When an attempt that was asked to end is ended by force. */
export const forceAt = ({ stop }: StoppingAttempt): Instant => stop.at + stop.graceSeconds * 1_000;
