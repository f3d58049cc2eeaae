/** The pods of this replica's attempts as the watch reports them, and the state of each log. */
import { MAX_TIMER_MS } from '#common/clock/clock.js';
import type { AttemptId } from '#common/domain/ids.js';
import { attemptOfAnnotations } from '#common/run/pod-contract.js';
import { isOlderVersion } from '#common/kubernetes/resource-watch.js';
import { type PodListener, PodIndex } from '#common/kubernetes/pod-watches.js';
import { followedPod, logStateOf, type FollowedPod, type PodLogState } from '../../core/kubernetes/followed-pod.js';
import type { ReadControl } from '../../core/source.js';
import { throwUnavailable, type PodLogApi } from './pod-log-api.js';

export interface BookedPod {
  readonly attempt: AttemptId;
  readonly pod: FollowedPod;
  readonly state: PodLogState;
  /** The version of the newest reading, including readings without a change. */
  version: string;
}

export class PodStore implements PodListener<FollowedPod> {
  readonly schema = followedPod;
  readonly pods = new PodIndex<BookedPod>();
  private readonly waiters = new Map<AttemptId, Set<() => void>>();
  private report: (attempt: AttemptId) => void = () => undefined;

  /** From now on calls `found` for every attempt whose output exists. */
  tell(report: (attempt: AttemptId) => void): void {
    this.report = report;
    this.tellAll();
  }

  tellAll(): void {
    for (const { attempt, state } of this.pods.ofAttempts()) if (state.round !== null) this.report(attempt);
  }

  find(attempt: AttemptId): BookedPod | null {
    return this.pods.find(attempt);
  }

  /** Resolves when the pod differs from what was seen, after `maxMs`, or at once when a signal is aborted. */
  async changed(seen: BookedPod, maxMs: number, signals: readonly AbortSignal[]): Promise<void> {
    const { attempt } = seen;
    if (this.find(attempt) !== seen || signals.some(({ aborted }) => aborted)) return;
    const waiters = this.waiters.get(attempt) ?? new Set();
    this.waiters.set(attempt, waiters);
    let wake: () => void = () => undefined;
    const timer = setTimeout(
      () => {
        wake();
      },
      Math.min(maxMs, MAX_TIMER_MS),
    );
    await new Promise<void>((resolve) => {
      wake = resolve;
      waiters.add(resolve);
      for (const signal of signals) signal.addEventListener('abort', wake);
    });
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', wake);
    waiters.delete(wake);
    if (waiters.size === 0) this.waiters.delete(attempt);
  }

  observe(pod: FollowedPod): void {
    const attempt = attemptOfAnnotations(pod.metadata.annotations);
    if (attempt === null) return;
    const { uid, resourceVersion: version } = pod.metadata;
    const booked = { attempt, pod, state: logStateOf(pod), version };
    const former = this.pods.get(uid);
    // An answer may arrive after newer reports of the watch.
    if (former && isOlderVersion(version, former.version)) return;
    if (former) former.version = version;
    // The relevant part of a pod's status changes rarely: waiters are woken only for such a change.
    if (former && isSame(former.state, booked.state)) return;
    this.pods.set(booked);
    if (booked.state.round !== null) this.report(attempt);
    this.wake(attempt);
  }

  remove(uid: string): void {
    const booked = this.pods.get(uid);
    if (!booked) return;
    this.pods.drop(booked);
    this.wake(booked.attempt);
  }

  forget(attempt: AttemptId): void {
    const booked = this.pods.find(attempt);
    if (booked) this.pods.drop(booked);
  }

  private wake(attempt: AttemptId): void {
    for (const waiter of [...(this.waiters.get(attempt) ?? [])]) waiter();
  }
}

const isSame = (a: PodLogState, b: PodLogState): boolean =>
  a.round === b.round && a.isRoundOver === b.isRoundOver && a.hasFormer === b.hasFormer && a.isLast === b.isLast;

/* The pod of one attempt while its log is read: as the watch reports it, or read from the cluster if the watch may be behind. */

export class FollowedAttempt {
  /** The pod seen last. */
  private seen: FollowedPod | null;
  private wasLookedFor = false;

  constructor(
    readonly attempt: AttemptId,
    private readonly control: ReadControl,
    private readonly cluster: {
      readonly api: PodLogApi;
      readonly book: PodStore;
      /** Searches in the cluster itself. */
      readonly podsOf: (attempt: AttemptId) => Promise<readonly FollowedPod[]>;
    },
  ) {
    this.seen = this.find()?.pod ?? null;
  }

  /** The pod as the watch knows it. */
  find(): BookedPod | null {
    return this.cluster.book.find(this.attempt);
  }

  /** The pod as it is known; it is read again if the watch may be behind. Null: the pod is certainly gone. */
  async see(hasEnded: boolean): Promise<BookedPod | null> {
    const booked = this.find();
    if (booked === null) return this.lookFor();
    if (!hasEnded || booked.state.isRoundOver) return booked;
    return this.refresh(booked);
  }

  async refresh({ pod }: BookedPod): Promise<BookedPod | null> {
    const { api, book } = this.cluster;
    const now = await api.get(pod).catch(throwUnavailable);
    if (now === null) book.remove(pod.metadata.uid);
    else book.observe(now);
    return this.find();
  }

  /** Waits until the pod differs from what was seen. */
  change(seen: BookedPod, maxMs: number, knowsEnd = false): Promise<void> {
    const { stop, attemptEnded } = this.control;
    return this.cluster.book.changed(seen, maxMs, knowsEnd ? [stop] : [stop, attemptEnded]);
  }

  /** A container may have been restarted in place after its status was read. */
  async isOtherRound(booked: BookedPod): Promise<boolean> {
    const now = await this.refresh(booked);
    return now?.state.round !== booked.state.round;
  }

  /** To be checked after a round was read: the lines may belong to a round that started meanwhile. Round numbers only grow. */
  async hasStartedSince(booked: BookedPod): Promise<boolean> {
    const now = mayStartAgain(booked) ? await this.refresh(booked) : booked;
    return now !== null && now.state.round !== booked.state.round;
  }

  /** Removes the pod from the store: if the watch does not know the pod, nothing else would. */
  close(): void {
    if (this.wasLookedFor) this.cluster.book.forget(this.attempt);
  }

  private async lookFor(): Promise<BookedPod | null> {
    this.wasLookedFor = true;
    const { api, book, podsOf } = this.cluster;
    const pods = await podsOf(this.attempt);
    // Another client may have removed the pod's labels: then the pod is found only by its name.
    const same = pods.length === 0 && this.seen ? await api.get(this.seen).catch(throwUnavailable) : null;
    for (const pod of [...pods, same ?? []].flat()) book.observe(pod);
    this.seen = this.find()?.pod ?? this.seen;
    return this.find();
  }
}

export const mayStartAgain = ({ pod }: BookedPod): boolean => pod.spec.restartPolicy !== 'Never';
