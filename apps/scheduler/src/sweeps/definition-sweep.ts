/**
 * Finds definitions that `schedules` does not have yet and applies them: recent writes at once, by their stamps; the jobs of an edited
 * worker; and each shard as a whole when this replica gets it and once an hour. Without writes, it costs one query without results every
 * other second.
 */
import type { Clock } from '#common/clock/clock.js';
import type { JobId, WorkerId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { shardOf } from '#common/domain/shards.js';
import type { Logger } from '#common/logging/logger.js';
import { chunked, Failures, forEachContinuing } from '#common/runtime/continuing.js';
import type { JobPoint, JobStamp } from '#common/mongo/jobs.store.js';
import type { SyncedVersions } from '#common/mongo/schedules.store.js';
import { isUpToDate } from '../core/apply-job.js';
import type { BatchedSync } from '../definitions/batched-sync.js';
import { pick, type WorkerReader } from '../definitions/job-workers.js';
import type { Sweep } from './sweeps.js';
import { WorkerEdits, type WorkerFeed } from './worker-edits.js';

export interface DefinitionFeed {
  writtenAfter(shards: readonly number[], after: JobPoint, limit: number): Promise<JobStamp[]>;
  newestFirst(shard: number, before: JobPoint | null, limit: number): Promise<JobStamp[]>;
  stamps(jobs: readonly JobId[]): Promise<JobStamp[]>;
  ofWorker(worker: WorkerId, after: JobId | null): Promise<JobId[]>;
}

export interface DefinitionSweepStores {
  readonly jobs: DefinitionFeed;
  readonly workers: WorkerReader & WorkerFeed;
  readonly schedules: { syncedVersions(jobs: readonly JobId[]): Promise<ReadonlyMap<JobId, SyncedVersions>> };
}

const PAGE = 500;
/** While many jobs are created, most have their schedules a moment later: these cost a few reads together. */
const SYNCED_AT_ONCE = 100;
/** The most shards that are read in one step, until a page of jobs is full. */
const SHARDS_PER_TURN = 16;
/** Pages of recent writes that one step reads. */
const PAGES_PER_TURN = 4;
/** Clocks of the api's replicas differ and a write takes a while: together a job may appear this much later than its stamp. */
const OVERLAP_MS = 15_000;
/** An api that was paused between stamping a write and sending it may be this late. */
const LONG_OVERLAP_MS = 300_000;
/** Jobs whose definition could not be applied and which are tried again; further ones wait for the next pass over their shard. */
const MAX_RETRIED = 1_000;

export class DefinitionSweep {
  private readonly passes: ShardPasses;
  private readonly edits: WorkerEdits;

  constructor(
    private readonly stores: DefinitionSweepStores,
    private readonly syncs: RetriedSyncs,
    private readonly tools: { readonly clock: Clock; readonly shardCount: number },
  ) {
    this.passes = new ShardPasses(tools.clock);
    this.edits = new WorkerEdits(stores, tools.clock);
    this.recent = this.lookingBack('recent definitions', 2_000, OVERLAP_MS);
    this.late = this.lookingBack('definitions written late', 60_000, LONG_OVERLAP_MS);
  }

  readonly recent: Sweep;
  readonly late: Sweep;

  readonly ofWorkers: Sweep = {
    name: 'definitions of edited workers',
    everyMs: 5_000,
    run: (shards) => forEachContinuing(this.edits.pages(), (jobs) => this.syncStamped(jobs, shards)),
  };

  readonly all: Sweep = {
    name: 'all definitions',
    everyMs: 1_000,
    run: async (shards) => {
      const failures = new Failures();
      for (let looks = 0, read = 0; looks < SHARDS_PER_TURN && read < PAGE; looks++) {
        const pass = this.passes.next(shards);
        if (pass === null) break;
        const jobs = await this.stores.jobs.newestFirst(pass.shard, pass.before, PAGE);
        await failures.during(() => this.syncMissing(jobs, shards));
        const last = jobs.at(-1);
        this.passes.looked(pass.shard, jobs.length === PAGE && last ? pointOf(last) : null);
        read += jobs.length;
      }
      failures.throwFirst();
    },
  };

  readonly retried: Sweep = {
    name: 'definitions that failed',
    everyMs: 30_000,
    run: (shards) => this.syncStamped(this.syncs.takeFailed(), shards),
  };

  /** Reads the writes since the last read, and the writes of this period before it. */
  private lookingBack(name: string, everyMs: number, overlapMs: number): Sweep {
    let cursor: JobPoint | null = null;
    const run = async (shards: readonly number[]): Promise<number> => {
      let count = 0;
      const now = this.tools.clock.now();
      const since: Instant = now - overlapMs;
      cursor ??= { at: since, id: null };
      const failures = new Failures();
      for (let page = 0; page < PAGES_PER_TURN; page++) {
        const jobs = await this.stores.jobs.writtenAfter(shards, cursor, PAGE);
        count += jobs.length;
        await failures.during(() => this.syncMissing(jobs, shards));
        const last = jobs.at(-1);
        if (jobs.length < PAGE || last === undefined) {
          // All writes up to now are read, except writes with older stamps.
          cursor = { at: since, id: null };
          break;
        }
        cursor = pointOf(last);
      }
      failures.throwFirst();
      return count;
    };
    return { name, everyMs, findsLost: 'soon', run };
  }

  private async syncStamped(jobs: readonly JobId[], shards: readonly number[]): Promise<void> {
    for (let from = 0; from < jobs.length; from += PAGE)
      await this.syncMissing(await this.stores.jobs.stamps(jobs.slice(from, from + PAGE)), shards);
  }

  private async syncMissing(jobs: readonly JobStamp[], shards: readonly number[]): Promise<void> {
    const owned = new Set(shards);
    const own = jobs.filter((job) => owned.has(shardOf(job.id, this.tools.shardCount)));
    if (own.length === 0) return;
    const synced = await this.stores.schedules.syncedVersions(own.map((job) => job.id));
    const workers = await this.stores.workers.loadMany([...new Set(own.flatMap((job) => job.workers))]);
    const missing = own.filter((job) => {
      const ofJob = pick(workers, job.workers);
      const syncedAt = synced.get(job.id);
      // A definition without its worker cannot be applied, unless the job is deleted.
      return 'missing' in ofJob
        ? syncedAt !== undefined && (syncedAt.jobRev !== job.rev || syncedAt.jobVersion !== job.version)
        : syncedAt === undefined || !isUpToDate(syncedAt, job, ofJob);
    });
    const failures = new Failures();
    for (const some of chunked(missing, SYNCED_AT_ONCE))
      failures.addAll(await Promise.allSettled(some.map(({ id }) => this.syncs.sync(id))));
    failures.throwFirst();
  }
}

/** Applies definitions, and remembers those that could not be applied. */
export class RetriedSyncs {
  private readonly failed = new Set<JobId>();

  constructor(
    private readonly definitions: Pick<BatchedSync, 'sync'>,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** Returns and forgets the failed jobs, which are tried again now. */
  takeFailed(): readonly JobId[] {
    const jobs = [...this.failed];
    this.failed.clear();
    return jobs;
  }

  async sync(job: JobId): Promise<void> {
    const keep = (): void => {
      if (this.failed.size < MAX_RETRIED) this.failed.add(job);
    };
    try {
      const result = await this.definitions.sync(job);
      if (result.ok) return;
      this.log.warn({ job, detail: result.detail }, 'the definition of a job cannot be applied to its schedule');
      keep();
    } catch (error) {
      keep();
      throw error;
    }
  }
}

const pointOf = ({ updatedAt, id }: JobStamp): JobPoint => ({ at: updatedAt, id });

/** Each shard is read completely when this replica gets it, and from then on this often. */
const PASS_EVERY_MS = 3_600_000;

interface Pass {
  readonly shard: number;
  /** The position from which to continue; null: the newest. */
  readonly before: JobPoint | null;
}

/** Selects the shard and the position to read next: round robin page by page, so that the newest jobs of all shards come first. */
class ShardPasses {
  private under: Pass[] = [];
  /** When the last pass over each shard ended, on the monotonic clock. */
  private readonly ended = new Map<number, number>();

  constructor(private readonly clock: Clock) {}

  /** Null: every shard was read recently. */
  next(shards: readonly number[]): Pass | null {
    const owned = new Set(shards);
    for (const shard of this.ended.keys()) if (!owned.has(shard)) this.ended.delete(shard);
    this.under = this.under.filter(({ shard }) => owned.has(shard));
    const underWay = new Set(this.under.map(({ shard }) => shard));
    const since = this.clock.monotonic() - PASS_EVERY_MS;
    const due = shards.filter((shard) => !underWay.has(shard) && (this.ended.get(shard) ?? -Infinity) <= since);
    this.under.push(...due.map((shard) => ({ shard, before: null })));
    return this.under[0] ?? null;
  }

  /** Notes that a page of the shard was read, down to `before`; null: it was the last page. */
  looked(shard: number, before: JobPoint | null): void {
    this.under = this.under.filter((pass) => pass.shard !== shard);
    if (before === null) this.ended.set(shard, this.clock.monotonic());
    else this.under.push({ shard, before });
  }
}
