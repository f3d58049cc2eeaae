/** The door to MongoDB: one connection per process, collections as plain documents, indexes ensured at start. */
import mongoose, { type Connection } from 'mongoose';
import { delay } from '../clock/delay.js';
import { AppError, messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { COLLECTION_NAMES, indexesOf, type CollectionName } from './collections.js';

const CONNECT_TIMEOUT_MS = 2_000;
const OPERATION_TIMEOUT_MS = 15_000;
const RETRY_MS = 1_000;
const MAX_POOL_SIZE = 20;

/** IndexOptionsConflict, IndexKeySpecsConflict: one of that name is there, with other options. */
const INDEX_CONFLICTS: ReadonlySet<unknown> = new Set([85, 86]);
/** The name that a server gives an index by itself. */
const indexName = (key: Readonly<Record<string, number>>): string =>
  Object.entries(key)
    .flatMap(([field, direction]) => [field, String(direction)])
    .join('_');

/** Every stored document has a text key; no type of the driver leaves this folder. */
export interface StoredDocument {
  readonly _id: string;
}
export type DocumentCollection<T extends StoredDocument> = mongoose.mongo.Collection<T>;

export class Mongo {
  private constructor(private readonly connection: Connection) {}

  /** Waits for the server, with a log line per try, until it answers or `signal` is aborted; then ensures all indexes. */
  static async connect(uri: string, log: Logger, signal?: AbortSignal): Promise<Mongo> {
    for (;;) {
      signal?.throwIfAborted();
      const connection = mongoose.createConnection();
      try {
        await connection.openUri(uri, {
          serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS,
          maxPoolSize: MAX_POOL_SIZE,
          w: 'majority',
          journal: true,
          readPreference: 'primary',
          retryWrites: true,
          autoIndex: false,
          ignoreUndefined: true,
          socketTimeoutMS: OPERATION_TIMEOUT_MS,
        });
        const mongo = new Mongo(connection);
        await mongo.ensureIndexes();
        return mongo;
      } catch (error) {
        log.warn({ error: messageOf(error) }, 'waiting for MongoDB');
        await connection.close().catch(() => undefined);
        await delay(RETRY_MS, signal);
      }
    }
  }

  collection<T extends StoredDocument>(name: CollectionName): DocumentCollection<T> {
    return this.database.collection<T>(name);
  }

  /** The server's clock in epoch milliseconds: the one by which leases and expiries are judged. */
  async serverTime(): Promise<number> {
    const hello: unknown = await this.database.admin().command({ hello: 1 });
    const localTime = typeof hello === 'object' && hello !== null && 'localTime' in hello ? hello.localTime : null;
    if (!(localTime instanceof Date)) throw new AppError('UNAVAILABLE', 'MongoDB does not tell its time');
    return localTime.getTime();
  }

  /** Throws when the server does not answer. */
  async ping(): Promise<void> {
    await this.database.admin().command({ ping: 1 });
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  private async ensureIndexes(): Promise<void> {
    for (const name of COLLECTION_NAMES) {
      const collection = this.database.collection(name);
      const indexes = indexesOf(name).map(({ key, ...options }) => ({ key: { ...key }, ...options }));
      if (indexes.length === 0) continue;
      try {
        await collection.createIndexes(indexes);
      } catch (error) {
        if (!isIndexConflict(error)) throw error;
        for (const index of indexes) await replaceIndex(collection, index);
      }
    }
  }

  private get database(): mongoose.mongo.Db {
    const { db } = this.connection;
    if (!db) throw new AppError('UNAVAILABLE', 'MongoDB is not connected');
    return db;
  }
}

const isIndexConflict = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && INDEX_CONFLICTS.has(error.code);

/** Makes the index; one that an earlier version made otherwise gives way to it. */
async function replaceIndex(
  collection: mongoose.mongo.Collection,
  index: mongoose.mongo.IndexDescription & { readonly key: Readonly<Record<string, number>> },
): Promise<void> {
  try {
    await collection.createIndexes([index]);
  } catch (error) {
    if (!isIndexConflict(error)) throw error;
    // Another service may have dropped it in the same moment.
    await collection.dropIndex(indexName(index.key)).catch(() => undefined);
    await collection.createIndexes([index]);
  }
}
