import { MAX_COUNTED_TOTAL } from '#common/domain/limits.js';
import type { RunEstimates } from '#common/mongo/run-estimates.js';
import { MAX_MERGED_TENANTS, type RunCursor, type RunFilter, type RunOrder } from '#common/mongo/run-filter.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Run } from '#common/run/run.js';
import type { Page } from '#common/runtime/paged-scan.js';
import type { Total } from '../http/page.js';

export type RunQuestion = Omit<RunFilter, 'begins'>;

/** Lists of runs, without the runs of a former tenant whose id belongs to a new tenant now. */
export class RunLists {
  constructor(
    private readonly runs: Pick<RunReads, 'list' | 'countUpTo'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings' | 'ids'>,
    private readonly estimates: Pick<RunEstimates, 'count'>,
  ) {}

  /** Newest first, unless said otherwise. */
  async page(
    question: RunQuestion,
    after: RunCursor | null,
    limit: number,
    order: RunOrder = 'newestFirst',
  ): Promise<Page<Run>> {
    return this.runs.list(await this.filterFor(question), after, limit, order);
  }

  /** How many runs the list has. */
  async total(question: RunQuestion): Promise<Total> {
    const filter = await this.filterFor(question);
    const count = await this.runs.countUpTo(filter, MAX_COUNTED_TOTAL + 1);
    if (count <= MAX_COUNTED_TOTAL) return { count, exact: true };
    return { count: Math.max(count, await this.estimates.count(filter)), exact: false };
  }

  private async filterFor(question: RunQuestion): Promise<RunFilter> {
    const begins = await this.tenants.beginnings();
    const { tenants, job, state, phase, trigger } = question;
    const isOfAll = tenants === null && job === null && [state, phase, trigger].some((each) => each !== null);
    // The indexes of states, phases and triggers begin with the tenant.
    return { ...question, begins, tenants: isOfAll ? await this.tenants.ids(MAX_MERGED_TENANTS) : tenants };
  }
}
