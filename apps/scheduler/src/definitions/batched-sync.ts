/**
 * Synchronises the definitions of many jobs at once. Three reads find out which schedules hold the present definition, for all jobs
 * that are requested meanwhile; only the others are synchronised, job by job.
 */
import type { JobId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { Batcher } from '#common/runtime/batcher.js';
import { SingleFlight } from '#common/runtime/single-flight.js';
import { isUpToDate } from '../core/apply-job.js';
import type { DefinitionSync, SyncResult } from './definition-sync.js';
import { pick, type WorkerReader } from './job-workers.js';

export interface BatchedSyncStores {
  readonly jobs: Pick<JobsStore, 'stamps'>;
  readonly schedules: Pick<SchedulesStore, 'loadMany'>;
  readonly workers: WorkerReader;
}

/** Jobs that are checked together, such groups under way at once, and requests that may wait. */
const GROUPS = { maxBatch: 500, maxUnderWay: 2, maxWaiting: 20_000 };

export class BatchedSync {
  private readonly upToDate: Batcher<JobId, ScheduleState | null>;
  private readonly syncs: SingleFlight<JobId, SyncResult>;

  constructor(
    private readonly stores: BatchedSyncStores,
    definitions: Pick<DefinitionSync, 'sync'>,
  ) {
    this.upToDate = new Batcher((jobs) => this.readUpToDate(jobs), GROUPS);
    this.syncs = new SingleFlight((job) => definitions.sync(job));
  }

  /** As `DefinitionSync.sync`; the answer was read after the call began. */
  async sync(job: JobId): Promise<SyncResult> {
    const state = await this.upToDate.add(job);
    return state === null ? this.syncs.get(job) : { ok: true, state };
  }

  /** The schedules that hold the present definition of their job; null for the others. */
  private async readUpToDate(jobs: readonly JobId[]): Promise<readonly (ScheduleState | null)[]> {
    const ids = [...new Set(jobs)];
    const [stamps, states] = await Promise.all([this.stores.jobs.stamps(ids), this.stores.schedules.loadMany(ids)]);
    const workers = await this.stores.workers.loadMany([...new Set(stamps.flatMap(({ workers: named }) => named))]);
    const byJob = new Map(stamps.map((stamp) => [stamp.id, stamp]));
    return jobs.map((job) => {
      const [stamp, state] = [byJob.get(job), states.get(job)];
      if (!stamp || !state) return null;
      const named = pick(workers, stamp.workers);
      return !('missing' in named) && isUpToDate(state, stamp, named) ? state : null;
    });
  }
}
