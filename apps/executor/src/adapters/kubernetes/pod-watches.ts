/** Which namespaces and shards are watched: those of our tenants, and of this replica. Both may change at any time. */
import { shardSelector } from '#common/domain/pod-contract.js';
import { messageOf } from '#common/errors/app-error.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import { ResourceWatch, type WatchListener } from '#common/kubernetes/resource-watch.js';
import type { Logger } from '#common/logging/logger.js';
import { observedPod, type ObservedPod } from '../../core/kubernetes/observed-pod.js';
import type { PodTracker } from './pod-tracker.js';

/** The shards that this replica works on. */
export interface ShardView {
  owned(): ReadonlySet<number>;
  /** Gives the function that ends it. */
  onChange(listener: () => void): () => void;
}

export interface WatchesOptions {
  readonly instance: string;
  readonly shards: ShardView;
  readonly log: Logger;
}

interface Entry {
  readonly watch: ResourceWatch;
  readonly shards: ReadonlySet<number>;
  readonly listed: Promise<void>;
}

export class PodWatches {
  private readonly watched = new Map<string, Entry>();
  private readonly namespaces = new Set<string>();
  private unsubscribe: (() => void) | null = null;
  private isClosed = false;

  constructor(
    private readonly client: ApiClient,
    private readonly tracker: PodTracker,
    private readonly options: WatchesOptions,
  ) {}

  open(namespaces: readonly string[]): void {
    this.unsubscribe = this.options.shards.onChange(() => {
      this.follow();
    });
    this.add(namespaces);
  }

  /** Watches these namespaces as well, from now on. */
  add(namespaces: readonly string[]): void {
    for (const namespace of namespaces) this.namespaces.add(namespace);
    this.follow();
  }

  known(): readonly string[] {
    return [...this.namespaces];
  }

  /** Resolves when everything that existed when it was called has been told. */
  async listed(): Promise<void> {
    await Promise.all([...this.watched.values()].map(({ listed }) => listed));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.unsubscribe?.();
    await Promise.all([...this.watched.values()].map(({ watch }) => watch.stop()));
  }

  private follow(): void {
    if (this.isClosed) return;
    const shards = new Set(this.options.shards.owned());
    this.tracker.keepOnly(shards);
    for (const namespace of this.namespaces) this.followIn(namespace, shards);
  }

  private followIn(namespace: string, shards: ReadonlySet<number>): void {
    const current = this.watched.get(namespace);
    if (current && sameSet(current.shards, shards)) return;
    if (current) {
      this.watched.delete(namespace);
      void current.watch.stop();
    }
    if (shards.size === 0) return;
    const target = {
      path: `/api/v1/namespaces/${namespace}/pods`,
      labelSelector: shardSelector(this.options.instance, shards),
    };
    const watch = new ResourceWatch(this.client, target, this.listener(namespace, shards), this.options.log);
    this.watched.set(namespace, { watch, shards, listed: watch.start() });
  }

  private listener(namespace: string, shards: ReadonlySet<number>): WatchListener {
    let knownBefore: readonly string[] = [];
    return {
      listing: () => {
        knownBefore = this.tracker.uidsIn(namespace, shards);
      },
      listed: (objects) => {
        const pods = objects.flatMap((object) => this.parse(object));
        this.tracker.reset(knownBefore, pods);
      },
      changed: (type, object) => {
        for (const pod of this.parse(object)) {
          if (type === 'DELETED') this.tracker.remove(pod.metadata.uid, pod);
          else this.tracker.observe(pod);
        }
      },
    };
  }

  /** A pod that cannot be read must not keep the others from being followed. */
  private parse(object: unknown): ObservedPod[] {
    const parsed = observedPod.safeParse(object);
    if (parsed.success) return [parsed.data];
    this.options.log.error({ error: messageOf(parsed.error) }, 'a pod cannot be read');
    return [];
  }
}

const sameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((value) => b.has(value));
