/** The driver's client, without the timers that wake an idle process, and without commands that wait for ever; and its TLS. */
import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { RenewedContext, type TlsFiles } from '../config/renewed-context.js';
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

/**
 * The driver's options; none where no file is named. The files are read again at each connection, so they may be renewed; the driver
 * itself reads files that the URI names, once. Throws where a file cannot be read, and where a key does not fit its certificate.
 */
export function tlsOptions(files: TlsFiles, uri: string): Readonly<Record<string, unknown>> {
  const { ca, cert, key } = files;
  if (ca === undefined && cert === undefined && key === undefined) return {};
  if (!FILE_IN_URI.test(uri)) return { tls: true, secureContext: new RenewedContext(files) };
  return {
    tls: true,
    ...(ca !== undefined && { tlsCAFile: ca }),
    ...(cert !== undefined && { cert: readFileSync(cert) }),
    ...(key !== undefined && { key: readFileSync(key) }),
  };
}

/** A context replaces all that the driver has read of such files: with one of them, the driver has to read ours too. */
const FILE_IN_URI = /[?&]tls\w+File=/i;
