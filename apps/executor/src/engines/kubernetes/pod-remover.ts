/**
 * Removes pods whose result is recorded and whose output is sealed. No caller waits for a removal, but it costs the server as much as
 * making and ending a pod, so it is done in pauses, when no pod starts, ends or is to be removed, or after a while. Each pod costs one
 * request that removes its finalizer; released pods are then deleted together by their label.
 */
import type { RunId } from '#common/domain/ids.js';
import { POD_LABELS, runsSelector } from '#common/run/pod-contract.js';
import { AppError } from '#common/errors/app-error.js';
import { ignoreGone, isForbidden, isGone } from '#common/kubernetes/api-client.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { PodApi, PodRef } from './pod-api.js';

/** A pause: for this long no pod started or ended, and no other was to be removed. Pods that end in a burst are removed together. */
const PAUSE_MS = 250;
const PAUSE_AFTER_BURST_MS = 2_000;
/** The longest wait while pods keep starting and ending. */
const GATHER_MS = 30_000;
/** Fewer pods are deleted one by one: a deletion by label makes the server read every pod of the namespace. */
const MIN_TOGETHER = 4;
/** The server deletes them one after the other and answers at the end. */
const MAX_TOGETHER = 500;
/** How long deletion by label is not tried again after a refusal. */
const ONE_BY_ONE_MS = 60_000;

interface Waiting {
  readonly pod: PodRef;
  readonly run: RunId;
  readonly resolve: (removal: Promise<void> | undefined) => void;
}

interface Gathering {
  readonly entries: Waiting[];
  /** The times of the first and of the last pod; monotonic, in milliseconds. */
  readonly since: number;
  lastAt: number;
  timer: NodeJS.Timeout | undefined;
}

export class PodRemover {
  private readonly waiting = new Map<string, Gathering>();
  private readonly flushing = new TrackedTasks();
  /** When a pod last started or ended. */
  private workedAt = -Infinity;
  /** Deletion by label is forbidden, or the server does not know it: one by one until this moment. */
  private oneByOneUntil = -Infinity;
  private isClosed = false;

  constructor(
    private readonly api: PodApi,
    private readonly instance: string,
    private readonly clock: { monotonic(): number },
  ) {}

  /** Resolves when the pod is released and its deletion was accepted. Without effect when it is gone. */
  async remove(pod: PodRef, run: RunId): Promise<void> {
    await new Promise<void>((resolve) => {
      this.gather({ pod, run, resolve });
    });
  }

  /** Notes that a pod starts or has ended: callers wait for the present work of the server. */
  noteWork(): void {
    this.workedAt = this.clock.monotonic();
  }

  /** Starts nothing new: the sweep of the next owner finds the pods that wait. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const namespace of [...this.waiting.keys()]) this.flush(namespace);
    await this.flushing.drain();
  }

  private gather(entry: Waiting): void {
    const { namespace } = entry.pod;
    const now = this.clock.monotonic();
    const gathering = this.waiting.get(namespace) ?? { entries: [], since: now, lastAt: now, timer: undefined };
    this.waiting.set(namespace, gathering);
    gathering.entries.push(entry);
    gathering.lastAt = now;
    this.flushInPause(namespace, gathering);
  }

  /** If there was work meanwhile, the removal waits for the next pause. */
  private flushInPause(namespace: string, gathering: Gathering): void {
    clearTimeout(gathering.timer);
    gathering.timer = setTimeout(
      () => {
        if (this.msUntilPause(gathering) > 0) this.flushInPause(namespace, gathering);
        else this.flush(namespace);
      },
      Math.min(Math.ceil(this.msUntilPause(gathering)), GATHER_MS),
    );
  }

  private msUntilPause({ entries, since, lastAt }: Gathering): number {
    const pauseMs = entries.length < MIN_TOGETHER ? PAUSE_MS : PAUSE_AFTER_BURST_MS;
    const pauseAt = Math.max(lastAt, this.workedAt) + pauseMs;
    return Math.max(0, Math.min(pauseAt, since + GATHER_MS) - this.clock.monotonic());
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
        for (const { resolve } of some)
          resolve(Promise.reject(new AppError('UNAVAILABLE', 'this executor is stopping')));
        continue;
      }
      const released = await Promise.all(some.map((entry) => this.release(entry)));
      await this.deletePods(namespace, released.flat());
    }
  }

  /** The pod if it still must be deleted, else nothing. */
  private async release(entry: Waiting): Promise<readonly Waiting[]> {
    const release = this.api.release(entry.pod);
    try {
      await release;
      return [entry];
    } catch (error) {
      entry.resolve(isGone(error) ? undefined : release);
      return [];
    }
  }

  private async deletePods(namespace: string, list: readonly Waiting[]): Promise<void> {
    const mayTogether = list.length >= MIN_TOGETHER && this.clock.monotonic() >= this.oneByOneUntil;
    if (mayTogether && (await this.deleteTogether(namespace, list))) return;
    const deletions = list.map(({ pod, resolve }) => {
      const deletion = this.api.delete(pod, 0, 'cleanUp').catch(ignoreGone);
      resolve(deletion);
      return deletion;
    });
    await Promise.allSettled(deletions);
  }

  private async deleteTogether(namespace: string, list: readonly Waiting[]): Promise<boolean> {
    const runs = list.map(({ run }) => run);
    try {
      await this.api.deleteAll(namespace, `${POD_LABELS.released}=true,${runsSelector(this.instance, runs)}`);
    } catch (error) {
      if (isForbidden(error)) this.oneByOneUntil = this.clock.monotonic() + ONE_BY_ONE_MS;
      return false;
    }
    for (const { resolve } of list) resolve(undefined);
    return true;
  }
}
