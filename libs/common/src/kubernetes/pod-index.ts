/** The known pods of attempts, by their uids and by their attempts. */
import type { AttemptId } from '../domain/ids.js';
import type { ShardSet } from '../domain/shards.js';

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
