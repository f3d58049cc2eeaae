/**
 * Removes pods whose result is recorded and whose output is sealed. Nobody waits for that, but the server pays for it like for
 * making and ending them: so it is done in the pauses between other ends, or after a while. Taking the finalizer off is one
 * request for each; what was let go is then deleted together by its label, so that a pod costs hardly more than that one request.
 */
import { POD_LABELS, shardSelector } from '#common/run/pod-contract.js';
import { AppError } from '#common/errors/app-error.js';
import { ignoreGone, isForbidden, isGone } from '#common/kubernetes/api-error.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { PodApi, PodRef } from './pod-api.js';

/** A pause: for so long no other pod was to be removed. Many that end together are a burst, which is let go by as a whole. */
const PAUSE_MS = 250;
const PAUSE_AFTER_BURST_MS = 2_000;
/** While pods keep ending, at the latest after this. */
const GATHER_MS = 30_000;
/** Fewer are deleted one by one: deleting by label makes the server look at every pod of the namespace. */
const MIN_TOGETHER = 4;
/** The server deletes them one after the other, and answers at the end. */
const MAX_TOGETHER = 500;
/** How long after a refusal it is not tried together again. */
const ONE_BY_ONE_MS = 60_000;

interface Waiting {
  readonly pod: PodRef;
  readonly shard: number;
  readonly settle: (removal: Promise<void> | undefined) => void;
}

interface Gathering {
  readonly entries: Waiting[];
  /** Monotonic, in milliseconds. */
  readonly since: number;
  timer: NodeJS.Timeout | undefined;
}

export class PodRemover {
  private readonly waiting = new Map<string, Gathering>();
  private readonly flushing = new TrackedTasks();
  /** The role does not allow deletion by label, or the server does not know it yet: one by one until this moment. */
  private oneByOneUntil = -Infinity;
  private isClosed = false;

  constructor(
    private readonly api: PodApi,
    private readonly instance: string,
    private readonly clock: { monotonic(): number },
  ) {}

  /** Resolves when the pod has been let go and its deletion was accepted. Harmless when it is gone. */
  async remove(pod: PodRef, shard: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.gather({ pod, shard, settle: resolve });
    });
  }

  /** Begins nothing new: what waits is found by the sweep of whoever comes next. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const namespace of [...this.waiting.keys()]) this.flush(namespace);
    await this.flushing.drain();
  }

  private gather(entry: Waiting): void {
    const { namespace } = entry.pod;
    const now = this.clock.monotonic();
    const gathering = this.waiting.get(namespace) ?? { entries: [], since: now, timer: undefined };
    this.waiting.set(namespace, gathering);
    gathering.entries.push(entry);
    clearTimeout(gathering.timer);
    const pauseMs = gathering.entries.length < MIN_TOGETHER ? PAUSE_MS : PAUSE_AFTER_BURST_MS;
    gathering.timer = setTimeout(
      () => {
        this.flush(namespace);
      },
      Math.max(0, Math.min(pauseMs, gathering.since + GATHER_MS - now)),
    );
  }

  private flush(namespace: string): void {
    const { entries = [], timer } = this.waiting.get(namespace) ?? {};
    clearTimeout(timer);
    this.waiting.delete(namespace);
    void this.flushing.add(this.removeAll(namespace, entries));
  }

  private async removeAll(namespace: string, entries: readonly Waiting[]): Promise<void> {
    for (let from = 0; from < entries.length; from += MAX_TOGETHER) {
      const some = entries.slice(from, from + MAX_TOGETHER);
      if (this.isClosed) {
        for (const { settle } of some) settle(Promise.reject(new AppError('UNAVAILABLE', 'the executor ends')));
        continue;
      }
      const released = await Promise.all(some.map((entry) => this.release(entry)));
      await this.deletePods(namespace, released.flat());
    }
  }

  /** Those that are still there to be deleted: this one, or none. */
  private async release(entry: Waiting): Promise<readonly Waiting[]> {
    const release = this.api.release(entry.pod);
    try {
      await release;
      return [entry];
    } catch (error) {
      entry.settle(isGone(error) ? undefined : release);
      return [];
    }
  }

  private async deletePods(namespace: string, list: readonly Waiting[]): Promise<void> {
    const mayTogether = list.length >= MIN_TOGETHER && this.clock.monotonic() >= this.oneByOneUntil;
    if (mayTogether && (await this.deleteTogether(namespace, list))) return;
    const deletions = list.map(({ pod, settle }) => {
      const deletion = this.api.delete(pod, 0, 'cleanUp').catch(ignoreGone);
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
      if (isForbidden(error)) this.oneByOneUntil = this.clock.monotonic() + ONE_BY_ONE_MS;
      return false;
    }
    for (const { settle } of list) settle(undefined);
    return true;
  }
}
