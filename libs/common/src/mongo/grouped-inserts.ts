import { AppError } from '../errors/app-error.js';
import { Batcher } from '../runtime/batcher.js';
import { insertIgnoringExisting } from './insert-many.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import { isDatabaseOutage } from './outage.js';

const INSERTS = {
  maxBatch: 500,
  maxUnderWay: 1,
  maxWaiting: 5_000,
  // A document that the server cannot store must not keep the others out.
  isOfOneItem: (error: unknown): boolean => !isDatabaseOutage(error) && !(error instanceof AppError),
};

/** Inserts of single documents; those that come while others are under way go together in one call. */
export class GroupedInserts<T extends StoredDocument> {
  private readonly batches: Batcher<T, boolean>;

  constructor(collection: DocumentCollection<T>) {
    this.batches = new Batcher(async (documents) => {
      const first = new Map(documents.map((document) => [document._id, document] as const).reverse());
      const existed = await insertIgnoringExisting(collection, [...first.values()]);
      return documents.map((document) => first.get(document._id) === document && !existed.has(document._id));
    }, INSERTS);
  }

  /** Inserts the document. False: one with this key was there before, and stands. */
  insert(document: T): Promise<boolean> {
    return this.batches.add(document);
  }
}
