/** Limits of workers, divided into parts. Written by the scheduler, by compare-and-set on `rev`. */
import type { DividedLimit } from '../limits/limit-parts.js';
import { BatchedReads, BulkWriter, type GuardedDocument } from './batched-operations.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection } from './document.js';

interface WorkerLimitDocument extends Omit<DividedLimit, 'key'>, GuardedDocument {}

export class WorkerLimitsStore {
  private readonly limits: DocumentCollection<WorkerLimitDocument>;
  private readonly reads: BatchedReads<WorkerLimitDocument>;
  private readonly writer: BulkWriter<WorkerLimitDocument>;

  constructor(mongo: Mongo) {
    this.limits = mongo.collection<WorkerLimitDocument>('workerLimits');
    this.reads = new BatchedReads(this.limits);
    this.writer = new BulkWriter(this.limits);
  }

  async load(key: string): Promise<DividedLimit | null> {
    const document = await this.reads.get(key);
    return document && fromDocument(document);
  }

  /** Every stored limit in key order, after `after`. */
  inKeyOrder(after: string | null, limit: number): Promise<DividedLimit[]> {
    const filter = after === null ? {} : { _id: { $gt: after } };
    return this.limits
      .find(filter, { sort: { _id: 1 }, limit })
      .map(fromDocument)
      .toArray();
  }

  /** Replaces the limit if its revision is still `expectedRev`; 0: it is not stored yet. False: load again. */
  save({ key, ...rest }: DividedLimit, expectedRev: number): Promise<boolean> {
    const document = { _id: key, ...rest };
    return expectedRev === 0 ? this.writer.insert(document) : this.writer.replace(document, expectedRev);
  }

  /** Removes the limit if its revision is still this one. */
  async remove(key: string, rev: number): Promise<void> {
    await this.limits.deleteOne({ _id: key, rev });
  }
}

function fromDocument({ _id, writer: _writer, ...rest }: WorkerLimitDocument): DividedLimit {
  return { key: _id, ...rest };
}
