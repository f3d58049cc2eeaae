/**
 * Synchronises the definitions of many jobs at once. Three reads find out which schedules hold the present definition, for all jobs that
 * are requested meanwhile; only the others are synchronised, job by job. The reads are made at the same time: the workers that a job names
 * are remembered from the last read, and workers that it does not name any more only cost their read.
 */
import { LRUCache } from 'lru-cache';
import type { JobId, WorkerId } from '#common/domain/ids.js';
import type { StoredWorker } from '#common/spec/definitions.js';
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
/** Jobs whose workers are remembered from the last read. */
const MAX_NAMED = 10_000;
/** Preparations that wait for their request, and how long. */
const PREPARATIONS = { max: 256, ttl: 1_000 };

interface Preparation {
  readonly job: JobId;
  readonly state: Promise<ScheduleState | null>;
}

export class BatchedSync {
  private readonly upToDate: Batcher<JobId, ScheduleState | null>;
  private readonly syncs: SingleFlight<JobId, SyncResult>;
  private readonly named = new LRUCache<JobId, readonly WorkerId[]>({ max: MAX_NAMED });
  /** By id. Each serves only the request that it was made for: another one may have come after a change. */
  private readonly preparations = new LRUCache<string, Preparation>(PREPARATIONS);

  constructor(
    private readonly stores: BatchedSyncStores,
    definitions: Pick<DefinitionSync, 'sync'>,
  ) {
    this.upToDate = new Batcher((jobs) => this.readUpToDate(jobs), GROUPS);
    this.syncs = new SingleFlight((job) => definitions.sync(job));
  }

  /** A request that has arrived elsewhere will call `sync` with this preparation: reads the job meanwhile. Only a hint. */
  prepare(job: JobId, preparation: string): void {
    const state = this.upToDate.add(job);
    // After a failure the request reads it again.
    state.catch(() => undefined);
    this.preparations.set(preparation, { job, state });
  }

  /** The same as `DefinitionSync.sync`; the answer was read after the call began, or after the request of the preparation had arrived. */
  async sync(job: JobId, preparation?: string): Promise<SyncResult> {
    const prepared = preparation === undefined ? null : await this.prepared(job, preparation);
    const state = prepared ?? (await this.upToDate.add(job));
    return state === null ? this.syncs.get(job) : { ok: true, state };
  }

  /** Null if nothing was read for the request, or nothing that it can use. */
  private async prepared(job: JobId, preparation: string): Promise<ScheduleState | null> {
    const preparationOfRequest = this.preparations.get(preparation);
    this.preparations.delete(preparation);
    return preparationOfRequest?.job === job ? preparationOfRequest.state.catch(() => null) : null;
  }

  /** The schedules that hold the present definition of their job; null for the others. */
  private async readUpToDate(jobs: readonly JobId[]): Promise<readonly (ScheduleState | null)[]> {
    const ids = [...new Set(jobs)];
    const expected = new Set(ids.flatMap((id) => this.named.get(id) ?? []));
    const [stamps, states, storedWorkers] = await Promise.all([
      this.stores.jobs.stamps(ids),
      this.stores.schedules.loadMany(ids),
      this.workersOf(expected),
    ]);
    for (const { id, workers: named } of stamps) this.named.set(id, named);
    const others = new Set(stamps.flatMap(({ workers: named }) => named.filter((id) => !expected.has(id))));
    const workers = others.size === 0 ? storedWorkers : new Map([...storedWorkers, ...(await this.workersOf(others))]);
    const byJob = new Map(stamps.map((stamp) => [stamp.id, stamp]));
    return jobs.map((job) => {
      const stamp = byJob.get(job);
      const state = states.get(job);
      if (!stamp || !state) return null;
      const named = pick(workers, stamp.workers);
      return !('missing' in named) && isUpToDate(state, stamp, named) ? state : null;
    });
  }

  private async workersOf(ids: ReadonlySet<WorkerId>): Promise<ReadonlyMap<WorkerId, StoredWorker>> {
    return ids.size === 0 ? new Map() : this.stores.workers.loadMany([...ids]);
  }
}
