import type { Rest } from './rekey.js';

/** What is said at the end, and whether every key but the one in front may go. */
export interface Verdict {
  readonly lines: readonly string[];
  readonly isClean: boolean;
}

export function verdictOf(
  rest: Rest,
  keys: { readonly keyIds: readonly string[]; readonly sealingKey: string },
): Verdict {
  const { sealingKey, keyIds } = keys;
  const missing = Object.keys(rest.values).filter((key) => !keyIds.includes(key));
  const behind = keyIds.filter((key) => key !== sealingKey);
  const isClean = [...missing, ...behind].every((key) => rest.values[key] === undefined) && rest.callbacks === 0;
  return {
    isClean,
    lines: [
      ...table(rest),
      '',
      `key ${sealingKey} is in front: it seals`,
      ...missing.map((key) => `key ${key} is MISSING: put it back into SECRET_KEYS, or give these secrets anew`),
      ...behind.map((key) => wordOn(key, rest)),
    ],
  };
}

function wordOn(key: string, { values, callbacks }: Rest): string {
  if (values[key] !== undefined)
    return `key ${key} must stay: secrets are sealed with it; npm run rekey seals them anew`;
  if (callbacks > 0)
    return `key ${key} must stay: ${callbacks} attempts of web services under way may call back with its tokens; look again with --check`;
  return `key ${key} may be removed`;
}

/** A line for each collection and key, with how many values there are. */
function table({ values, damaged }: Rest): string[] {
  const rows = (counts: Rest['values'], note: string): string[][] =>
    Object.entries(counts).flatMap(([key, collections]) =>
      Object.entries(collections).map(([name, count]) => [name, key, String(count), note]),
    );
  const all = [...rows(values, ''), ...rows(damaged, 'no key opens them')].sort((a, b) =>
    a.join().localeCompare(b.join()),
  );
  if (all.length === 0) return ['nothing in the database is sealed'];
  const lines = [['collection', 'key', 'values', ''], ...all];
  return lines.map(([name = '', key = '', count = '', note = '']) =>
    `${name.padEnd(16)}${key.padEnd(16)}${count.padStart(8)}  ${note}`.trimEnd(),
  );
}
