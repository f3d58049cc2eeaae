/** How the database and we authenticate each other. */
import { readFileSync } from 'node:fs';
import { RenewedContext, type TlsFiles } from '../config/renewed-context.js';

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
