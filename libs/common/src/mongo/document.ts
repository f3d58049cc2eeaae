/** What every collection has in common. */
import { mongo } from 'mongoose';
import type { TenantId } from '../domain/ids.js';

/** Every stored document has a text key; no type of the driver leaves this folder. */
export interface StoredDocument {
  readonly _id: string;
}
export type DocumentCollection<T extends StoredDocument> = mongo.Collection<T>;

/** Of these tenants; null: of every tenant. */
export type Tenants = readonly string[] | null;

export const ofTenants = (tenants: Tenants): { tenant?: { $in: TenantId[] } } =>
  tenants === null ? {} : { tenant: { $in: tenants as TenantId[] } };

/**
 * A list of at most this many tenants is merged from one query for each. A list of more is one query for all, which only MongoDB
 * answers in the order of an index.
 */
export const MAX_MERGED_TENANTS = 16;
/** A list of runs of more tenants is read in windows of time, by groups of tenants (`run-windows.ts`), up to this many tenants. */
export const MAX_LISTED_TENANTS = 1_000;

/** The tenants that a list queries one by one; null: it queries all at once. */
export const mergedTenants = (tenants: Tenants): readonly TenantId[] | null =>
  tenants === null || tenants.length > MAX_MERGED_TENANTS ? null : [...new Set(tenants as TenantId[])];

/** The conditions of the queries from which a list of these tenants is merged; `ofTenant`: those of one tenant. */
export const partsByTenant = (
  tenants: Tenants,
  ofTenant: (tenant: TenantId) => object = (tenant) => ({ tenant }),
): readonly object[] => mergedTenants(tenants)?.map(ofTenant) ?? [ofTenants(tenants)];

/* Conditions and reads that most stores have. */

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

/* Writes that may meet a key which exists. */

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
