import { MAX_COUNTED_TOTAL } from '#common/domain/limits.js';
import type { ColdRunsStore } from '#common/mongo/cold-runs.store.js';
import { MAX_MERGED_TENANTS } from '#common/mongo/document.js';
import type { RunEstimates } from '#common/mongo/run-estimates.js';
import { inOrder, isInOrderForAll, type RunCursor, type RunFilter, type RunOrder } from '#common/mongo/run-filter.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Run } from '#common/run/run.js';
import type { Page } from '#common/runtime/paged-scan.js';
import type { Total } from '../http/page.js';
import { mergedPage } from './merged-page.js';

export interface RunQuestion extends Omit<RunFilter, 'begins'> {
  /** Only archived runs, or only those that are not; both if absent. */
  readonly archived?: boolean | undefined;
}

/** Lists of runs, without the runs of a former tenant whose id belongs to a new tenant now. */
export class RunLists {
  constructor(
    private readonly runs: Pick<RunReads, 'list' | 'countUpTo'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings' | 'ids'>,
    private readonly estimates: Pick<RunEstimates, 'count' | 'countIfMore'>,
    private readonly cold: Pick<ColdRunsStore, 'list' | 'countUpTo'>,
  ) {}

  /** Newest first, unless said otherwise. */
  async page(
    question: RunQuestion,
    after: RunCursor | null,
    limit: number,
    order: RunOrder = 'newestFirst',
  ): Promise<Page<Run>> {
    const filter = await this.filterFor(question);
    const [nothing, { archived }] = [{ items: [], lastSeen: null }, question];
    // The archive is read second: a run that is archived in between is in both lists, and never in neither.
    const live = archived === true ? nothing : await this.runs.list(filter, after, limit, order);
    const cold = archived === false ? nothing : await this.cold.list(filter, after, limit, order);
    return mergedPage(live, cold, limit, inOrder(order));
  }

  /** How many runs the list has. */
  async total(question: RunQuestion): Promise<Total> {
    const filter = await this.filterFor(question);
    const upTo = MAX_COUNTED_TOTAL + 1;
    const many = question.archived === true ? null : await this.estimates.countIfMore(filter, MAX_COUNTED_TOTAL);
    if (many !== null) return { count: many, exact: false };
    const live = question.archived === true ? 0 : await this.runs.countUpTo(filter, upTo);
    const cold = question.archived === false || live === upTo ? 0 : await this.cold.countUpTo(filter, upTo - live);
    const count = live + cold;
    if (count < upTo) return { count, exact: true };
    return {
      count: Math.max(count, question.archived === true ? 0 : await this.estimates.count(filter)),
      exact: false,
    };
  }

  private async filterFor(question: RunQuestion): Promise<RunFilter> {
    const begins = await this.tenants.beginnings();
    const { tenants, job, state, phase, trigger } = question;
    const isOfAll = tenants === null && job === null && [state, phase, trigger].some((each) => each !== null);
    const { archived: _archived, ...asked } = question;
    // The other indexes of states, phases and triggers begin with the tenant.
    const isMerged = isOfAll && !isInOrderForAll(question);
    return { ...asked, begins, tenants: isMerged ? await this.tenants.ids(MAX_MERGED_TENANTS) : tenants };
  }
}
