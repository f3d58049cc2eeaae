/**
 * Proves that the containers of a pod have ended if its status contradicts itself. Nodes before 1.22 leave a container `running`
 * permanently in the status of a pod that failed by its deadline; but a log that is followed ends with its container.
 */
import { messageOf } from '#common/errors/app-error.js';
import { type ApiClient, ApiError } from '#common/kubernetes/api-client.js';
import { podPath } from '#common/kubernetes/requests.js';
import type { Logger } from '#common/logging/logger.js';
import type { PodTracker, TrackedPod } from './pod-tracker.js';

/** Newer nodes correct the status within a moment: the proof is sought only after two checks have found the same contradiction. */
const LOOKS_BEFORE = 2;
const MAX_AT_ONCE = 32;
/** The connection to a log without output stays open for as long as its container may take to end. */
const IDLE_MS = 600_000;

export class EndProver {
  private readonly seen = new Map<string, number>();
  private readonly underWay = new Map<string, () => void>();
  private isClosed = false;

  constructor(
    private readonly client: ApiClient,
    private readonly tracker: PodTracker,
    private readonly log: Logger,
  ) {}

  /** Checks what needs proof; to be called about once a second. */
  step(): void {
    const doubtful = this.tracker.inNeedOfProof();
    const uids = new Set(doubtful.map(({ pod }) => pod.metadata.uid));
    for (const uid of this.seen.keys()) if (!uids.has(uid)) this.seen.delete(uid);
    for (const tracked of doubtful) {
      const { uid } = tracked.pod.metadata;
      const looks = (this.seen.get(uid) ?? 0) + 1;
      this.seen.set(uid, looks);
      const isDue = looks > LOOKS_BEFORE && !this.underWay.has(uid) && this.underWay.size < MAX_AT_ONCE;
      if (isDue) this.begin(tracked);
    }
  }

  close(): void {
    this.isClosed = true;
    for (const stop of this.underWay.values()) stop();
  }

  private begin(tracked: TrackedPod): void {
    const { uid, name } = tracked.pod.metadata;
    this.underWay.set(uid, () => undefined);
    this.waitForEnd(tracked)
      .then(() => {
        if (!this.isClosed) this.tracker.markProvenOver(tracked);
      })
      .catch((error: unknown) => {
        if (!this.isClosed)
          this.log.warn({ pod: name, error: messageOf(error) }, 'the end of a pod cannot be confirmed yet');
      })
      .finally(() => this.underWay.delete(uid));
  }

  private async waitForEnd(tracked: TrackedPod): Promise<void> {
    const { initContainerStatuses, containerStatuses } = tracked.pod.status;
    for (const { name, state } of [...initContainerStatuses, ...containerStatuses]) {
      if (state?.running) await this.waitForContainer(tracked, name);
    }
  }

  private async waitForContainer({ pod }: TrackedPod, container: string): Promise<void> {
    const { uid } = pod.metadata;
    const path = `${podPath(pod.metadata)}/log`;
    const query = { container, follow: 'true', tailLines: '1' };
    try {
      const stream = await this.client.stream({ verb: 'log', path, query, lane: 'read' }, IDLE_MS);
      this.underWay.set(uid, stream.close);
      for await (const _part of stream.body) if (this.isClosed) return;
    } catch (error) {
      if (!isOver(error)) throw error;
    }
  }
}

/** The node itself reports that nothing can run any more. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || (error.status === 400 && error.message.includes('is terminated')));
