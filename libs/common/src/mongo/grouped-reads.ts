import type { mongo } from 'mongoose';
import { Batcher } from '../runtime/batcher.js';
import type { DocumentCollection, StoredDocument } from './document.js';

/** One call at a time: while it is under way the next one grows, and a few large calls cost less than many small ones. */
const READS = { maxBatch: 500, maxUnderWay: 1, maxWaiting: 10_000 };

/** Reads of single documents by key; those that are asked for while others are under way go together in one call. */
export class GroupedReads<T extends StoredDocument, Field extends keyof T & string = keyof T & string> {
  private readonly batches: Batcher<string, Pick<T, Field | '_id'> | null>;

  /** `filter`: what a document must fulfil besides its key. `fields`: what is read of it besides its key; where none are given, all. */
  constructor(collection: DocumentCollection<T>, filter: mongo.Filter<T> = {}, fields: readonly Field[] = []) {
    const options = fields.length === 0 ? {} : { projection: Object.fromEntries(fields.map((field) => [field, 1])) };
    this.batches = new Batcher<string, Pick<T, Field | '_id'> | null>(async (keys) => {
      const byKey = { ...filter, _id: { $in: [...new Set(keys)] } } as unknown as mongo.Filter<T>;
      const documents = (await collection.find(byKey, options).toArray()) as unknown as T[];
      const found = new Map<string, Pick<T, Field | '_id'>>(documents.map((document) => [document._id, document]));
      return keys.map((key) => found.get(key) ?? null);
    }, READS);
  }

  /** The document of this key as it is now, or null. Several askers may be given the same object: it is not to be changed. */
  get(key: string): Promise<Pick<T, Field | '_id'> | null> {
    return this.batches.add(key);
  }
}
