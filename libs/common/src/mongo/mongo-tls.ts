/** How the database and we authenticate each other. */
import { readFileSync } from 'node:fs';

/** Paths of PEM files: the authority of the server's certificate, and our own certificate with its key. */
export interface MongoTls {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** The driver's options; none where no file is named. Throws where a file cannot be read. */
export function tlsOptions({ ca, cert, key }: MongoTls): Readonly<Record<string, unknown>> {
  if (ca === undefined && cert === undefined && key === undefined) return {};
  return {
    tls: true,
    ...(ca !== undefined && { tlsCAFile: ca }),
    ...(cert !== undefined && { cert: readFileSync(cert) }),
    ...(key !== undefined && { key: readFileSync(key) }),
  };
}
