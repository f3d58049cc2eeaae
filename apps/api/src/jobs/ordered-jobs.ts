import type { Tenants } from '#common/mongo/document.js';
import type { JobFilter, JobSearch } from '#common/mongo/job-search.js';
import type { JobId } from '#common/domain/ids.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '#common/runtime/paged-scan.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { termsAskedBy } from '#common/spec/job-terms.js';

/** Jobs by their places in an order other than that of names. */
interface JobOrder<C> {
  readonly lists: {
    inOrder(tenants: Tenants, after: C | null, limit: number): Promise<readonly C[]>;
    ofJobs(jobs: readonly JobId[]): Promise<readonly C[]>;
  };
  readonly compare: (a: C, b: C) => number;
}

interface OrderedItem<C> {
  readonly cursor: C;
  /** Null: it does not belong to the list. */
  readonly job: StoredJob | null;
}

/**
 * A page of the jobs that fit the filter, in the order. `load` returns the items of some cursors; fewer items end the list. A page for a
 * common search term is short if few of the next thousand jobs fit.
 */
export async function orderedJobs<C, T extends OrderedItem<C>>(
  search: Pick<JobSearch, 'fewIds'>,
  { lists, compare }: JobOrder<C>,
  { filter, after, limit }: { readonly filter: JobFilter; readonly after: C | null; readonly limit: number },
  load: (cursors: readonly C[]) => Promise<T[]>,
): Promise<Page<T>> {
  const ids = await search.fewIds(filter);
  const few = ids && (await lists.ofJobs(ids));
  const read = async (last: T | null, size: number): Promise<T[]> => {
    const from = last?.cursor ?? after;
    return load(
      few?.filter((each) => from === null || compare(from, each) < 0).slice(0, size) ??
        (await lists.inOrder(filter.tenants, from, size)),
    );
  };
  const isOfList = ({ job }: T): boolean => job !== null;
  return few === null && termsAskedBy(filter).length > 0
    ? searchedPage(read, isOfList, limit)
    : scanPage(read, isOfList, limit, FIRST_BATCH_OF_DEFINITIONS);
}

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
