import type { Rest } from './rekey.js';

/** The final report, and whether every key but the first may be removed. */
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
      `key ${sealingKey} is the first key, which encrypts`,
      ...missing.map((key) => `key ${key} is MISSING: add it to SECRET_KEYS again, or give these secrets again`),
      ...behind.map((key) => wordOn(key, rest)),
    ],
  };
}

function wordOn(key: string, { values, callbacks }: Rest): string {
  if (values[key] !== undefined)
    return `key ${key} must stay: secrets are encrypted with it; npm run rekey encrypts them again`;
  if (callbacks > 0)
    return `key ${key} must stay: ${callbacks} active attempts of web services may call back with its tokens; check again with --check`;
  return `key ${key} may be removed`;
}

/** A line for each collection and key, with how many values there are. */
function table({ values, damaged }: Rest): string[] {
  const rows = (counts: Rest['values'], note: string): string[][] =>
    Object.entries(counts).flatMap(([key, collections]) =>
      Object.entries(collections).map(([name, count]) => [name, key, String(count), note]),
    );
  const all = [...rows(values, ''), ...rows(damaged, 'no key decrypts them')].sort((a, b) =>
    a.join().localeCompare(b.join()),
  );
  if (all.length === 0) return ['the database contains no encrypted values'];
  const lines = [['collection', 'key', 'values', ''], ...all];
  return lines.map(([name = '', key = '', count = '', note = '']) =>
    `${name.padEnd(16)}${key.padEnd(16)}${count.padStart(8)}  ${note}`.trimEnd(),
  );
}
