/** The indexes of a collection, as the server lists them. */
import { mongo } from 'mongoose';

export interface PresentIndexes {
  readonly ready: readonly mongo.IndexDescriptionInfo[];
  /** Their builds have not ended: no query may use them. Without the request for it, a server lists them like the others. */
  readonly building: readonly mongo.IndexDescriptionInfo[];
}

interface Unfinished {
  readonly spec: mongo.IndexDescriptionInfo;
  readonly buildUUID: unknown;
}
type Listed = mongo.IndexDescriptionInfo | Unfinished;

const isUnfinished = (index: Listed): index is Unfinished => 'buildUUID' in index;

const NAMESPACE_NOT_FOUND = 26;
const UNKNOWN_FIELD = 40_415;
/** More than a server permits in one collection. */
const ALL = { batchSize: 1_000 };

export async function presentIndexes(database: mongo.Db, collection: string): Promise<PresentIndexes> {
  const listed = await listOf(database, collection);
  const building = listed.filter(isUnfinished).map(({ spec }) => spec);
  const ready = listed.filter((index): index is mongo.IndexDescriptionInfo => !isUnfinished(index));
  return { ready, building };
}

async function listOf(database: mongo.Db, collection: string): Promise<readonly Listed[]> {
  const list = async (more: object): Promise<readonly Listed[]> => {
    const answer = await database.command({ listIndexes: collection, ...more, cursor: ALL });
    return (answer['cursor'] as { firstBatch: Listed[] }).firstBatch;
  };
  try {
    return await list({ includeBuildUUIDs: true });
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError)) throw error;
    if (error.code === NAMESPACE_NOT_FOUND) return [];
    // A server that is compatible with MongoDB, but not MongoDB: it answers only once an index is built.
    if (error.code === UNKNOWN_FIELD) return list({});
    throw error;
  }
}
