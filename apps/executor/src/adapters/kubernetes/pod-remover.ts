/**
 * Removes pods whose result is recorded. Taking the finalizer off is one request for each; the pods that were let go within
 * a moment are then deleted together by their label, so that a finished pod costs hardly more than that one request.
 */
import { POD_LABELS, shardSelector } from '#common/domain/pod-contract.js';
import { ApiError, isNotFound } from '#common/kubernetes/api-error.js';
import type { PodApi, PodRef } from './pod-api.js';

/** What is let go goes when nothing has followed for so long: each deletion by label makes the server read the namespace. */
const QUIET_MS = 250;
/** While pods keep ending, at the latest after this. */
const GATHER_MS = 2_000;
/** Fewer are deleted one by one: deleting by label makes the server look at every pod of the namespace. */
const MIN_TOGETHER = 4;
const MAX_TOGETHER = 500;
/** How long after a refusal it is not tried together again. */
const ONE_BY_ONE_MS = 60_000;

interface Waiting {
  readonly pod: PodRef;
  readonly shard: number;
  readonly settle: (deletion: Promise<void> | undefined) => void;
}

interface Gathering {
  readonly entries: Waiting[];
  /** Monotonic, in milliseconds. */
  readonly since: number;
  timer: NodeJS.Timeout | undefined;
}

export class PodRemover {
  private readonly waiting = new Map<string, Gathering>();
  private readonly flushing = new Set<Promise<void>>();
  /** The role does not allow deletion by label, or the server does not know it yet: one by one until this moment. */
  private oneByOneUntil = -Infinity;

  constructor(
    private readonly api: PodApi,
    private readonly instance: string,
    private readonly clock: { monotonic(): number },
  ) {}

  /** Resolves when the pod has been let go and its deletion was accepted. Harmless when it is gone. */
  async remove(pod: PodRef, shard: number): Promise<void> {
    try {
      await this.api.release(pod);
      await new Promise<void>((resolve) => {
        this.gather({ pod, shard, settle: resolve });
      });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  async close(): Promise<void> {
    for (const namespace of [...this.waiting.keys()]) this.flush(namespace);
    await Promise.all(this.flushing);
  }

  private gather(entry: Waiting): void {
    const { namespace } = entry.pod;
    const now = this.clock.monotonic();
    const gathering = this.waiting.get(namespace) ?? { entries: [], since: now, timer: undefined };
    this.waiting.set(namespace, gathering);
    gathering.entries.push(entry);
    clearTimeout(gathering.timer);
    if (gathering.entries.length >= MAX_TOGETHER) {
      this.flush(namespace);
      return;
    }
    gathering.timer = setTimeout(
      () => {
        this.flush(namespace);
      },
      Math.max(0, Math.min(QUIET_MS, gathering.since + GATHER_MS - now)),
    );
  }

  private flush(namespace: string): void {
    const { entries: list = [], timer } = this.waiting.get(namespace) ?? {};
    clearTimeout(timer);
    this.waiting.delete(namespace);
    if (list.length === 0) return;
    const flushed = this.deletePods(namespace, list).finally(() => this.flushing.delete(flushed));
    this.flushing.add(flushed);
  }

  private async deletePods(namespace: string, list: readonly Waiting[]): Promise<void> {
    const mayTogether = list.length >= MIN_TOGETHER && this.clock.monotonic() >= this.oneByOneUntil;
    if (mayTogether && (await this.deleteTogether(namespace, list))) return;
    const deletions = list.map(({ pod, settle }) => {
      const deletion = this.api.delete(pod, 0, 'cleanUp');
      settle(deletion);
      return deletion;
    });
    await Promise.allSettled(deletions);
  }

  private async deleteTogether(namespace: string, list: readonly Waiting[]): Promise<boolean> {
    const shards = new Set(list.map(({ shard }) => shard));
    try {
      await this.api.deleteAll(namespace, `${POD_LABELS.released}=true,${shardSelector(this.instance, shards)}`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 403)
        this.oneByOneUntil = this.clock.monotonic() + ONE_BY_ONE_MS;
      return false;
    }
    for (const { settle } of list) settle(undefined);
    return true;
  }
}

/** Gone, or another pod bears its name now. */
const isGone = (error: unknown): boolean => isNotFound(error) || (error instanceof ApiError && error.status === 409);
