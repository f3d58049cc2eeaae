import { shardOf } from '#common/domain/shards.js';
import type { Clock } from '#common/clock/clock.js';
import type { JobId, RunId, TenantId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { groupOf, tenantLimitKey, type SharedLimit, type SharedPermit } from '#common/domain/shared-limit.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import { PagedScan } from '#common/runtime/paged-scan.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import type { PermitAllocator } from '../admission/permit-allocator.js';
import { MAX_LISTED_WAITING } from '../core/change-limit.js';
import { placeOf } from '../core/turns.js';
import type { Sweep } from './sweeps.js';

export interface LimitSweepStores {
  readonly limits: { inKeyOrder(after: string | null, limit: number): Promise<SharedLimit[]> };
  readonly schedules: { loadMany(jobs: readonly JobId[]): Promise<ReadonlyMap<JobId, ScheduleState>> };
  readonly runs: {
    standingOf(runs: readonly RunId[]): Promise<ReadonlyMap<RunId, RunStanding>>;
    queuedOfTenant(tenant: TenantId, limit: number): Promise<{ id: RunId; job: JobId }[]>;
    underWayOfTenant(tenant: TenantId, limit: number): Promise<{ id: RunId; job: JobId }[]>;
  };
}

const PAGE = 200;
/** A younger permit may belong to an admission that is under way. */
const SETTLING_MS = 10_000;
/** Unfinished runs of a tenant that are compared with the holders of its quota. */
const MAX_COMPARED = 10_000;

/**
 * Shared limits: releases permits that no run uses, lists waiting runs that are not listed, and counts runs that started before the limit
 * existed.
 */
export class LimitSweep implements Sweep {
  readonly name = 'shared limits';
  readonly everyMs = 5_000;
  private readonly rounds = new PagedScan<SharedLimit, string>({ size: PAGE, cursorOf: ({ key }) => key });

  constructor(
    private readonly stores: LimitSweepStores,
    private readonly permits: PermitAllocator,
    private readonly tools: { readonly clock: Clock; readonly shardCount: number },
  ) {}

  async run(shards: readonly number[]): Promise<void> {
    const owned = new Set(shards);
    const read = (after: string | null): Promise<SharedLimit[]> => this.stores.limits.inKeyOrder(after, PAGE);
    await forEachContinuing(this.rounds.resume(read), async (limit) => {
      if (owned.has(shardOf(limit.key, this.tools.shardCount))) await this.check(limit);
    });
  }

  private async check(limit: SharedLimit): Promise<void> {
    const now = this.tools.clock.now();
    const permits = [...limit.holders, ...limit.waiting];
    const standing = await this.stores.runs.standingOf(permits.map(({ run }) => run));
    const jobs = await this.stores.schedules.loadMany([...new Set(permits.map(({ job }) => job))]);
    const inVain = (permit: SharedPermit): boolean => {
      const run = standing.get(permit.run);
      if (run && isFinal(run.phase)) return true;
      if (now - permit.since < SETTLING_MS) return false;
      if (run === undefined) return true;
      if (run.phase === 'Queued') return !isAdmitting(jobs.get(permit.job), permit.run);
      // The run started with other permits: another process was faster than the one that took this permit.
      return permit.grant > 0 && !run.holds.includes(limit.key);
    };
    const gone = (permit: SharedPermit): boolean => standing.get(permit.run)?.phase !== 'Queued';
    const { key, tenant } = limit;
    // A permit that was taken again meanwhile has a later grant.
    for (const { run, grant } of limit.holders.filter(inVain))
      await this.permits.change(key, tenant, { type: 'release', run, upTo: grant });
    for (const { run } of limit.waiting.filter(gone)) await this.permits.change(key, tenant, { type: 'leave', run });
    await this.listWaiting(limit);
    // The process that was to wake the waiting runs may have died.
    if (limit.waiting.length > 0) await this.permits.change(key, tenant, { type: 'look' });
    if (limit.key === tenantLimitKey(limit.tenant)) await this.adoptOlder(limit);
  }

  /** Runs that started before the tenant had a quota count from now on. */
  private async adoptOlder({ key, tenant, holders }: SharedLimit): Promise<void> {
    const held = new Set(holders.map(({ run }) => run));
    const underWay = await this.stores.runs.underWayOfTenant(tenant, MAX_COMPARED);
    const missing = underWay.filter(({ id }) => !held.has(id));
    const jobs = await this.stores.schedules.loadMany([...new Set(missing.map(({ job }) => job))]);
    for (const { id, job } of missing)
      await this.permits.change(key, tenant, { type: 'adopt', run: id, job, ...groupOf(jobs.get(job)) });
  }

  /**
   * Lists the runs that wait for this limit according to the jobs' own documents, when the limit's list is empty or was too long.
   */
  private async listWaiting({ key, tenant, waiting, overflow }: SharedLimit): Promise<void> {
    if (waiting.length > 0 && !overflow) return;
    const queued = await this.stores.runs.queuedOfTenant(tenant, MAX_COMPARED);
    const jobs = await this.stores.schedules.loadMany([...new Set(queued.map(({ job }) => job))]);
    const now = this.tools.clock.now();
    const permits = queued.flatMap(({ id, job }): SharedPermit[] => {
      const state = jobs.get(job);
      const waiter = state?.queue.find(({ run, blockedBy }) => run === id && blockedBy === key);
      return state && waiter ? [{ ...placeOf(state, waiter), since: now, grant: 0 }] : [];
    });
    if (permits.length === 0 && !overflow) return;
    const more = permits.length > MAX_LISTED_WAITING;
    await this.permits.change(key, tenant, { type: 'list', permits, more });
  }
}

const isAdmitting = (state: ScheduleState | undefined, run: RunId): boolean =>
  state?.holders.some((holder) => holder.run === run) ?? false;
