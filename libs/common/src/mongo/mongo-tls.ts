/** How the database and we authenticate each other. */
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import { renewed } from '../config/renewed-file.js';

/** Paths of PEM files: the authority of the server's certificate, and our own certificate with its key. */
export interface MongoTls {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * The driver's options; none where no file is named. The files are read again at each connection, so they may be renewed; the driver
 * itself reads files that the URI names, once. Throws where a file cannot be read, and where a key does not fit its certificate.
 */
export function tlsOptions(files: MongoTls, uri: string): Readonly<Record<string, unknown>> {
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

/** The driver copies its options once for each server, but hands this object to each connection, which asks it for the context. */
class RenewedContext implements SecureContext {
  private readonly present: () => SecureContext;

  constructor({ ca, cert, key }: MongoTls) {
    this.present = renewed(() =>
      createSecureContext({
        ...(ca !== undefined && { ca: readFileSync(ca) }),
        ...(cert !== undefined && { cert: readFileSync(cert) }),
        ...(key !== undefined && { key: readFileSync(key) }),
      }),
    );
  }

  get context(): unknown {
    return this.present().context;
  }
}
