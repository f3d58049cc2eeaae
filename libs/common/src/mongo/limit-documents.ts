/** The documents of shared limits: heads in `limits`, buckets of holders in `limitHolders` (see domain/limit-pieces). */
import type { HolderBucket, LimitHead } from '../domain/limit-pieces.js';
import { BulkWriter, type GuardedDocument } from './batched-operations.js';
import { type DocumentCollection, keyAfter } from './document.js';
import type { Mongo } from './mongo.js';

/** Each method reads or writes single documents; the order of the calls keeps a limit consistent. */
export interface LimitDocuments {
  head(key: string): Promise<LimitHead | null>;
  /** Heads in key order, after `after`. */
  heads(after: string | null, limit: number): Promise<LimitHead[]>;
  /** Buckets of the limit that were written with a later `rev`. */
  bucketsSince(key: string, rev: number): Promise<HolderBucket[]>;
  /** False: another writer has inserted the head. */
  insertHead(head: LimitHead): Promise<boolean>;
  /** False: its revision is not `expectedRev`. */
  replaceHead(head: LimitHead, expectedRev: number): Promise<boolean>;
  /** Writes each bucket whose `rev` is still the given one (null: it does not exist yet). Other writers have changed the others. */
  writeBuckets(writes: readonly BucketWrite[]): Promise<void>;
}

export interface BucketWrite {
  readonly bucket: HolderBucket;
  readonly expectedRev: number | null;
}

interface HeadDocument extends Omit<LimitHead, 'key'>, GuardedDocument {}
interface BucketDocument extends HolderBucket, GuardedDocument {}

const toHead = ({ key, ...rest }: LimitHead): HeadDocument => ({ _id: key, ...rest });
const fromHead = ({ _id, writer: _writer, ...rest }: HeadDocument): LimitHead => ({ key: _id, ...rest });
// The number comes first, so that the key after it may contain any characters.
const toBucket = (bucket: HolderBucket): BucketDocument => ({ _id: `${bucket.bucket}/${bucket.limit}`, ...bucket });
const fromBucket = ({ _id, writer: _writer, ...rest }: BucketDocument): HolderBucket => rest;

export class MongoLimitDocuments implements LimitDocuments {
  private readonly limits: DocumentCollection<HeadDocument>;
  private readonly holders: DocumentCollection<BucketDocument>;
  private readonly headWriter: BulkWriter<HeadDocument>;
  private readonly bucketWriter: BulkWriter<BucketDocument>;

  constructor(mongo: Mongo) {
    this.limits = mongo.collection<HeadDocument>('limits');
    this.holders = mongo.collection<BucketDocument>('limitHolders');
    this.headWriter = new BulkWriter(this.limits);
    this.bucketWriter = new BulkWriter(this.holders, { beside: ({ limit }) => ({ limit }) });
  }

  async head(key: string): Promise<LimitHead | null> {
    const document = await this.limits.findOne({ _id: key });
    return document && fromHead(document);
  }

  async heads(after: string | null, limit: number): Promise<LimitHead[]> {
    return this.limits
      .find(keyAfter(after), { sort: { _id: 1 }, limit })
      .map(fromHead)
      .toArray();
  }

  /** Heads whose keys begin with the text, in key order. */
  async headsUnder(beginning: string, limit: number): Promise<LimitHead[]> {
    return this.limits
      .find({ _id: { $gte: beginning, $lt: `${beginning}\uffff` } }, { sort: { _id: 1 }, limit })
      .map(fromHead)
      .toArray();
  }

  async bucketsSince(key: string, rev: number): Promise<HolderBucket[]> {
    return this.holders
      .find({ limit: key, rev: { $gt: rev } })
      .map(fromBucket)
      .toArray();
  }

  insertHead(head: LimitHead): Promise<boolean> {
    return this.headWriter.insert(toHead(head));
  }

  replaceHead(head: LimitHead, expectedRev: number): Promise<boolean> {
    return this.headWriter.replace(toHead(head), expectedRev);
  }

  async writeBuckets(writes: readonly BucketWrite[]): Promise<void> {
    await Promise.all(
      writes.map(({ bucket, expectedRev }) =>
        expectedRev === null
          ? this.bucketWriter.insert(toBucket(bucket))
          : this.bucketWriter.replace(toBucket(bucket), expectedRev),
      ),
    );
  }
}
