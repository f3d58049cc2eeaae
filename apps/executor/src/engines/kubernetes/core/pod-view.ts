/** The state of an attempt by its pod: waiting, running or ended, and when it must be checked again although nothing happens. */
import type { AttemptEnd, Instant, AttemptResult } from '#common/run/run.js';
import { MAIN_CONTAINER, POD_ANNOTATIONS } from '#common/run/pod-contract.js';
import { type ObservedPod, type ContainerStatus, describeExit, terminationOf, type Exit } from './observed-pod.js';
import { waitOf, type FormerWaits, type PodWait } from './pod-wait.js';
import { MAX_MESSAGE_LENGTH } from '#common/domain/limits.js';

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

export interface EndCircumstances {
  readonly now: Instant;
  /** The executor asked the pod to end. An annotation of the pod also says so. */
  readonly stopAsked: boolean;
  /** The pod's node has been silent for longer than the executor waits. */
  readonly isLost: boolean;
  /** What its containers waited for, also before this state. */
  readonly formerWaits?: FormerWaits;
}

interface Verdict {
  readonly result: AttemptResult;
  readonly reason: string;
  readonly message: string;
}

/** A second as Kubernetes writes it covers this many milliseconds after it. */
const REST_OF_SECOND_MS = 999;
/** 128 + SIGKILL and SIGTERM: the exit codes of a container that was asked to end. */
const KILLED_CODES = new Set([137, 143]);

/** The meaning of the `reason` in the status of a failed pod; with another one, a node refused a pod of which nothing has run. */
const STATUS_REASONS: Readonly<Record<string, AttemptResult>> = {
  Evicted: 'evicted',
  NodeShutdown: 'evicted',
  Shutdown: 'evicted',
  Terminated: 'evicted',
  Preempting: 'preempted',
  NodeLost: 'nodeLost',
  DeadlineExceeded: 'deadline',
};

/** The conditions that say why a pod is ended: Kubernetes' own, and that of Kueue. */
const DISRUPTIONS = new Set(['DisruptionTarget', 'TerminationTarget']);
/** The meaning of the reason of such a condition. */
const DISRUPTION_REASONS: Readonly<Record<string, AttemptResult>> = {
  PreemptionByScheduler: 'preempted',
  PreemptionByKubeScheduler: 'preempted',
  DeletionByTaintManager: 'evicted',
  EvictionByEvictionAPI: 'evicted',
  TerminationByKubelet: 'evicted',
  DeletionByPodGC: 'nodeLost',
  WorkloadEvictedDueToPreempted: 'preempted',
};
/** Kueue: for pods that were not ready in time, failed nodes, stopped queues and the like. */
const EVICTED_BY_QUEUE = 'WorkloadEvictedDueTo';

/** The end of a pod that has ended, derived in one place from everything that Kubernetes reports. */
export function podEnd(pod: ObservedPod, circumstances: EndCircumstances): AttemptEnd {
  const exits = exitsOf(pod);
  const verdict = judge(pod, exits, circumstances);
  // A sidecar decides nothing, but may have made the worker fail.
  const further = verdict.result === 'failed' ? failuresOfSidecars(pod) : [];
  const ofSidecars = sidecarsOf(pod).flatMap(exitOf);
  const codes = [...exits, ...ofSidecars].map(({ name, exitCode }) => [name, exitCode] as const);
  return {
    ...verdict,
    message: [verdict.message, ...further].filter(Boolean).join('; ').slice(0, MAX_MESSAGE_LENGTH),
    at: endedAt(pod, exits, circumstances.now),
    exitCode: verdict.result === 'nodeLost' ? null : exitCodeOf(exits),
    ...(codes.length > 1 && { exitCodes: Object.fromEntries(codes) }),
    ...(ofSidecars.length > 0 && { sidecars: ofSidecars.map(({ name }) => name) }),
  };
}

/** The end of a pod that disappeared before its end was observed: another client removed its finalizer. */
export function vanishedEnd(
  pod: string,
  { now, stopAsked, isReplaced }: { readonly now: Instant; readonly stopAsked: boolean; readonly isReplaced: boolean },
): AttemptEnd {
  const what = isReplaced ? 'was replaced by another pod of the same name' : 'was removed';
  const how = 'before its end was observed: its finalizer was removed, too';
  return {
    result: stopAsked ? 'deletedByUs' : 'deletedByOther',
    at: now,
    exitCode: null,
    reason: 'Vanished',
    message: `pod ${pod} ${what} ${how}`,
  };
}

/** The latest moment within a whole second that Kubernetes wrote, so that times never run backwards. */
export const withinSecond = (second: Instant, now: Instant): Instant =>
  Math.max(second, Math.min(now, second + REST_OF_SECOND_MS));

function judge(pod: ObservedPod, exits: readonly Exit[], circumstances: EndCircumstances): Verdict {
  const isOurs = circumstances.stopAsked || pod.metadata.annotations[POD_ANNOTATIONS.stop] !== undefined;
  /** Null if the executor did not ask the pod to end. */
  const stop = isOurs ? stopped(pod, exits, circumstances.formerWaits) : null;
  return (
    succeeded(pod, exits, isOurs) ??
    byStatus(pod, exits, stop) ??
    lost(pod, circumstances.isLost) ??
    byDisruption(pod) ??
    byDeletion(pod, exits, stop) ??
    failed(pod, exits)
  );
}

/** The pod's own containers; an init container has ended before them. */
const ownExits = (pod: ObservedPod, exits: readonly Exit[]): Exit[] =>
  exits.filter(({ name }) => pod.spec.containers.some((container) => container.name === name));

function succeeded(pod: ObservedPod, exits: readonly Exit[], isOurs: boolean): Verdict | null {
  const { phase } = pod.status;
  const own = ownExits(pod, exits);
  const isWhole = own.length > 0 && own.length === pod.spec.containers.length;
  const allZero = isWhole && own.every(({ exitCode }) => exitCode === 0);
  // A worker that exits with 0 when asked to end has succeeded, for every status of the pod.
  const isSuccess = allZero
    ? phase !== 'Failed' || isOurs
    : // Virtual nodes say so of pods whose containers they have killed.
      phase === 'Succeeded' && own.every(({ exitCode }) => exitCode === 0);
  // One container was killed and the others did not notice (Furiko 118).
  return isSuccess && !exits.some(isOutOfMemory) ? { result: 'succeeded', reason: 'Completed', message: '' } : null;
}

function byStatus(pod: ObservedPod, exits: readonly Exit[], stop: Verdict | null): Verdict | null {
  const { phase, reason, message } = pod.status;
  // Nodes have a word for each of their checks, and for each resource that vendors define: OutOfnvidia.com/gpu, TopologyAffinityError.
  const isRefused = phase === 'Failed' && reason !== '' && exits.length === 0;
  // A node that has restarted may refuse a pod that it ran, and kills it (NodeAffinity, UnexpectedAdmissionError).
  const isTaken = phase === 'Failed' && reason !== '' && exits.every(({ exitCode }) => KILLED_CODES.has(exitCode));
  const result = STATUS_REASONS[reason] ?? (isRefused ? 'unschedulable' : isTaken ? 'evicted' : null);
  if (result === null) return null;
  // The executor ends a pod by letting its deadline pass: the pod stays, with its log, until both are stored.
  if (result === 'deadline' && stop) return stop;
  return { result, reason, message: message === '' ? `the pod ended with ${reason}` : message };
}

function byDisruption(pod: ObservedPod): Verdict | null {
  const condition = pod.status.conditions.find(({ type, status }) => DISRUPTIONS.has(type) && status === 'True');
  const reason = condition?.reason ?? '';
  const result = DISRUPTION_REASONS[reason] ?? (reason.startsWith(EVICTED_BY_QUEUE) ? 'evicted' : null);
  return condition && result ? { result, reason: condition.reason, message: condition.message } : null;
}

function lost(pod: ObservedPod, isLost: boolean): Verdict | null {
  if (!isLost) return null;
  return {
    result: 'nodeLost',
    reason: 'NodeLost',
    message: `node ${pod.spec.nodeName} no longer reports the state of the pod`,
  };
}

function byDeletion(pod: ObservedPod, exits: readonly Exit[], stop: Verdict | null): Verdict | null {
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
  if (deletionTimestamp === null) return null;
  const askedAt = deletionTimestamp - (deletionGracePeriodSeconds ?? 0) * 1_000;
  const own = ownExits(pod, exits);
  const endedBefore = own.length === pod.spec.containers.length && own.every((exit) => endedByItself(exit, askedAt));
  if (endedBefore) return null;
  if (stop) return stop;
  return {
    result: 'deletedByOther',
    reason: 'DeletedByOther',
    message: join('somebody deleted the pod', describe(exits)),
  };
}

/** Within one whole second the order is unknown; then the exit code says whether the container was killed. */
function endedByItself({ finishedAt, exitCode }: Exit, askedAt: Instant): boolean {
  if (finishedAt === null || finishedAt === askedAt) return !KILLED_CODES.has(exitCode);
  return finishedAt < askedAt;
}

/** The end on request: an attempt that never started reports the reason of its wait. */
function stopped(pod: ObservedPod, exits: readonly Exit[], formerWaits?: FormerWaits): Verdict {
  if (exits.length > 0) return { result: 'deletedByUs', reason: 'Stopped', message: describe(exits) };
  const { reason, message, result } = waitOf(pod, formerWaits);
  const text = join(`the pod was waiting: ${reason}`, message);
  return { result: result ?? 'deletedByUs', reason: result ? reason : 'Stopped', message: text };
}

const isOutOfMemory = ({ reason }: Exit): boolean => reason === 'OOMKilled';

function failed(pod: ObservedPod, exits: readonly Exit[]): Verdict {
  const outOfMemory = exits.find(isOutOfMemory);
  if (outOfMemory) {
    return { result: 'failed', reason: 'OOMKilled', message: outOfMemoryText(pod, outOfMemory) };
  }
  const culprit = culpritOf(exits);
  if (culprit === null) {
    const { reason, message } = pod.status;
    return { result: 'failed', reason: reason === '' ? 'PodFailed' : reason, message };
  }
  const isPlain = culprit.reason === '' || culprit.reason === 'Error' || culprit.reason === 'Completed';
  return { result: 'failed', reason: isPlain ? 'ExitCode' : culprit.reason, message: describe(exits) };
}

function outOfMemoryText({ spec }: ObservedPod, { name }: Exit): string {
  const containers = [...spec.initContainers, ...spec.containers];
  const limit = containers.find((container) => container.name === name)?.resources?.limits?.memory;
  return `container ${name} used more memory than its limit${limit === undefined ? '' : ` of ${limit}`}`;
}

/**
 * The exits that decide. Init containers count only if they failed; successful ones are not part of the result. Native sidecars do not
 * count, as in Kubernetes: the node restarts them while the pod runs, and ends them after its own containers.
 */
function exitsOf(pod: ObservedPod): Exit[] {
  const { initContainerStatuses, containerStatuses } = pod.status;
  const failed = initContainerStatuses
    .filter((status) => !isSidecar(pod, status))
    .flatMap(exitOf)
    .filter(({ exitCode }) => exitCode !== 0);
  return [...failed, ...containerStatuses.flatMap(exitOf)];
}

const isSidecar = ({ spec }: ObservedPod, { name }: ContainerStatus): boolean =>
  spec.initContainers.some((container) => container.name === name && container.restartPolicy === 'Always');
const sidecarsOf = (pod: ObservedPod): ContainerStatus[] =>
  pod.status.initContainerStatuses.filter((status) => isSidecar(pod, status));

/** The last failure of each native sidecar; to be killed at the end of its pod is none. */
const failuresOfSidecars = (pod: ObservedPod): string[] =>
  sidecarsOf(pod).flatMap(({ name, state, lastState }) => {
    const rounds = [state?.terminated, lastState?.terminated].flatMap((round) => (round ? [{ name, ...round }] : []));
    const failure = rounds.find(
      (exit) => isOutOfMemory(exit) || (exit.exitCode !== 0 && !KILLED_CODES.has(exit.exitCode)),
    );
    if (failure === undefined) return [];
    return [isOutOfMemory(failure) ? outOfMemoryText(pod, failure) : describeExit(failure)];
  });

function exitOf(status: ContainerStatus): Exit[] {
  const termination = terminationOf(status);
  return termination ? [{ name: status.name, ...termination }] : [];
}

/** The container that made the attempt fail: the worker itself, or the first that failed. */
function culpritOf(exits: readonly Exit[]): Exit | null {
  const bad = exits.filter(({ exitCode }) => exitCode !== 0);
  const main = bad.find(({ name }) => name === MAIN_CONTAINER);
  const [first] = [...bad].sort((a, b) => (a.finishedAt ?? 0) - (b.finishedAt ?? 0));
  return main ?? first ?? null;
}

const exitCodeOf = (exits: readonly Exit[]): number | null => {
  const exit = culpritOf(exits) ?? exits.find(({ name }) => name === MAIN_CONTAINER) ?? exits[0];
  return exit?.exitCode ?? null;
};

/** The container that made the attempt fail comes first. */
function describe(exits: readonly Exit[]): string {
  const culprit = culpritOf(exits);
  return [...exits]
    .sort((a, b) => Number(b === culprit) - Number(a === culprit))
    .map(describeExit)
    .join('; ');
}

const join = (what: string, more: string): string => (more === '' ? what : `${what}: ${more}`);

function endedAt(pod: ObservedPod, exits: readonly Exit[], now: Instant): Instant {
  // Runtimes may report an unknown time as 1970 (Furiko 119).
  const finished = exits.flatMap(({ finishedAt }) => finishedAt ?? []).filter((at) => at > 0);
  const latest = finished.length > 0 ? Math.max(...finished) : pod.metadata.deletionTimestamp;
  return latest === null ? now : Math.min(now, withinSecond(latest, now));
}
