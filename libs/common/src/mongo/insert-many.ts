import type { mongo } from 'mongoose';
import { onlyDuplicateKeys } from './duplicate-key.js';
import type { DocumentCollection, StoredDocument } from './document.js';

/**
 * Inserts many documents in one call; those whose `_id` exists stay unchanged. Returns the ids that existed. Safe to repeat after
 * a lost answer.
 */
export async function insertIgnoringExisting<T extends StoredDocument>(
  collection: DocumentCollection<T>,
  documents: readonly T[],
): Promise<ReadonlySet<string>> {
  if (documents.length === 0) return new Set();
  try {
    await collection.insertMany([...documents] as unknown as mongo.OptionalUnlessRequiredId<T>[], { ordered: false });
    return new Set();
  } catch (error) {
    const existing = onlyDuplicateKeys(error);
    if (existing === null) throw error;
    return new Set(existing.map((position) => documents[position]?._id ?? ''));
  }
}
