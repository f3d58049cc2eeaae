/** Watches the pods in the namespaces of our tenants, of the shards of this replica. Both may change at any time. */
import type { z } from 'zod';
import { sameSet, type ShardSet } from '../domain/shards.js';
import { shardSelector } from '../run/pod-contract.js';
import { delay } from '../clock/clock.js';
import { OVER } from '../clock/over.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { type ApiClient, isForbidden } from './api-client.js';
import { podsPath } from './requests.js';
import { ResourceWatch, type WatchListener } from './resource-watch.js';
import type { AttemptId } from '../domain/ids.js';

/** The shards that this replica works on. */
export interface ShardView {
  owned(): ShardSet;
  /** Returns the function that ends it. */
  onChange(listener: () => void): () => void;
}

/** The listener to changes of pods. */
export interface PodListener<P> {
  /** The form in which it takes pods. */
  readonly schema: z.ZodType<P>;
  /** The pods that it knows. */
  readonly pods: Pick<PodIndex<IndexedPod>, 'uidsIn' | 'keepOnly'>;
  /** The current state of a pod. */
  observe(pod: P): void;
  /** The pod was removed from the cluster, or is not selected any more: its labels may have been removed. `last`: its last state, if known. */
  remove(uid: string, last: P | null): void;
}

export interface WatchesOptions {
  readonly instance: string;
  readonly shards: ShardView;
  /** Selects pods that are followed besides those of the shards. */
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly clock: { monotonic(): number };
  readonly log: Logger;
}

/** A service continues after this long without an answer of the API server: other engines have work to do. */
const FIRST_LIST_MS = 5_000;

interface Entry {
  readonly watch: ResourceWatch;
  readonly shards: ShardSet;
  readonly listed: Promise<void>;
}

export class PodWatches<P extends { readonly metadata: { readonly uid: string } }> {
  private readonly watched = new Map<string, Entry>();
  private readonly namespaces = new Set<string>();
  private readonly reader: NamespaceReader;
  private tenantNamespaces: () => Promise<readonly string[]> = () => Promise.resolve([]);
  private unsubscribe: (() => void) | null = null;
  private isClosed = false;

  constructor(
    private readonly client: ApiClient,
    private readonly listener: PodListener<P>,
    private readonly options: WatchesOptions,
  ) {
    this.reader = new NamespaceReader(options.clock, options.log);
  }

  /** Begins to watch; the client is open. `tenantNamespaces`: those of tenants that have one of their own. */
  async open(tenantNamespaces: () => Promise<readonly string[]>): Promise<void> {
    this.tenantNamespaces = tenantNamespaces;
    const namespaces = [this.client.namespace, ...(await tenantNamespaces())];
    this.unsubscribe = this.options.shards.onChange(() => {
      this.follow();
    });
    this.add(namespaces);
  }

  /** Also watches the namespaces of new tenants: another replica may have started attempts in one that is not known here yet. */
  async addTenants(): Promise<void> {
    this.add(await this.tenantNamespaces());
  }

  /** From now on watches these namespaces as well. */
  add(namespaces: readonly string[]): void {
    const unknown = namespaces.filter((namespace) => !this.namespaces.has(namespace));
    for (const namespace of unknown) this.namespaces.add(namespace);
    if (unknown.length > 0) this.follow();
  }

  /** Reads `kind` (Kubernetes' plural) in every namespace that is watched. Throws ApiError. */
  readAll<T>(kind: string, read: (namespace: string) => Promise<readonly T[]>): Promise<T[]> {
    return this.reader.readAll(kind, [...this.namespaces], read);
  }

  /** Resolves when everything that existed at the call was reported. */
  async listed(): Promise<void> {
    await Promise.all([...this.watched.values()].map(({ listed }) => listed));
  }

  /** The same, but false if the server has not answered within a few seconds. */
  async isListed(): Promise<boolean> {
    const late = new AbortController();
    const timeout = delay(FIRST_LIST_MS, late.signal).then(() => false);
    try {
      return await Promise.race([this.listed().then(() => true), timeout]);
    } finally {
      late.abort(OVER);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.unsubscribe?.();
    await Promise.all([...this.watched.values()].map(({ watch }) => watch.stop()));
  }

  private follow(): void {
    if (this.isClosed) return;
    const shards = this.options.shards.owned();
    this.listener.pods.keepOnly(shards);
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
      path: podsPath(namespace),
      labelSelector: [shardSelector(instance, shards), labelSelector ?? []].flat().join(','),
      ...(fieldSelector !== undefined && { fieldSelector }),
    };
    const watch = new ResourceWatch(this.client, target, this.eventsIn(namespace, shards), this.options.log);
    this.watched.set(namespace, { watch, shards, listed: watch.start() });
  }

  private eventsIn(namespace: string, shards: ShardSet): WatchListener {
    let knownBefore: readonly string[] = [];
    return {
      listing: () => {
        knownBefore = this.listener.pods.uidsIn(namespace, shards);
      },
      listed: (objects) => {
        const pods = objects.flatMap((object) => this.parse(object));
        const uids = new Set(pods.map(({ metadata }) => metadata.uid));
        for (const uid of knownBefore) if (!uids.has(uid)) this.listener.remove(uid, null);
        for (const pod of pods) this.listener.observe(pod);
      },
      changed: (type, object) => {
        for (const pod of this.parse(object)) {
          if (type === 'DELETED') this.listener.remove(pod.metadata.uid, pod);
          else this.listener.observe(pod);
        }
      },
    };
  }

  /** A pod that cannot be parsed must not prevent that the others are followed. */
  private parse(object: unknown): P[] {
    const parsed = this.listener.schema.safeParse(object);
    if (parsed.success) return [parsed.data];
    this.options.log.error({ error: messageOf(parsed.error) }, 'a pod cannot be read');
    return [];
  }
}

/*
 * Reads objects of every namespace, so that one to which we have no access does not hide the others. A refusal does not prove
 * that nothing exists: a server that has just started refuses what it allows a moment later, because it does not know the roles
 * yet. Only a lasting refusal counts as empty, for each kind of object separately: a role may omit some.
 */

/** How long refusals must last. */
export const CLOSED_AFTER_MS = 60_000;

interface Collection {
  readonly kind: string;
  readonly namespace: string;
}

export class NamespaceReader {
  private readonly refusedSince = new Map<string, number>();

  constructor(
    private readonly clock: { monotonic(): number },
    private readonly log: Logger,
  ) {}

  /** `kind`: Kubernetes' plural. Throws ApiError where any namespace cannot be read, including 403 until that has lasted. */
  async readAll<T>(
    kind: string,
    namespaces: readonly string[],
    read: (namespace: string) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const lists = namespaces.map((namespace) => this.read({ kind, namespace }, () => read(namespace)));
    return (await Promise.all(lists)).flat();
  }

  private async read<T>({ kind, namespace }: Collection, read: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const key = `${namespace}/${kind}`;
    try {
      const objects = await read();
      this.refusedSince.delete(key);
      return objects;
    } catch (error) {
      if (!isForbidden(error) || !this.isClosed(key)) throw error;
      this.log.warn({ namespace, kind, error: messageOf(error) }, 'this service may not read objects of a namespace');
      return [];
    }
  }

  private isClosed(key: string): boolean {
    const now = this.clock.monotonic();
    const since = this.refusedSince.get(key) ?? now;
    this.refusedSince.set(key, since);
    return now - since >= CLOSED_AFTER_MS;
  }
}

/* The known pods of attempts, by their uids and by their attempts. */

export interface IndexedPod {
  readonly attempt: AttemptId;
  readonly pod: { readonly metadata: { readonly uid: string; readonly namespace: string } };
}

const uidOf = ({ pod }: IndexedPod): string => pod.metadata.uid;

export class PodIndex<T extends IndexedPod> {
  private readonly byUid = new Map<string, T>();
  private readonly byAttempt = new Map<AttemptId, T>();

  get(uid: string): T | undefined {
    return this.byUid.get(uid);
  }

  /** The pod of the attempt: the one that was set last, if there are several. */
  find(attempt: AttemptId): T | null {
    return this.byAttempt.get(attempt) ?? null;
  }

  all(): readonly T[] {
    return [...this.byUid.values()];
  }

  /** One pod of each attempt. */
  ofAttempts(): readonly T[] {
    return [...this.byAttempt.values()];
  }

  set(entry: T): void {
    this.byUid.set(uidOf(entry), entry);
    this.byAttempt.set(entry.attempt, entry);
  }

  drop(entry: T): void {
    this.byUid.delete(uidOf(entry));
    const current = this.byAttempt.get(entry.attempt);
    if (current && uidOf(current) === uidOf(entry)) this.byAttempt.delete(entry.attempt);
  }

  /** The known pods of a namespace and these shards. */
  uidsIn(namespace: string, shards: ShardSet): readonly string[] {
    const inside = this.all().filter(
      ({ attempt, pod }) => pod.metadata.namespace === namespace && shards.ownsAttempt(attempt),
    );
    return inside.map(uidOf);
  }

  /** Forgets pods of shards that other replicas own. */
  keepOnly(shards: ShardSet): void {
    for (const entry of this.all()) if (!shards.ownsAttempt(entry.attempt)) this.drop(entry);
  }
}
