/** Writes that may meet a key which exists. */
import { mongo } from 'mongoose';
import type { DocumentCollection, StoredDocument } from './document.js';

const DUPLICATE_KEY = 11_000;

/** True when a write failed because its key exists. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;

/** The positions that failed when every failure of a bulk was an existing key; null for anything else. */
export function onlyDuplicateKeys(error: unknown): number[] | null {
  if (!(error instanceof mongo.MongoBulkWriteError)) return null;
  const errors: mongo.WriteError[] = [error.writeErrors].flat();
  return errors.length > 0 && errors.every((each) => each.code === DUPLICATE_KEY)
    ? errors.map((each) => each.index)
    : null;
}

/** Awaits the write of a new document. False: one with its key exists. */
export const isFirst = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    (error: unknown) => {
      if (isDuplicateKey(error)) return false;
      throw error;
    },
  );

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

/** Inserts up to the first key that exists; returns how many were inserted. */
export async function insertInOrder<T extends StoredDocument>(
  collection: DocumentCollection<T>,
  documents: readonly T[],
): Promise<number> {
  if (documents.length === 0) return 0;
  try {
    await collection.insertMany([...documents] as unknown as mongo.OptionalUnlessRequiredId<T>[], { ordered: true });
    return documents.length;
  } catch (error) {
    const [existing] = onlyDuplicateKeys(error) ?? [];
    if (existing === undefined) throw error;
    return existing;
  }
}

/** Inserts a document of the first revision, or replaces that of the previous one. False: another writer was first. */
export async function saveRevision<T extends StoredDocument & { readonly rev: number }>(
  collection: DocumentCollection<T>,
  document: T,
  guard: mongo.Filter<T> = {},
): Promise<boolean> {
  const { _id, rev } = document;
  if (rev === 1) return (await insertIgnoringExisting(collection, [document])).size === 0;
  return (await collection.replaceOne({ ...guard, _id, rev: rev - 1 }, document)).matchedCount === 1;
}
