/**
 * Limits that several jobs share: groups and tenant quotas, by key. Written by the scheduler, by compare-and-set on `rev`.
 * domain/limit-pieces explains how they are stored in pieces, and why that is safe.
 */
import { LRUCache } from 'lru-cache';
import {
  afterFold,
  firstHead,
  foldedBuckets,
  isLong,
  joined,
  NO_BUCKETS,
  nextHead,
  type HolderBucket,
  type HolderBuckets,
  type LimitHead,
  type LimitPieces,
} from '../domain/limit-pieces.js';
import { MAX_RECENT_HOLDERS } from '../domain/limits.js';
import type { SharedLimit } from '../domain/shared-limit.js';
import type { LimitDocuments } from './limit-documents.js';

/** Limits whose pieces are cached; the buckets of other limits are read again. */
const MAX_KEPT = 500;

interface Kept {
  readonly pieces: LimitPieces;
  /** Buckets that were written with this `rev` of the head or an earlier one are cached. */
  readonly upTo: number;
}

export class LimitsStore {
  private readonly kept = new LRUCache<string, Kept>({ max: MAX_KEPT });

  constructor(
    private readonly documents: LimitDocuments,
    private readonly maxRecent = MAX_RECENT_HOLDERS,
  ) {}

  async load(key: string): Promise<SharedLimit | null> {
    const head = await this.documents.head(key);
    return head && (await this.piecesOf(head)).limit;
  }

  /** False: another writer has inserted the document. */
  async insert(limit: SharedLimit): Promise<boolean> {
    return this.documents.insertHead(firstHead(limit));
  }

  /** Replaces the limit if its revision is still `expectedRev`. False: load again. */
  async save(next: SharedLimit, expectedRev: number): Promise<boolean> {
    const stored = await this.piecesAt(next.key, expectedRev);
    if (stored === null) return false;
    const base = isLong(stored.head, this.maxRecent) ? await this.fold(stored) : stored;
    const head = nextHead(base, next);
    if (!(await this.documents.replaceHead(head, expectedRev))) return false;
    this.keep(joined(head, base.buckets), head.folded);
    return true;
  }

  /** Every limit in key order, after `after`. */
  async inKeyOrder(after: string | null, limit: number): Promise<SharedLimit[]> {
    const limits: SharedLimit[] = [];
    for (const head of await this.documents.heads(after, limit)) limits.push((await this.piecesOf(head)).limit);
    return limits;
  }

  /** Null where the limit has another revision. */
  private async piecesAt(key: string, rev: number): Promise<LimitPieces | null> {
    const cached = this.kept.get(key)?.pieces;
    if (cached?.head.rev === rev) return cached;
    const head = await this.documents.head(key);
    return head?.rev === rev ? this.piecesOf(head) : null;
  }

  private async piecesOf(head: LimitHead): Promise<LimitPieces> {
    const cached = this.kept.get(head.key);
    if (cached?.pieces.head.rev === head.rev) return cached.pieces;
    const { buckets, upTo } = await this.bucketsOf(head, cached);
    const pieces = joined(head, buckets);
    this.keep(pieces, upTo);
    return pieces;
  }

  private async bucketsOf(
    { key, folded }: LimitHead,
    cached: Kept | undefined,
  ): Promise<{ buckets: HolderBuckets; upTo: number }> {
    const have = cached?.pieces.buckets ?? NO_BUCKETS;
    const upTo = cached?.upTo ?? 0;
    if (folded <= upTo) return { buckets: have, upTo };
    const changed = await this.documents.bucketsSince(key, upTo);
    return { buckets: withBuckets(have, changed), upTo: folded };
  }

  /** Another writer that folds this head at the same time writes the same: the head does not change before it is folded. */
  private async fold(stored: LimitPieces): Promise<LimitPieces> {
    const { head, buckets, limit } = stored;
    const changed = foldedBuckets(stored);
    await this.documents.writeBuckets(
      changed.map((bucket) => ({ bucket, expectedRev: buckets.get(bucket.bucket)?.rev ?? null })),
    );
    return { head: afterFold(head), buckets: withBuckets(buckets, changed), limit };
  }

  /** A read may have been overtaken by a later one. */
  private keep(pieces: LimitPieces, upTo: number): void {
    const cached = this.kept.get(pieces.head.key);
    if (!cached || cached.pieces.head.rev <= pieces.head.rev) this.kept.set(pieces.head.key, { pieces, upTo });
  }
}

const withBuckets = (buckets: HolderBuckets, changed: readonly HolderBucket[]): HolderBuckets =>
  new Map([...buckets, ...changed.map((each) => [each.bucket, each] as const)]);
