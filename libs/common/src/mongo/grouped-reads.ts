import type { mongo } from 'mongoose';
import { Batcher } from '../runtime/batcher.js';
import type { DocumentCollection, StoredDocument } from './mongo.js';

const READS = { maxBatch: 200, maxUnderWay: 2, maxWaiting: 10_000 };

/** Reads of single documents by key; those that are asked for while others are under way go together in one call. */
export class GroupedReads<T extends StoredDocument> {
  private readonly batches: Batcher<string, T | null>;

  /** `filter`: what a document must fulfil besides its key. */
  constructor(collection: DocumentCollection<T>, filter: mongo.Filter<T> = {}) {
    this.batches = new Batcher(async (keys) => {
      const byKey = { ...filter, _id: { $in: [...new Set(keys)] } } as unknown as mongo.Filter<T>;
      const documents = (await collection.find(byKey).toArray()) as unknown as T[];
      const found = new Map(documents.map((document) => [document._id, document]));
      return keys.map((key) => found.get(key) ?? null);
    }, READS);
  }

  /** The document of this key as it is now, or null. Several askers may be given the same object: it is not to be changed. */
  get(key: string): Promise<T | null> {
    return this.batches.add(key);
  }
}
