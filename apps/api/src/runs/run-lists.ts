import { MAX_COUNTED_TOTAL } from '#common/domain/limits.js';
import type { ColdRunsStore } from '#common/mongo/cold-runs.store.js';
import { MAX_LISTED_TENANTS, mergedTenants } from '#common/mongo/document.js';
import { areOpenOfAll } from '#common/mongo/run-filter.js';
import type { RunEstimates } from '#common/mongo/samples.js';
import { inOrder, isInOrderForAll, type RunCursor, type RunFilter, type RunOrder } from '#common/mongo/run-filter.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Run } from '#common/run/run.js';
import type { Page } from '#common/runtime/paged-scan.js';
import type { Total } from '../http/page.js';

export interface RunQuestion extends Omit<RunFilter, 'begins'> {
  /** Only archived runs, or only runs that are not archived; both if absent. */
  readonly archived?: boolean | undefined;
}

/** Lists of runs, without the runs of a former tenant whose id belongs to a new tenant now. */
export class RunLists {
  constructor(
    private readonly runs: Pick<RunReads, 'list' | 'countUpTo'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings' | 'ids'>,
    private readonly estimates: {
      readonly kept: Pick<RunEstimates, 'count' | 'countIfMore' | 'times'>;
      readonly archived: Pick<RunEstimates, 'times'>;
    },
    private readonly cold: Pick<ColdRunsStore, 'list' | 'countUpTo'>,
  ) {}

  /** A page of runs, newest first unless requested otherwise. */
  async page(
    question: RunQuestion,
    after: RunCursor | null,
    limit: number,
    order: RunOrder = 'newestFirst',
  ): Promise<Page<Run>> {
    const filter = await this.filterFor(question);
    const nothing = { items: [], lastSeen: null };
    const { archived } = question;
    // The archive is read second: a run that is archived in between is in both lists, and never in neither.
    const live =
      archived === true
        ? nothing
        : await this.runs.list(await located(filter, question, this.estimates.kept), after, limit, order);
    const cold =
      archived === false
        ? nothing
        : await this.cold.list(await located(filter, question, this.estimates.archived), after, limit, order);
    return mergedPage(live, cold, limit, inOrder(order));
  }

  /** How many runs the list has. */
  async total(question: RunQuestion): Promise<Total> {
    const { archived } = question;
    const filter = await this.filterFor(question);
    const upTo = MAX_COUNTED_TOTAL + 1;
    const many = archived === true ? null : await this.estimates.kept.countIfMore(filter, MAX_COUNTED_TOTAL);
    if (many !== null) return { count: many, exact: false };
    const place = await located(filter, question, this.estimates.kept);
    const live = archived === true ? 0 : await this.runs.countUpTo(place, upTo);
    const cold = archived === false || live === upTo ? 0 : await this.cold.countUpTo(place, upTo - live);
    const count = live + cold;
    if (count < upTo) return { count, exact: true };
    return { count: Math.max(count, archived === true ? 0 : await this.estimates.kept.count(filter)), exact: false };
  }

  private async filterFor(question: RunQuestion): Promise<RunFilter> {
    const begins = await this.tenants.beginnings();
    const { tenants, job, state, phase, trigger, failed = null } = question;
    const isOfAll = tenants === null && job === null && [state, phase, trigger, failed].some((each) => each !== null);
    const { archived: _archived, ...filter } = question;
    if (!isOfAll || isInOrderForAll(question)) return { ...filter, begins };
    // The other indexes of states, phases and triggers begin with the tenant.
    const all = { ...filter, begins, tenants: await this.tenants.ids(MAX_LISTED_TENANTS) };
    return mergedTenants(all.tenants) !== null || isOfMany(all) ? all : { ...all, tenants: null };
  }
}

/** True if no index contains the list in order, neither as a whole nor in a few parts. */
const isOfMany = (filter: RunFilter): boolean =>
  filter.tenants !== null &&
  mergedTenants(filter.tenants) === null &&
  filter.tenants.length <= MAX_LISTED_TENANTS &&
  ![filter.job, filter.errorGroup].some((each) => each !== null) &&
  !areOpenOfAll(filter);

async function located(
  filter: RunFilter,
  { tenants }: RunQuestion,
  estimates: Pick<RunEstimates, 'times'>,
): Promise<RunFilter> {
  if (!isOfMany(filter)) return filter;
  const { ofList, ofAll } = await estimates.times(filter);
  return { ...filter, sampled: { ofList, ofAll: tenants === null ? ofAll : null } };
}

/**
 * Merges the pages of two lists in one order. A run in both is taken from the first. If a list continues after its page, no run after the
 * end of this page is returned.
 */
export function mergedPage(
  first: Page<Run>,
  second: Page<Run>,
  limit: number,
  compare: (a: Run, b: Run) => number,
): Page<Run> {
  const ids = new Set(first.items.map(({ id }) => id));
  const all = [...first.items, ...second.items.filter(({ id }) => !ids.has(id))].sort(compare);
  const ends = [first.lastSeen, second.lastSeen].filter((end) => end !== null).sort(compare);
  const [end] = ends;
  const upToEnd = end === undefined ? all : all.filter((run) => compare(run, end) <= 0);
  const items = upToEnd.slice(0, limit);
  if (upToEnd.length > limit) return { items, lastSeen: items.at(-1) ?? null };
  return { items, lastSeen: end ?? null };
}
