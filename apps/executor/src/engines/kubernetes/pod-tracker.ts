/**
 * The known pods, and what was reported of each: every change of an attempt's state is reported once, even if the watch repeats, reorders
 * or lists changes again. Nothing here is needed after a restart: the next list contains everything.
 */
import type { ShardSet } from '#common/domain/shards.js';
import type { AttemptId } from '#common/domain/ids.js';
import { attemptOfAnnotations } from '#common/run/pod-contract.js';
import type { Instant } from '#common/run/run.js';
import { type PodListener, PodIndex } from '#common/kubernetes/pod-watches.js';
import { isOlderVersion } from '#common/kubernetes/resource-watch.js';
import type { Found, Observation } from '../engine.js';
import { observedPod, type ObservedPod, placementOf } from './core/observed-pod.js';
import { vanishedEnd, viewPod, type PodState, type PodView } from './core/pod-view.js';
import { lostMarks, marksOf, type LostMarks, type PodMarks } from './core/pod-marks.js';
import { waitKind, withWaits, type FormerWaits } from './core/pod-wait.js';
import type { PodRef } from './pod-api.js';

export interface TrackedPod {
  readonly attempt: AttemptId;
  pod: ObservedPod;
  view: PodView;
  /** The executor asked the pod to end in a way that leaves no mark on the pod. */
  stopAsked: boolean;
  /** It was proven that none of its containers runs any more. */
  isProvenOver: boolean;
  /** The pod left the watched view: it is gone, or not selected any more. */
  isUnseen: boolean;
  /** The pod was released: once it leaves the view, it is gone. */
  isReleased: boolean;
  readonly marks: PodMarks;
  /** What its containers waited for. */
  formerWaits: FormerWaits;
  reported: { started: boolean; ready: boolean; restarts: number; ended: boolean; wait: string | null };
}

export interface TrackerOptions {
  readonly instance: string;
  readonly nodeLostMs: number;
  readonly now: () => Instant;
  readonly tell: (observation: Observation) => void;
  /** Called for a pod that is not in view, or lacks marks. */
  readonly attend: (tracked: TrackedPod) => void;
}

/** Pods that are gone, remembered so that a late event does not bring them back. */
const MAX_GONE = 10_000;

export class PodTracker implements PodListener<ObservedPod> {
  readonly schema = observedPod;
  readonly pods = new PodIndex<TrackedPod>();
  private readonly gone = new Set<string>();

  constructor(private readonly options: TrackerOptions) {}

  find(attempt: AttemptId): TrackedPod | null {
    return this.pods.find(attempt);
  }

  /** Attempts whose pods are known in these shards. */
  attemptsOf(shards: ShardSet): AttemptId[] {
    return this.pods.ofAttempts().flatMap(({ attempt }) => (shards.ownsAttempt(attempt) ? [attempt] : []));
  }

  /** A pod that is still tracked; not one whose shard was given away and returned. */
  isTracked(tracked: TrackedPod): boolean {
    return this.pods.get(tracked.pod.metadata.uid) === tracked;
  }

  isSound(tracked: TrackedPod): boolean {
    return !tracked.isUnseen && this.lostOf(tracked) === null;
  }

  /** The marks that another client removed. */
  lostOf({ pod, marks, isReleased }: TrackedPod): LostMarks | null {
    return isReleased ? null : lostMarks(pod, marks);
  }

  /** Takes the present state of a pod in view. */
  observe(pod: ObservedPod): void {
    this.take(pod);
    const tracked = this.pods.get(pod.metadata.uid);
    if (tracked) tracked.isUnseen = false;
  }

  /** Takes the answer to our own creation or request: it is older than all that the watch may have reported meanwhile. */
  learn(pod: ObservedPod): void {
    if (!this.pods.get(pod.metadata.uid)) this.take(pod);
  }

  /** Takes the answer to a request for this pod by name; the watch may not see the pod. */
  refresh(tracked: TrackedPod, pod: ObservedPod): void {
    if (this.isTracked(tracked)) this.take(pod);
  }

  /** Notes that the executor asks the pod to end by deletion. */
  markStopAsked(attempt: AttemptId): void {
    const tracked = this.pods.find(attempt);
    if (tracked) tracked.stopAsked = true;
  }

  /** Notes that only the removal of the pod is left. */
  markReleased(tracked: TrackedPod): void {
    tracked.isReleased = true;
  }

  /** Pods of which the status says both that they have ended and that they run. */
  inNeedOfProof(): TrackedPod[] {
    return this.pods.all().filter(({ view }) => view.needsProof);
  }

  markProvenOver(tracked: TrackedPod): void {
    tracked.isProvenOver = true;
    this.judge(tracked);
  }

  /** Takes out a pod that has left the view. `last`: its last state, if known. */
  remove(uid: string, last: ObservedPod | null): void {
    if (last !== null) this.take(last);
    const tracked = this.pods.get(uid);
    if (!tracked || tracked.isReleased) {
      this.markGone(uid, false);
      return;
    }
    tracked.isUnseen = true;
    this.options.attend(tracked);
  }

  /** Reports that the pod is certainly gone from the cluster. `isReplaced`: another pod has its name. */
  markGone(uid: string, isReplaced: boolean): void {
    const tracked = this.pods.get(uid);
    this.remember(uid);
    if (!tracked) return;
    this.pods.drop(tracked);
    if (tracked.reported.ended) return;
    tracked.reported.ended = true;
    const { attempt, view, stopAsked, pod } = tracked;
    this.options.tell({
      type: 'ended',
      attempt,
      ...placementOf(pod),
      startedAt: startedAtOf(view.state),
      end: vanishedEnd(pod.metadata.name, { now: this.options.now(), stopAsked, isReplaced }),
    });
  }

  /** Checks again what time alone may have changed. */
  lookAgain(): void {
    const now = this.options.now();
    for (const tracked of this.pods.all()) {
      const { lookAgainAt } = tracked.view;
      if (lookAgainAt !== null && lookAgainAt <= now) this.judge(tracked);
    }
  }

  private take(pod: ObservedPod): void {
    const tracked = this.pods.get(pod.metadata.uid);
    if (!tracked) this.begin(pod);
    else if (!isOlderVersion(pod.metadata.resourceVersion, tracked.pod.metadata.resourceVersion)) {
      tracked.pod = pod;
      this.judge(tracked);
      this.guard(tracked);
    }
  }

  private begin(pod: ObservedPod): void {
    const { uid, annotations } = pod.metadata;
    const attempt = attemptOfAnnotations(annotations);
    if (attempt === null || this.gone.has(uid)) return;
    const former = this.pods.find(attempt);
    // A copy of an attempt's pod that another client made does not count.
    if (former && former.pod.metadata.creationTimestamp <= pod.metadata.creationTimestamp) return;
    if (former) this.pods.drop(former);
    const reported = { started: false, ready: false, restarts: 0, ended: false, wait: null };
    const marks = marksOf(pod, attempt, this.options.instance);
    const isUnseen = lostMarks(pod, marks)?.labels !== undefined;
    const flags = { stopAsked: false, isProvenOver: false, isUnseen, isReleased: false, formerWaits: {} };
    const tracked = { attempt, pod, view: this.viewOf(pod, flags), ...flags, marks, reported };
    this.pods.set(tracked);
    this.judge(tracked);
    this.guard(tracked);
  }

  private guard(tracked: TrackedPod): void {
    if (this.lostOf(tracked) !== null) this.options.attend(tracked);
  }

  private remember(uid: string): void {
    this.gone.add(uid);
    if (this.gone.size <= MAX_GONE) return;
    const [oldest] = this.gone;
    if (oldest !== undefined) this.gone.delete(oldest);
  }

  private viewOf(
    pod: ObservedPod,
    { stopAsked, isProvenOver, formerWaits }: Pick<TrackedPod, 'stopAsked' | 'isProvenOver' | 'formerWaits'>,
  ): PodView {
    const { now, nodeLostMs } = this.options;
    return viewPod(pod, { now: now(), nodeLostMs, stopAsked, isProvenOver, formerWaits });
  }

  private judge(tracked: TrackedPod): void {
    // A reported end is final: late reports do not change it.
    if (tracked.reported.ended) return;
    tracked.formerWaits = withWaits(tracked.formerWaits, tracked.pod);
    tracked.view = this.viewOf(tracked.pod, tracked);
    this.tellNews(tracked, tracked.view);
  }

  private tellNews({ attempt, reported, pod }: TrackedPod, { state }: PodView): void {
    const { tell } = this.options;
    switch (state.type) {
      case 'waiting': {
        const kind = waitKind(state.wait);
        if (reported.started || !state.isWorthTelling || reported.wait === kind) return;
        reported.wait = kind;
        const { reason, message, result, isFinal } = state.wait;
        tell({ type: 'waiting', attempt, reason, message, ...(isFinal && result && { cannotStart: result }) });
        return;
      }
      case 'running':
        if (!reported.started) tell({ type: 'started', attempt, ...placementOf(pod), at: state.startedAt });
        reported.started = true;
        if (reported.ready !== state.isReady) tell({ type: 'ready', attempt, ready: state.isReady });
        reported.ready = state.isReady;
        if (reported.restarts !== state.restarts) tell({ type: 'restarted', attempt, restarts: state.restarts });
        reported.restarts = state.restarts;
        return;
      case 'ended':
        reported.ended = true;
        tell({ type: 'ended', attempt, ...placementOf(pod), startedAt: state.startedAt, end: state.end });
    }
  }
}

const startedAtOf = (state: PodState): Instant | null => (state.type === 'waiting' ? null : state.startedAt);

export const refOf = ({ pod }: TrackedPod): PodRef => ({
  namespace: pod.metadata.namespace,
  name: pod.metadata.name,
  uid: pod.metadata.uid,
});

/** The state of the attempt for a recovery. */
export function foundOf(attempt: AttemptId, tracked: TrackedPod | null): Found {
  if (!tracked) return { type: 'absent', attempt };
  const { state } = tracked.view;
  const placement = placementOf(tracked.pod);
  switch (state.type) {
    case 'waiting':
      return { type: 'created', attempt, ...placement };
    case 'running':
      return { type: 'running', attempt, ...placement, startedAt: state.startedAt };
    case 'ended':
      return { type: 'ended', attempt, ...placement, startedAt: state.startedAt, end: state.end };
  }
}
