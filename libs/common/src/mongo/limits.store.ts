/** Limits that several jobs share: groups and tenant quotas, by key. Written by the scheduler, by compare-and-set on `rev`. */
import type { SharedLimit } from '../domain/shared-limit.js';
import { BulkWriter, type GuardedDocument } from './bulk-writer.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection } from './document.js';

interface LimitDocument extends Omit<SharedLimit, 'key'>, GuardedDocument {}

const toDocument = ({ key, ...rest }: SharedLimit): LimitDocument => ({ _id: key, ...rest });
const fromDocument = ({ _id, writer: _writer, ...rest }: LimitDocument): SharedLimit => ({
  key: _id,
  ...rest,
});

export class LimitsStore {
  private readonly limits: DocumentCollection<LimitDocument>;
  private readonly writer: BulkWriter<LimitDocument>;

  constructor(mongo: Mongo) {
    this.limits = mongo.collection<LimitDocument>('limits');
    this.writer = new BulkWriter(this.limits);
  }

  async load(key: string): Promise<SharedLimit | null> {
    const document = await this.limits.findOne({ _id: key });
    return document && fromDocument(document);
  }

  /** False: somebody else has made the document. */
  async insert(limit: SharedLimit): Promise<boolean> {
    return this.writer.insert(toDocument(limit));
  }

  /** Replaces the document if its revision is still `expectedRev`. False: load again. */
  async save(next: SharedLimit, expectedRev: number): Promise<boolean> {
    return this.writer.replace(toDocument(next), expectedRev);
  }

  /** Every limit in key order, after `after`. */
  async inKeyOrder(after: string | null, limit: number): Promise<SharedLimit[]> {
    const filter = after === null ? {} : { _id: { $gt: after } };
    return (await this.limits.find(filter, { sort: { _id: 1 }, limit }).toArray()).map(fromDocument);
  }
}
