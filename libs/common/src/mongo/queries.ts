/** Conditions and reads that most stores have. */
import type { mongo } from 'mongoose';
import type { DocumentCollection, StoredDocument } from './document.js';

/** Documents of these shards. */
export const inShards = (shards: readonly number[]): { shard: { $in: number[] } } => ({ shard: { $in: [...shards] } });

/** What follows the key in the order of keys; everything where it is null. */
export const keyAfter = <Key extends string>(key: Key | null): { _id?: { $gt: Key } } =>
  key === null ? {} : { _id: { $gt: key } };

/** Whether a document matches. */
export const isAny = async <T extends StoredDocument>(
  collection: DocumentCollection<T>,
  filter: mongo.Filter<T>,
): Promise<boolean> => (await collection.findOne(filter, { projection: { _id: 1 } })) !== null;

/** The documents with these keys that exist and match; without keys nothing is queried. */
export async function byKeys<T extends StoredDocument>(
  collection: DocumentCollection<T>,
  keys: readonly string[],
  filter: mongo.Filter<T> = {},
  options?: mongo.FindOptions,
): Promise<mongo.WithId<T>[]> {
  if (keys.length === 0) return [];
  return collection.find({ ...filter, _id: { $in: [...keys] } } as mongo.Filter<T>, options).toArray();
}

/**
 * The first `limit` results of several queries, one after the other. An index answers each of them in order; of one query with `$or` a server
 * might sort all matches.
 */
export async function inTurn<T>(
  queries: readonly object[],
  limit: number,
  read: (query: object, limit: number) => Promise<readonly T[]>,
): Promise<T[]> {
  const results: T[] = [];
  for (const query of queries) if (results.length < limit) results.push(...(await read(query, limit - results.length)));
  return results;
}

/** What `read` makes of the documents, by their keys. */
export const mapById = <T extends StoredDocument, V>(
  documents: readonly T[],
  read: (document: T) => V,
): Map<string, V> => new Map(documents.map((document) => [document._id, read(document)]));
