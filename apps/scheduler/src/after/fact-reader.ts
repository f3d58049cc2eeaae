/** Reads the facts for the decision whether a job runs after others: bounded reads by key and index. */
import { MAX_GRAPH_JOBS } from '#common/domain/limits.js';
import type { JobId, TenantId } from '#common/domain/ids.js';
import { baseOf, type Cause } from '#common/run/cause.js';
import type { Run } from '#common/run/run.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import type { AfterRule } from '#common/schedule/schedule-state.js';
import { decidedBy, type Facts } from './core/decide-after.js';
import type { TenantStore } from '../admission/tenant-limits.js';
import type { Chain } from './ports.js';

export interface FactStores {
  readonly schedules: Pick<SchedulesStore, 'load'>;
  readonly reads: Pick<RunReads, 'ofCause' | 'latestEnded'>;
  readonly tenants: TenantStore;
}

export class FactReader {
  constructor(private readonly stores: FactStores) {}

  async read(rule: AfterRule, trigger: Run, chain: Pick<Chain, 'cause' | 'root'>): Promise<Facts> {
    const deciding = rule.require === 'any' ? [] : decidedBy(rule, trigger.job);
    const waitedFor = deciding.filter(({ match }) => match === 'sameSlot');
    const lookedAt = deciding.filter(({ match, job }) => match === 'latest' && job !== trigger.job);
    const [sameCause, latest] = await Promise.all([
      Promise.all(waitedFor.map(async ({ job }) => [job, await this.ofCause(job, chain)] as const)),
      Promise.all(lookedAt.map(async ({ job }) => [job, await this.stores.reads.latestEnded(job)] as const)),
    ]);
    return { trigger, sameCause: new Map(sameCause), latest: new Map(latest) };
  }

  /** Whether jobs of a tenant may run after those of another. Read each time, because a tenant may withdraw the permission. */
  async mayFollow(follower: TenantId, followed: TenantId): Promise<boolean> {
    if (follower === followed) return true;
    return (await this.stores.tenants.load(followed))?.dependents?.includes(follower) ?? false;
  }

  /**
   * The runs of a job with that cause. A chain that is run again, or backfilled, from a certain job on has no runs of jobs that do not
   * depend on that job: for them the runs of the original chain count.
   */
  private async ofCause(job: JobId, { cause, root }: Pick<Chain, 'cause' | 'root'>): Promise<readonly Run[]> {
    const own = await this.stores.reads.ofCause(job, cause);
    if (own.length > 0 || root === undefined || (await this.isBelow(job, root))) return own;
    const base: Cause = baseOf(cause);
    return base === cause ? own : this.stores.reads.ofCause(job, base);
  }

  /** Whether the job depends on `root`, directly or through other jobs. */
  private async isBelow(job: JobId, root: JobId): Promise<boolean> {
    const seen = new Set<JobId>([job]);
    for (const each of seen) {
      if (seen.size > MAX_GRAPH_JOBS) return true;
      const state = await this.stores.schedules.load(each);
      for (const { job: above } of state?.after?.conditions ?? []) {
        if (above === root) return true;
        seen.add(above);
      }
    }
    return false;
  }
}
