/** The storage of the simulated server: every object, every change in order, and the watches. One version counts for all, as in etcd. */
import { randomUUID } from 'node:crypto';
import { selects, selectsFields, type KubeObject } from './kube-object.js';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

interface Change {
  readonly version: number;
  readonly resource: string;
  readonly type: EventType;
  readonly object: KubeObject;
  /** The former state; tells a watch with a selector whether the object was added or removed. */
  readonly before: KubeObject | null;
}

export interface WatchScope {
  readonly resource: string;
  /** Null watches all namespaces. */
  readonly namespace: string | null;
  readonly labelSelector: string;
  readonly fieldSelector?: string;
}

export interface Watcher extends WatchScope {
  /** `before`: the former state; null for a new object. */
  readonly send: (type: EventType, object: KubeObject, before: KubeObject | null) => void;
}

export class ObjectStore {
  private readonly objects = new Map<string, KubeObject>();
  private changes: Change[] = [];
  private readonly watchers = new Set<Watcher>();
  private version = 1;
  /** Changes up to here are forgotten. */
  private forgotten = 0;

  get currentVersion(): number {
    return this.version;
  }

  get(resource: string, namespace: string, name: string): KubeObject | undefined {
    return this.objects.get(`${resource}/${namespace}/${name}`);
  }

  list(scope: WatchScope): KubeObject[] {
    const { resource, namespace } = scope;
    const prefix = `${resource}/${namespace === null ? '' : `${namespace}/`}`;
    return [...this.objects]
      .filter(([key, object]) => key.startsWith(prefix) && isIn(scope, object))
      .map(([, object]) => object);
  }

  create(resource: string, namespace: string, object: KubeObject): KubeObject {
    const metadata = {
      ...object.metadata,
      namespace,
      uid: randomUUID(),
      resourceVersion: '',
      creationTimestamp: seconds(Date.now()),
    };
    return this.write(resource, 'ADDED', { ...object, metadata }, null);
  }

  update(resource: string, object: KubeObject): KubeObject {
    const before = this.get(resource, object.metadata.namespace, object.metadata.name) ?? null;
    return this.write(resource, 'MODIFIED', object, before);
  }

  remove(resource: string, object: KubeObject): KubeObject {
    const before = this.get(resource, object.metadata.namespace, object.metadata.name) ?? null;
    return this.write(resource, 'DELETED', object, before);
  }

  /** Sends the changes after `version`, then all later ones. Null if that version is no longer stored. */
  watch(watcher: Watcher, version: number): (() => void) | null {
    if (version < this.forgotten) return null;
    for (const change of this.changes) if (change.version > version) tell(watcher, change);
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Forgets all history, as a compaction does. */
  forget(): void {
    this.forgotten = this.version;
    this.changes = [];
  }

  private write(resource: string, type: EventType, object: KubeObject, before: KubeObject | null): KubeObject {
    const version = ++this.version;
    const stored = structuredClone({ ...object, metadata: { ...object.metadata, resourceVersion: String(version) } });
    const key = `${resource}/${stored.metadata.namespace}/${stored.metadata.name}`;
    if (type === 'DELETED') this.objects.delete(key);
    else this.objects.set(key, stored);
    const change: Change = { version, resource, type, object: stored, before };
    this.changes.push(change);
    for (const watcher of this.watchers) tell(watcher, change);
    return stored;
  }
}

function tell(watcher: Watcher, { resource, type, object, before }: Change): void {
  if (resource !== watcher.resource) return;
  if (watcher.namespace !== null && object.metadata.namespace !== watcher.namespace) return;
  const is = type !== 'DELETED' && isIn(watcher, object);
  const { resourceVersion } = object.metadata;
  const was = before !== null && isIn(watcher, before);
  if (is) watcher.send(was ? 'MODIFIED' : 'ADDED', object, before);
  // Its last selected state, with the version of the change that removed it.
  else if (was) watcher.send('DELETED', { ...before, metadata: { ...before.metadata, resourceVersion } }, before);
}

const isIn = ({ labelSelector, fieldSelector = '' }: WatchScope, object: KubeObject): boolean =>
  selects(labelSelector, object.metadata.labels) && selectsFields(fieldSelector, object);

/** Times as Kubernetes writes them: whole seconds. */
export const seconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
