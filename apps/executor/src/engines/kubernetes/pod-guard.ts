/**
 * Keeps our pods in view. A pod that leaves the watched selection may be gone or may only have lost its labels: it counts as gone only if
 * a request by its name finds no pod. Marks that another client removed are restored; if the cluster refuses that, the pod is polled by
 * its name.
 */
import { backoffMs, type Backoff } from '#common/domain/back-off.js';
import { messageOf } from '#common/errors/app-error.js';
import { ignoreGone } from '#common/kubernetes/api-client.js';
import type { Logger } from '#common/logging/logger.js';
import type { LostMarks } from './core/pod-marks.js';
import type { PodApi } from './pod-api.js';
import { refOf, type PodTracker, type TrackedPod } from './pod-tracker.js';

/** How often a pod outside the watched view is polled. */
const FOLLOW_MS = 5_000;
/** Another client may remove restored marks again, or the cluster may refuse them: the pause between tries doubles. */
const MEND_PAUSE: Backoff = { baseMs: 5_000, capMs: 300_000 };
const MAX_AT_ONCE = 32;

interface Case {
  readonly tracked: TrackedPod;
  lookAt: number;
  mendAt: number;
  /** How often its marks were restored. */
  mends: number;
  isUnderWay: boolean;
}

export interface GuardTools {
  readonly clock: { monotonic(): number };
  readonly log: Logger;
}

export class PodGuard {
  private readonly cases = new Map<string, Case>();
  private underWay = 0;
  private isClosed = false;

  constructor(
    private readonly api: Pick<PodApi, 'get' | 'mend'>,
    private readonly tracker: PodTracker,
    private readonly tools: GuardTools,
  ) {}

  /** The pod is not in view, or lacks marks. */
  attend(tracked: TrackedPod): void {
    const { uid } = tracked.pod.metadata;
    if (this.cases.get(uid)?.tracked !== tracked) {
      const marks = { lookAt: -Infinity, mendAt: -Infinity, mends: 0, isUnderWay: false };
      this.cases.set(uid, { tracked, ...marks });
    }
    this.goOn();
  }

  /** To be called about once a second. */
  step(): void {
    const now = this.tools.clock.monotonic();
    for (const [uid, { tracked, isUnderWay, mendAt }] of this.cases) {
      const isOver = !this.tracker.isTracked(tracked) || (this.tracker.isSound(tracked) && mendAt <= now);
      if (isOver && !isUnderWay) this.cases.delete(uid);
    }
    this.goOn();
  }

  close(): void {
    this.isClosed = true;
  }

  private goOn(): void {
    const now = this.tools.clock.monotonic();
    for (const each of this.cases.values()) {
      if (this.isClosed || this.underWay >= MAX_AT_ONCE) return;
      if (!each.isUnderWay && this.isDue(each, now)) void this.check(each);
    }
  }

  private isDue({ tracked, lookAt, mendAt }: Case, now: number): boolean {
    if (!this.tracker.isTracked(tracked) || this.tracker.isSound(tracked)) return false;
    return (tracked.isUnseen && lookAt <= now) || (this.tracker.lostOf(tracked) !== null && mendAt <= now);
  }

  private async check(each: Case): Promise<void> {
    const { tracked } = each;
    each.isUnderWay = true;
    this.underWay++;
    try {
      if (tracked.isUnseen) await this.look(each);
      const lost = this.tracker.isTracked(tracked) ? this.tracker.lostOf(tracked) : null;
      if (lost && each.mendAt <= this.tools.clock.monotonic()) await this.mend(each, lost);
    } catch (error) {
      const { name } = tracked.pod.metadata;
      this.tools.log.warn(
        { pod: name, error: messageOf(error) },
        'a pod cannot be checked or repaired; it is tried again',
      );
    } finally {
      each.isUnderWay = false;
      this.underWay--;
      this.goOn();
    }
  }

  private async look(each: Case): Promise<void> {
    each.lookAt = this.tools.clock.monotonic() + FOLLOW_MS;
    const ref = refOf(each.tracked);
    const pod = await this.api.get(ref.namespace, ref.name, 'read');
    if (pod?.metadata.uid === ref.uid) this.tracker.refresh(each.tracked, pod);
    else this.tracker.markGone(ref.uid, pod !== null);
  }

  private async mend(each: Case, lost: LostMarks): Promise<void> {
    each.mendAt = this.tools.clock.monotonic() + backoffMs(MEND_PAUSE, ++each.mends);
    const ref = refOf(each.tracked);
    this.tools.log.warn({ pod: ref.name, lost }, 'somebody removed labels or annotations of a pod; they are restored');
    await this.api.mend(ref, lost).catch(ignoreGone);
  }
}
