/** The state of an attempt by its pod: waiting, running or ended, and when it must be checked again although nothing happens. */
import type { AttemptEnd, Instant } from '#common/run/run.js';
import { MAIN_CONTAINER } from '#common/run/pod-contract.js';
import type { ObservedPod } from './observed-pod.js';
import { podEnd, withinSecond } from './pod-end.js';
import { waitOf, type FormerWaits, type PodWait } from './pod-wait.js';

export interface ViewOptions {
  readonly now: Instant;
  /** How long the node of a deleted pod may be silent before the pod counts as lost with it. */
  readonly nodeLostMs: number;
  readonly stopAsked: boolean;
  /** It was proven in another way that none of its containers runs any more, even if the status says so. */
  readonly isProvenOver: boolean;
  /** What its containers waited for, also before this state. */
  readonly formerWaits?: FormerWaits;
}

export type PodState =
  | { readonly type: 'waiting'; readonly wait: PodWait; readonly isWorthTelling: boolean }
  | { readonly type: 'running'; readonly startedAt: Instant; readonly isReady: boolean; readonly restarts: number }
  | { readonly type: 'ended'; readonly startedAt: Instant | null; readonly end: AttemptEnd };

export interface PodView {
  readonly state: PodState;
  readonly lookAgainAt: Instant | null;
  /**
   * The pod's phase says that it has ended, but the status of a container says that it runs. Newer nodes soon correct that, older ones
   * never.
   */
  readonly needsProof: boolean;
}

/** Shorter waits are not reported: every pod waits a little. */
const TROUBLE_AFTER_MS = 3_000;
const PASSING_AFTER_MS = 15_000;
/**
 * A deleted pod whose containers have not started: its node may be starting a container at this moment and report the start later. A
 * kubelet reports at least this often.
 */
const UNSTARTED_SETTLE_MS = 10_000;

export function viewPod(pod: ObservedPod, options: ViewOptions): PodView {
  const startedAt = startOf(pod, options.now);
  const passing = passingOf(pod, options);
  if (passing.hasEnded) {
    const end = podEnd(pod, { ...options, isLost: passing.isLost });
    return { state: { type: 'ended', startedAt, end }, lookAgainAt: null, needsProof: false };
  }
  const { lookAgainAt, needsProof } = passing;
  if (startedAt !== null) {
    return {
      state: { type: 'running', startedAt, isReady: isReady(pod), restarts: restartsOf(pod) },
      lookAgainAt,
      needsProof,
    };
  }
  const wait = waitOf(pod, options.formerWaits);
  const tellAfterMs = wait.isFinal ? 0 : wait.result === null ? PASSING_AFTER_MS : TROUBLE_AFTER_MS;
  const tellAt = pod.metadata.creationTimestamp + tellAfterMs;
  const isWorthTelling = options.now >= tellAt;
  const lookAt = earliest(isWorthTelling ? null : tellAt, lookAgainAt);
  return { state: { type: 'waiting', wait, isWorthTelling }, lookAgainAt: lookAt, needsProof };
}

interface Passing {
  readonly hasEnded: boolean;
  readonly isLost: boolean;
  readonly lookAgainAt: Instant | null;
  readonly needsProof: boolean;
}

const ENDED: Passing = { hasEnded: true, isLost: false, lookAgainAt: null, needsProof: false };
const LIVING: Passing = { ...ENDED, hasEnded: false };

/** True if it certainly has ended, or if its node is gone and the time to wait for it has passed. */
function passingOf(pod: ObservedPod, options: ViewOptions): Passing {
  const { phase, conditions, containerStatuses, initContainerStatuses } = pod.status;
  const { deletionTimestamp } = pod.metadata;
  const someRun =
    !options.isProvenOver && [...initContainerStatuses, ...containerStatuses].some(({ state }) => state?.running);
  const isTerminal = phase === 'Succeeded' || phase === 'Failed';
  if (isTerminal && !someRun) return ENDED;
  const isCollected = conditions.some(({ reason, status }) => reason === 'DeletionByPodGC' && status === 'True');
  if (isTerminal && isCollected) return { ...ENDED, isLost: true };
  const passing = deletionTimestamp === null ? LIVING : deletedPassing(pod, deletionTimestamp, someRun, options);
  return isTerminal && !passing.hasEnded ? { ...passing, needsProof: true } : passing;
}

function deletedPassing(
  pod: ObservedPod,
  deletedAt: Instant,
  someRun: boolean,
  { now, nodeLostMs }: ViewOptions,
): Passing {
  if (pod.spec.nodeName === '') return ENDED;
  if (someRun) {
    const lostAt = deletedAt + nodeLostMs;
    return now >= lostAt ? { ...ENDED, isLost: true } : { ...LIVING, lookAgainAt: lostAt };
  }
  const ended = pod.status.containerStatuses.filter(({ state }) => state?.terminated).length;
  if (ended > 0 && ended === pod.spec.containers.length) return ENDED;
  const settledAt = deletedAt + UNSTARTED_SETTLE_MS;
  return now >= settledAt ? ENDED : { ...LIVING, lookAgainAt: settledAt };
}

/** When the worker's own container started (its current start, if it was restarted in place); null before. */
function startOf(pod: ObservedPod, now: Instant): Instant | null {
  const statuses = pod.status.containerStatuses;
  const main = statuses.find(({ name }) => name === MAIN_CONTAINER) ?? statuses[0];
  const rounds = [main?.state?.running, main?.state?.terminated, main?.lastState?.terminated];
  // A container that could not be started is reported as started in 1970.
  const second = rounds.flatMap((round) => round?.startedAt ?? []).find((startedAt) => startedAt > 0);
  return second === undefined ? null : withinSecond(second, now);
}

const restartsOf = ({ status }: ObservedPod): number =>
  status.containerStatuses.reduce((sum, { restartCount }) => sum + restartCount, 0);

const isReady = (pod: ObservedPod): boolean =>
  pod.metadata.deletionTimestamp === null &&
  pod.status.conditions.some(({ type, status }) => type === 'Ready' && status === 'True');

const earliest = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null ? b : b === null ? a : Math.min(a, b);
