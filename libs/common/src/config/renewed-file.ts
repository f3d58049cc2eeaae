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
  const value = madeOnce(make);
  return renewed(() => value(readFileSync(path, 'utf8')));
}

/** As `make`, but only a text other than the last one is made something of. */
export function madeOnce<T>(make: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly value: T } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: make(text) };
    return last.value;
  };
}

/** A secret that a setting is, or that is in the file of this name. Throws where the file is empty, as it may be while it is written. */
export function secretIn(setting: string): string {
  if (!setting.startsWith('/')) return setting;
  const secret = readFileSync(setting, 'utf8').trim();
  if (secret === '') throw new Error(`${setting} is empty`);
  return secret;
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
