import type { Page } from '#common/runtime/paged-scan.js';

/** Items that are read for a page. */
const MAX_LOOKED_AT = 1_000;
const READ_AT_ONCE = 200;

/**
 * A page of the matching items among many others, in their order; it is short if too few of the next thousand match. `read` returns the
 * items after `last`.
 */
export async function searchedPage<T>(
  read: (last: T | null, size: number) => Promise<readonly T[]>,
  isOfList: (item: T) => boolean,
  limit: number,
): Promise<Page<T>> {
  const matches: T[] = [];
  let last: T | null = null;
  for (let looked = 0; looked < MAX_LOOKED_AT && matches.length <= limit; looked += READ_AT_ONCE) {
    const next = await read(last, READ_AT_ONCE);
    matches.push(...next.filter(isOfList));
    last = next.at(-1) ?? null;
    if (next.length < READ_AT_ONCE) {
      last = null;
      break;
    }
  }
  const items = matches.slice(0, limit);
  return { items, lastSeen: matches.length > limit ? (items.at(-1) ?? null) : last };
}
