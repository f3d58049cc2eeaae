/** Certificates in mounted files, for connections of any client: each connection is made with what the files have then. */
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { parseJson } from '../domain/parse-json.js';
import { madeOnce, renewed } from './renewed-file.js';

/** Paths of PEM files: the authorities of the server's certificate, and our own certificate with its key. */
export interface TlsFiles {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Clients copy their options when they are made, but hand this object to each connection, which asks it for the context. While the
 * files do not fit each other, the last ones that did are used.
 */
export class RenewedContext implements SecureContext {
  private readonly present: () => SecureContext;

  /** Throws where a file cannot be read, and where a key does not fit its certificate. */
  constructor(files: TlsFiles) {
    const used = Object.entries(files).filter(([, path]) => path !== undefined);
    const contextOf = madeOnce((texts) => createSecureContext(parseJson(texts) as SecureContextOptions));
    this.present = renewed(() => {
      const texts = used.map(([kind, path]) => [kind, filled(readFileSync(String(path), 'utf8'))] as const);
      return contextOf(JSON.stringify(Object.fromEntries(texts)));
    });
  }

  get context(): unknown {
    return this.present().context as unknown;
  }
}

/** No authorities would be none at all, or the system's. */
function filled(text: string): string {
  if (!text.includes('-----BEGIN')) throw new Error('the file has nothing in the form of PEM');
  return text;
}
