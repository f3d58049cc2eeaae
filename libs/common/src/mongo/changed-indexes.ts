/** Compares the options of indexes: a server never changes those of an index that exists. */
import type { IndexSpec } from './collections.js';

/** What a server returns of an index. */
interface Present {
  readonly key: object;
  readonly unique?: boolean;
  readonly partialFilterExpression?: object;
  readonly expireAfterSeconds?: unknown;
}

/** The keys of the indexes that are present, but with other options than wanted. */
export function changedIn(wanted: readonly IndexSpec[], present: readonly Present[]): string[] {
  const options = Map.groupBy(present, ({ key }) => JSON.stringify(key));
  return wanted.flatMap((index) => {
    const key = JSON.stringify(index.key);
    const found = options.get(key);
    return found === undefined || found.some((each) => optionsOf(each) === optionsOf(index)) ? [] : [key];
  });
}

const optionsOf = ({ unique, partialFilterExpression, expireAfterSeconds }: Omit<Present, 'key'>): string =>
  JSON.stringify([
    unique === true,
    partialFilterExpression ?? null,
    expireAfterSeconds === undefined ? null : Number(expireAfterSeconds),
  ]);
