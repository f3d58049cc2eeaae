/** Writes that a request makes, and perhaps repeats: the document says which request has written it last. */
import type { mongo } from 'mongoose';
import { type DocumentCollection, type StoredDocument, isAny, isFirst } from './document.js';

interface RequestedDocument extends StoredDocument {
  readonly writer: string;
}

/** `repeated`: the same request has written it before. */
export type RequestedWrite = 'saved' | 'repeated' | 'stale' | 'idTaken';

/** True where the request has made the present revision of the document. */
export const wroteLast = <T extends RequestedDocument>(
  collection: DocumentCollection<T>,
  { _id, writer }: RequestedDocument,
): Promise<boolean> => isAny(collection, { _id, writer } as mongo.Filter<T>);

export async function insertRequested<T extends RequestedDocument>(
  collection: DocumentCollection<T>,
  document: T,
): Promise<RequestedWrite> {
  if (await isFirst(collection.insertOne(document as unknown as mongo.OptionalUnlessRequiredId<T>))) return 'saved';
  return (await wroteLast(collection, document)) ? 'repeated' : 'idTaken';
}

/** Replaces the document if it still meets the guard. */
export async function replaceRequested<T extends RequestedDocument>(
  collection: DocumentCollection<T>,
  document: T,
  guard: mongo.Filter<T>,
): Promise<RequestedWrite> {
  const { matchedCount } = await collection.replaceOne({ ...guard, _id: document._id }, document);
  if (matchedCount === 1) return 'saved';
  return (await wroteLast(collection, document)) ? 'repeated' : 'stale';
}
