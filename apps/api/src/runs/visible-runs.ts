import type { Page } from '#common/runtime/paged-scan.js';
import type { RunQueries } from '#common/mongo/run-queries.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Run } from '#common/run/run.js';

/** Lists of runs, without those of a former tenant whose id is somebody else's now. */
export class VisibleRuns {
  constructor(
    private readonly queries: Pick<RunQueries, 'list'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings'>,
  ) {}

  async list(
    filter: Parameters<RunQueries['list']>[0],
    after: Parameters<RunQueries['list']>[1],
    limit: number,
  ): Promise<Page<Run>> {
    const begins = await this.tenants.beginnings();
    const keep = (run: Run): boolean => run.createdAt >= (begins.get(run.tenant) ?? 0) && filter.keep(run);
    return this.queries.list({ ...filter, keep }, after, limit);
  }
}
