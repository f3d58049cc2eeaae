/** Shared limits in memory, in the pieces in which they are stored; `whole` is the state of all pieces together at each moment. */
import { joined, type HolderBucket, type LimitHead } from '#common/domain/limit-pieces.js';
import type { SharedLimit } from '#common/domain/shared-limit.js';
import type { BucketWrite, LimitDocuments } from '#common/mongo/limit-documents.js';

export class LimitTables {
  readonly whole = new Map<string, SharedLimit>();
  private readonly heads = new Map<string, LimitHead>();
  private readonly buckets = new Map<string, Map<number, HolderBucket>>();

  /** `saved` null: the state of all pieces together is not used. */
  constructor(private readonly saved: ((before: SharedLimit | null, after: SharedLimit) => void) | null) {}

  head(key: string): LimitHead | null {
    return this.heads.get(key) ?? null;
  }

  allHeads(): LimitHead[] {
    return [...this.heads.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  bucketsSince(key: string, rev: number): HolderBucket[] {
    return [...this.bucketsOf(key).values()].filter((bucket) => bucket.rev > rev);
  }

  putHead(head: LimitHead, expectedRev: number | null): boolean {
    if ((this.heads.get(head.key)?.rev ?? null) !== expectedRev) return false;
    this.heads.set(head.key, head);
    this.tell(head.key);
    return true;
  }

  putBucket({ bucket, expectedRev }: BucketWrite): boolean {
    const stored = this.bucketsOf(bucket.limit);
    if ((stored.get(bucket.bucket)?.rev ?? null) !== expectedRev) return false;
    this.buckets.set(bucket.limit, new Map(stored).set(bucket.bucket, bucket));
    this.tell(bucket.limit);
    return true;
  }

  private bucketsOf(key: string): ReadonlyMap<number, HolderBucket> {
    return this.buckets.get(key) ?? new Map<number, HolderBucket>();
  }

  private tell(key: string): void {
    const head = this.heads.get(key);
    if (!head || !this.saved) return;
    const { limit } = joined(head, this.bucketsOf(key));
    this.saved(this.whole.get(key) ?? null, limit);
    this.whole.set(key, limit);
  }
}

/** How one process reaches the tables: `one` operation, or many, of which any number may be done when the process dies. */
export interface LimitLine {
  one<T>(apply: () => T): Promise<T>;
  many<T, R>(items: readonly T[], write: (item: T) => R): Promise<R[]>;
}

export const limitDocumentsOf = (line: LimitLine, tables: LimitTables): LimitDocuments => ({
  head: (key) => line.one(() => tables.head(key)),
  heads: (after, limit) =>
    line.one(() =>
      tables
        .allHeads()
        .filter(({ key }) => after === null || key > after)
        .slice(0, limit),
    ),
  bucketsSince: (key, rev) => line.one(() => tables.bucketsSince(key, rev)),
  insertHead: (head) => line.one(() => tables.putHead(head, null)),
  replaceHead: (head, expectedRev) => line.one(() => tables.putHead(head, expectedRev)),
  writeBuckets: async (writes) => {
    await line.many(writes, (write) => tables.putBucket(write));
  },
});
