/** The driver's client, without the timers that wake an idle process, and without commands that wait for ever. */
import mongoose from 'mongoose';
import { endWaitsOfClosedConnections } from './closed-connections.js';

endWaitsOfClosedConnections();

/**
 * Ten times a second the driver looks for connections to close or to open in advance. We need neither: no connection is kept in
 * reserve, and none is closed because it is idle. The driver has this option for its pool, but not yet for its clients.
 */
const POOL_CHECK_MS = 60_000;

/** Throws the driver's error when no server is found in time; no connection is left open then. */
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
