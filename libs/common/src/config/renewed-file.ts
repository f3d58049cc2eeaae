/**
 * Credentials in mounted files are renewed while a service runs: by an agent, cert-manager, or a cluster that replaces the files of a
 * Secret. Whoever uses such a file asks for its text at each connection.
 */
import { readFileSync } from 'node:fs';

/**
 * What `make` makes of the file now; it is asked again when the text has changed. While the file is missing, cut short or otherwise of
 * no use to `make`, as between two writes of whoever renews it, the last value that was whole. Throws at first where there is none.
 */
export function renewedFile<T>(path: string, make: (text: string) => T): () => T {
  let made: { readonly from: string; readonly value: T } | null = null;
  return renewed(() => {
    const from = readFileSync(path, 'utf8');
    if (made?.from !== from) made = { from, value: make(from) };
    return made.value;
  });
}

/** As `renewedFile`, for a value that is made of several files. */
export function renewed<T>(read: () => T): () => T {
  let last = read();
  return () => {
    try {
      last = read();
    } catch {
      // It is being replaced, or it is gone: a server that no longer accepts the last value says so itself.
    }
    return last;
  };
}
