/** Pages of a list that is ordered by a key, with filters that the index does not serve. */

/** Documents looked at for one page; a page may be short then, and its cursor goes on from the last one looked at. */
export const MAX_SCANNED_PER_PAGE = 5_000;
const MIN_BATCH = 50;
const MAX_BATCH = 500;

export interface Page<T> {
  readonly items: readonly T[];
  /** The last item looked at, if there may be more after it. */
  readonly lastSeen: T | null;
}

/**
 * Reads batches after the last item until `limit` items are kept, the list ends, or the scan limit is reached.
 * `read` gives items in order, strictly after `after`.
 */
export async function scanPage<T>(
  read: (after: T | null, size: number) => Promise<readonly T[]>,
  keep: (item: T) => boolean,
  limit: number,
): Promise<Page<T>> {
  const items: T[] = [];
  let lastSeen: T | null = null;
  for (let scanned = 0; scanned < MAX_SCANNED_PER_PAGE;) {
    const size = Math.min(MAX_BATCH, Math.max(MIN_BATCH, limit + 1));
    const batch = await read(lastSeen, size);
    scanned += batch.length;
    for (const item of batch) {
      if (items.length === limit) return { items, lastSeen };
      lastSeen = item;
      if (keep(item)) items.push(item);
    }
    if (batch.length < size) return { items, lastSeen: null };
  }
  return { items, lastSeen };
}
