/** Limits of workers, divided into parts. Written by the scheduler, by compare-and-set on `rev`. */
import type { DividedLimit } from '../limits/limit-parts.js';
import { BatchedReads } from './batched-operations.js';
import { BulkWriter, type GuardedDocument } from './bulk-writer.js';
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
    if (document === null) return null;
    const { _id, writer: _writer, ...rest } = document;
    return { key: _id, ...rest };
  }

  /** Replaces the limit if its revision is still `expectedRev`; 0: it is not stored yet. False: load again. */
  save({ key, ...rest }: DividedLimit, expectedRev: number): Promise<boolean> {
    const document = { _id: key, ...rest };
    return expectedRev === 0 ? this.writer.insert(document) : this.writer.replace(document, expectedRev);
  }

  /** Removes the limit of a worker that does not exist any more, if no part of it is held. */
  async removeUnheld(key: string): Promise<void> {
    await this.limits.deleteOne({ _id: key, parts: { $size: 0 } });
  }
}
