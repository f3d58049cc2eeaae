/** The driver's client, made without what wakes up a process that has nothing to do. */
import mongoose from 'mongoose';

/**
 * The driver looks for connections that are to be closed or opened in advance ten times a second. Ours are neither: none is kept in
 * reserve, and none is given up because it rests. The driver takes this as an option of its pool, but not yet as one of its clients.
 */
const POOL_CHECK_MS = 60_000;

/** Throws what the driver does when no server is found in time; nothing is left open then. */
export async function connectClient(
  uri: string,
  options: mongoose.mongo.MongoClientOptions,
): Promise<mongoose.mongo.MongoClient> {
  const client = new mongoose.mongo.MongoClient(uri, options);
  Object.assign(client.options, { minPoolSizeCheckFrequencyMS: POOL_CHECK_MS });
  try {
    return await client.connect();
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
}
