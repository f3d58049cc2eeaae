/** Paged scans: `PagedScan` reads all of a collection for a sweep, `scanPage` one page of a filtered list for a caller. */

import { MAX_PAGE_BYTES } from '../domain/limits.js';

/** Documents read for one page; a page may be short then, and its cursor continues after the last one read. */
export const MAX_SCANNED_PER_PAGE = 5_000;
const MIN_BATCH = 50;
const MAX_BATCH = 500;
/** Items are rare where fewer than one of this many is kept. */
const RARE = 4;
/** Items whose size is not known yet may each be as large as a whole request: few are read at first. */
export const FIRST_BATCH_OF_DEFINITIONS = 16;

export interface Page<T> {
  readonly items: readonly T[];
  /** The last item read, if there may be more after it. */
  readonly lastSeen: T | null;
}

/** The page of items of which one more than `limit` was read, where there was one. */
export function firstPage<T>(all: readonly T[], limit: number): Page<T> {
  const items = all.slice(0, limit);
  return { items, lastSeen: all.length > limit ? (items.at(-1) ?? null) : null };
}

/**
 * Reads batches after the last item until `limit` items are kept, these have `MAX_PAGE_BYTES` together (as JSON, about), the list
 * ends, or the scan limit is reached. `read` returns items in order, strictly after `after`; once their size is known, no more at
 * once than fit into a page.
 */
export async function scanPage<T>(
  read: (after: T | null, size: number) => Promise<readonly T[]>,
  keep: (item: T) => boolean,
  limit: number,
  firstBatch = MIN_BATCH,
): Promise<Page<T>> {
  const items: T[] = [];
  let lastSeen: T | null = null;
  let scanned = 0;
  let keptBytes = 0;
  let size = firstBatch < MIN_BATCH ? firstBatch : batchFor(limit);
  while (scanned < MAX_SCANNED_PER_PAGE) {
    const batch = await read(lastSeen, size);
    scanned += batch.length;
    let batchBytes = 0;
    const before = items.length;
    for (const item of batch) {
      if (items.length === limit || keptBytes >= MAX_PAGE_BYTES) return { items, lastSeen };
      const bytes = sizeOf(item);
      batchBytes += bytes;
      lastSeen = item;
      if (!keep(item)) continue;
      items.push(item);
      keptBytes += bytes;
    }
    if (batch.length < size) return { items, lastSeen: null };
    // If few items are kept, more are read at once, so that fewer queries are needed.
    const isRare = (items.length - before) * RARE < batch.length;
    const next = isRare ? Math.min(MAX_BATCH, Math.max(batchFor(limit), 2 * size)) : batchFor(limit);
    size = Math.min(next, Math.max(1, Math.floor((MAX_PAGE_BYTES * batch.length) / batchBytes)));
  }
  return { items, lastSeen };
}

const batchFor = (limit: number): number => Math.min(MAX_BATCH, Math.max(MIN_BATCH, limit + 1));
const sizeOf = (item: unknown): number => JSON.stringify(item).length;

/**
 * Reads all items page by page, scan after scan. A scan that an outage ended continues after the item at which it ended: if it
 * began again each time, it would never reach the last of many items while a few calls in a hundred fail.
 */
export class PagedScan<T, P> {
  private cursor: P | null = null;

  constructor(private readonly pages: { readonly size: number; readonly cursorOf: (item: T) => P }) {}

  get isUnderWay(): boolean {
    return this.cursor !== null;
  }

  /** Yields the rest of a scan that was ended early, or a new one. */
  async *resume(read: (after: P | null) => Promise<readonly T[]>): AsyncGenerator<T, void, undefined> {
    for (let isLastPage = false; !isLastPage;) {
      const page = await read(this.cursor);
      for (const item of page) {
        this.cursor = this.pages.cursorOf(item);
        yield item;
      }
      isLastPage = page.length < this.pages.size;
    }
    this.cursor = null;
  }
}
