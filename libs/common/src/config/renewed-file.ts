/**
 * Credentials in mounted files are renewed while a service runs: by an agent, cert-manager, or a cluster that replaces the files of a
 * Secret. Whoever uses such a file asks for its text at each connection.
 */
import { readFileSync } from 'node:fs';

/**
 * What `make` makes of the file now. While the file is missing, cut short or otherwise of no use to `make`, as between two writes of
 * whoever renews it, the last value that was whole. Throws at first where there is none.
 */
export function renewedFile<T>(path: string, make: (text: string) => T): () => T {
  return renewed(() => make(readFileSync(path, 'utf8')));
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

/** The text of a file that has some. Throws where it is empty, as it is at the beginning of a write. */
export function filledText(text: string): string {
  if (text.trim() === '') throw new Error('the file is empty');
  return text;
}
