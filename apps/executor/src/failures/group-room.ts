/** After error groups were written: counts them in the metrics, and keeps the number of a tenant's groups within its limit. */
import type { TenantId } from '#common/domain/ids.js';
import { ERROR_GROUPS_ROOM, FAILURES_COUNTED_AT_ONCE, MAX_ERROR_GROUPS } from '#common/domain/limits.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { ErrorGroupsStore } from '#common/mongo/error-groups.store.js';
import type { FailedRunsStore } from '#common/mongo/failed-runs.store.js';
import { chunked } from '#common/runtime/continuing.js';
import { groupsToRemove, type ErrorGroup } from '#common/watch/error-group.js';

export class GroupRoom {
  constructor(
    private readonly stores: {
      readonly runs: Pick<FailedRunsStore, 'settle'>;
      readonly groups: Pick<ErrorGroupsStore, 'countOf' | 'marks' | 'remove'>;
    },
    private readonly metrics: Pick<Metrics, 'failuresGrouped' | 'errorGroupsOpened'>,
  ) {}

  /** `groups`: as they were written. */
  async follow(groups: readonly ErrorGroup[]): Promise<void> {
    const fresh = groups.filter(({ rev }) => rev === 1);
    const failures = groups.reduce((sum, { counted }) => sum + counted.length, 0);
    this.metrics.failuresGrouped.inc({}, failures);
    this.metrics.errorGroupsOpened.inc({}, fresh.length);
    await this.make(new Set(fresh.map(({ tenant }) => tenant)));
  }

  /**
   * Removes groups of the tenants beyond the bound. The runs that these groups have counted are marked first, so they are not counted
   * again.
   */
  private async make(tenants: ReadonlySet<TenantId>): Promise<void> {
    const { groups, runs } = this.stores;
    for (const tenant of tenants) {
      if ((await groups.countOf(tenant, MAX_ERROR_GROUPS + 1)) <= MAX_ERROR_GROUPS) continue;
      const bounds = { most: MAX_ERROR_GROUPS, room: ERROR_GROUPS_ROOM };
      const surplus = groupsToRemove(await groups.marks(tenant), bounds);
      const counted = surplus.flatMap((group) => group.counted);
      for (const some of chunked(counted, FAILURES_COUNTED_AT_ONCE)) await runs.settle(some);
      await Promise.all(surplus.map(async (group) => groups.remove(group)));
    }
  }
}
