/**
 * Groups the guarded writes of a few milliseconds into one bulk write. Each write names the revision it replaces and carries a
 * nonce (`writer`); when the result of a bulk write is incomplete or unknown, the documents are read back and compared.
 */
import { randomBytes } from 'node:crypto';
import type { mongo } from 'mongoose';
import { Batcher, type BatcherOptions } from '../runtime/batcher.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import { isDuplicateKey, onlyDuplicateKeys } from './inserts.js';
import { isDatabaseOutage } from './outage.js';
import { exceptUnsendable, resultOf, type Sent } from './batched-operations.js';

/** A document that is written by compare-and-set. */
export interface GuardedDocument extends StoredDocument {
  readonly rev: number;
  readonly writer?: string;
}

const BATCHES = {
  maxBatch: 500,
  /** A greater number would only queue in the driver's pool. */
  maxUnderWay: 2,
  maxWaiting: 20_000,
  /** Two writes of one document never race each other from one process. */
  keyOf: ({ document }: Write<GuardedDocument>): string => document._id,
};

/** This process; with the number of the write it makes a nonce. */
const WRITER = randomBytes(9).toString('base64url');
let writes = 0;

interface Write<T> {
  readonly document: T;
  /** The revision that is replaced; null for an insert. */
  readonly expectedRev: number | null;
  readonly nonce: string;
}

interface BulkWriterOptions<T extends GuardedDocument> extends Pick<BatcherOptions, 'everyMs'> {
  /** Further fields that identify the document, if its collection is not divided by `_id` (see shard-keys). */
  readonly beside?: (document: T) => mongo.Filter<T>;
}

export class BulkWriter<T extends GuardedDocument> {
  /** Returns whether each write has won, or why it cannot be sent. */
  private readonly batches: Batcher<Write<T>, Sent<boolean>>;
  private readonly beside: (document: T) => mongo.Filter<T>;

  /** `everyMs`: the least time between groups that are not full; a write after a pause does not wait. */
  constructor(
    private readonly collection: DocumentCollection<T>,
    { beside = () => ({}), ...spacing }: BulkWriterOptions<T> = {},
  ) {
    this.beside = beside;
    this.batches = new Batcher(
      exceptUnsendable((group: readonly Write<T>[]) => this.perform(group)),
      { ...BATCHES, ...spacing },
    );
  }

  /** Replaces the document of this `_id` if its `rev` is still `expectedRev`. False: another writer was first. */
  replace(document: T, expectedRev: number): Promise<boolean> {
    return this.write(document, expectedRev);
  }

  /** Inserts the document. False: another writer had stored one with this `_id` before. */
  insert(document: T): Promise<boolean> {
    return this.write(document, null);
  }

  private async write(document: T, expectedRev: number | null): Promise<boolean> {
    const nonce = `${WRITER}.${(writes++).toString(36)}`;
    return resultOf(await this.batches.add({ document, expectedRev, nonce }));
  }

  private async perform(group: readonly Write<T>[]): Promise<boolean[]> {
    let outage: Error | null = null;
    try {
      const operations = group.map((write) => this.toOperation(write)) as mongo.AnyBulkWriteOperation<T>[];
      const result = await this.collection.bulkWrite(operations, { ordered: false });
      if (result.matchedCount + result.insertedCount === group.length) return group.map(() => true);
    } catch (error) {
      if (isDatabaseOutage(error)) outage = error;
      else if (!isDuplicateKey(error) && onlyDuplicateKeys(error) === null) throw error;
    }
    const stored = await this.readBack(group);
    // Nobody has won a write that was not made, or not yet.
    const isOpen = ({ document, expectedRev }: Write<T>): boolean =>
      (stored.get(document._id)?.rev ?? null) === expectedRev;
    if (outage !== null && group.some(isOpen)) throw outage;
    return group.map(({ document, nonce }) => stored.get(document._id)?.writer === nonce);
  }

  private async readBack(group: readonly Write<T>[]): Promise<ReadonlyMap<string, Pick<T, 'rev' | 'writer'>>> {
    const filter = { _id: { $in: group.map(({ document }) => document._id) } } as unknown as mongo.Filter<T>;
    const documents = await this.collection.find(filter, { projection: { rev: 1, writer: 1 } }).toArray();
    return new Map(documents.map((document) => [document._id as string, document as Pick<T, 'rev' | 'writer'>]));
  }

  private toOperation({ document, expectedRev, nonce }: Write<T>): unknown {
    const stamped = { ...document, writer: nonce };
    if (expectedRev === null) return { insertOne: { document: stamped } };
    const filter = { ...this.beside(document), _id: document._id, rev: expectedRev };
    return { replaceOne: { filter, replacement: stamped } };
  }
}
