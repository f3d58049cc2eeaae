import type { JobId, RunId } from '#common/domain/ids.js';
import { shardOf } from '#common/domain/shards.js';
import type { SharedLimit } from '#common/domain/shared-limit.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import { PagedScan } from '#common/runtime/paged-scan.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { PermitPreemption } from '../admission/permit-preemption.js';
import type { Sweep } from './sweeps.js';

export interface PreemptionSweepStores {
  readonly schedules: {
    busyIn(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]>;
    loadMany(jobs: readonly JobId[]): Promise<ReadonlyMap<JobId, ScheduleState>>;
  };
  readonly limits: { inKeyOrder(after: string | null, limit: number): Promise<SharedLimit[]> };
  readonly runs: { standingOf(runs: readonly RunId[]): Promise<ReadonlyMap<RunId, RunStanding>> };
}

const PAGE = 200;

/** Checks for every limit with waiting runs whether preemptible runs must give up their permits for these. */
export class PreemptionSweep implements Sweep {
  readonly name = 'preemption';
  readonly everyMs = 5_000;
  private readonly busy = new PagedScan<ScheduleState, JobId>({ size: PAGE, cursorOf: ({ job }) => job });
  private readonly shared = new PagedScan<SharedLimit, string>({ size: PAGE, cursorOf: ({ key }) => key });

  constructor(
    private readonly stores: PreemptionSweepStores,
    private readonly preemption: Pick<PermitPreemption, 'ofJob' | 'ofShared'>,
    private readonly shardCount: number,
  ) {}

  async run(shards: readonly number[]): Promise<void> {
    const owned = new Set(shards);
    const { schedules, limits } = this.stores;
    const busy = this.busy.resume((after) => schedules.busyIn(shards, after, PAGE));
    await forEachContinuing(busy, async (state) => {
      if (state.preemptible !== undefined && state.queue.length > 0) await this.ofJob(state);
    });
    const shared = this.shared.resume((after) => limits.inKeyOrder(after, PAGE));
    await forEachContinuing(shared, async (limit) => {
      if (limit.waiting.length > 0 && owned.has(shardOf(limit.key, this.shardCount))) await this.ofShared(limit);
    });
  }

  private async ofJob(state: ScheduleState): Promise<void> {
    await this.preemption.ofJob(state, await this.stores.runs.standingOf(state.holders.map(({ run }) => run)));
  }

  private async ofShared(limit: SharedLimit): Promise<void> {
    const { schedules, runs } = this.stores;
    const jobs = await schedules.loadMany([...new Set([...limit.holders, ...limit.waiting].map(({ job }) => job))]);
    if (![...jobs.values()].some(({ preemptible }) => preemptible !== undefined)) return;
    await this.preemption.ofShared(limit, await runs.standingOf(limit.holders.map(({ run }) => run)), jobs);
  }
}
