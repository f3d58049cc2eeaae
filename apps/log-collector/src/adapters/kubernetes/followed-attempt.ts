/** The pod of one attempt while its log is read: as the watch reports it, or read from the cluster if the watch may be behind. */
import type { AttemptId } from '#common/domain/ids.js';
import type { FollowedPod } from '../../core/kubernetes/followed-pod.js';
import type { ReadControl } from '../../core/source.js';
import { throwUnavailable, type PodLogApi } from './pod-log-api.js';
import type { BookedPod, PodStore } from './pod-store.js';

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
