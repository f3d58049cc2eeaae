/** Watches the pods in the namespaces of our tenants, of the shards of this replica. Both may change at any time. */
import type { z } from 'zod';
import type { ShardSet } from '../domain/shards.js';
import { shardSelector } from '../run/pod-contract.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import type { ApiClient } from './api-client.js';
import { ResourceWatch, type WatchListener } from './resource-watch.js';

/** The shards that this replica works on. */
export interface ShardView {
  owned(): ShardSet;
  /** Returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

/** The listener to changes of pods. */
export interface PodListener<P> {
  /** The pods known of a namespace, of these shards. */
  uidsIn(namespace: string, shards: ShardSet): readonly string[];
  /** The complete selection: pods that were known before and are not in this list are removed or not selected any more. */
  reset(knownBefore: readonly string[], pods: readonly P[]): void;
  /** The current state of a pod. */
  observe(pod: P): void;
  /** The pod was removed from the cluster, or is not selected any more: its labels may have been removed. */
  remove(uid: string, last: P): void;
  /** Called when other replicas watch the other shards. */
  keepOnly(shards: ShardSet): void;
}

export interface WatchesOptions<P> {
  readonly instance: string;
  readonly shards: ShardView;
  readonly schema: z.ZodType<P>;
  /** Selects pods that are followed besides those of the shards. */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly log: Logger;
}

interface Entry {
  readonly watch: ResourceWatch;
  readonly shards: ShardSet;
  readonly listed: Promise<void>;
}

export class PodWatches<P extends { readonly metadata: { readonly uid: string } }> {
  private readonly watched = new Map<string, Entry>();
  private readonly namespaces = new Set<string>();
  private unsubscribe: (() => void) | null = null;
  private isClosed = false;

  constructor(
    private readonly client: ApiClient,
    private readonly pods: PodListener<P>,
    private readonly options: WatchesOptions<P>,
  ) {}

  open(namespaces: readonly string[]): void {
    this.unsubscribe = this.options.shards.onChange(() => {
      this.follow();
    });
    for (const namespace of namespaces) this.namespaces.add(namespace);
    this.follow();
  }

  /** From now on watches these namespaces as well. */
  add(namespaces: readonly string[]): void {
    const unknown = namespaces.filter((namespace) => !this.namespaces.has(namespace));
    for (const namespace of unknown) this.namespaces.add(namespace);
    if (unknown.length > 0) this.follow();
  }

  known(): readonly string[] {
    return [...this.namespaces];
  }

  /** Resolves when everything that existed at the call was reported. */
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
    const shards = this.options.shards.owned();
    this.pods.keepOnly(shards);
    for (const namespace of this.namespaces) this.followIn(namespace, shards);
  }

  private followIn(namespace: string, shards: ShardSet): void {
    const current = this.watched.get(namespace);
    if (current && sameSet(current.shards, shards)) return;
    if (current) {
      this.watched.delete(namespace);
      void current.watch.stop();
    }
    if (shards.size === 0) return;
    const { instance, labelSelector, fieldSelector } = this.options;
    const target = {
      path: `/api/v1/namespaces/${namespace}/pods`,
      labelSelector: [shardSelector(instance, shards), labelSelector ?? []].flat().join(','),
      ...(fieldSelector !== undefined && { fieldSelector }),
    };
    const watch = new ResourceWatch(this.client, target, this.listener(namespace, shards), this.options.log);
    this.watched.set(namespace, { watch, shards, listed: watch.start() });
  }

  private listener(namespace: string, shards: ShardSet): WatchListener {
    let knownBefore: readonly string[] = [];
    return {
      listing: () => {
        knownBefore = this.pods.uidsIn(namespace, shards);
      },
      listed: (objects) => {
        const pods = objects.flatMap((object) => this.parse(object));
        this.pods.reset(knownBefore, pods);
      },
      changed: (type, object) => {
        for (const pod of this.parse(object)) {
          if (type === 'DELETED') this.pods.remove(pod.metadata.uid, pod);
          else this.pods.observe(pod);
        }
      },
    };
  }

  /** A pod that cannot be parsed must not prevent that the others are followed. */
  private parse(object: unknown): P[] {
    const parsed = this.options.schema.safeParse(object);
    if (parsed.success) return [parsed.data];
    this.options.log.error({ error: messageOf(parsed.error) }, 'a pod cannot be read');
    return [];
  }
}

const sameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((value) => b.has(value));
