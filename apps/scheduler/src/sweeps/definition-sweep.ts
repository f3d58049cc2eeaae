import type { Clock } from '#common/clock/clock.js';
import type { StoredJob } from '#common/domain/definitions.js';
import { shardOf, type JobId } from '#common/domain/ids.js';
import type { Instant } from '#common/domain/run.js';
import type { Logger } from '#common/logging/logger.js';
import { Failures, inTurn } from '#common/mongo/in-turn.js';
import type { CarriedVersions } from '#common/mongo/schedules.store.js';
import { carries } from '../core/apply-job.js';
import type { Carrier } from '../definitions/carrier.js';
import { namedBy, pick, type WorkerReader } from '../definitions/job-workers.js';
import type { Sweep } from './sweeps.js';

export interface DefinitionFeed {
  writtenSince(since: Instant, limit: number): Promise<StoredJob[]>;
  inIdOrder(after: JobId | null, limit: number): Promise<StoredJob[]>;
}

export interface DefinitionSweepBooks {
  readonly jobs: DefinitionFeed;
  readonly workers: WorkerReader;
  readonly schedules: { carriedVersions(jobs: readonly JobId[]): Promise<ReadonlyMap<JobId, CarriedVersions>> };
}

const PAGE = 500;
/** Clocks of replicas of the api differ by so much at most, so a job may appear that much behind. */
const OVERLAP_MS = 15_000;
/** What was written before a start is looked through from this far back first; the full comparison finds the rest. */
const FIRST_LOOK_BACK_MS = 3_600_000;

/** Carries definitions that `schedules` does not have yet: those written lately at once, all others in a slow full round. */
export class DefinitionSweep {
  private since: Instant | null = null;
  private place: JobId | null = null;

  constructor(
    private readonly books: DefinitionSweepBooks,
    private readonly carrier: Carrier,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {}

  readonly recent: Sweep = {
    name: 'recent definitions',
    everyMs: 2_000,
    run: async (shards) => {
      const now = this.tools.clock.now();
      const since = this.since ?? now - FIRST_LOOK_BACK_MS;
      const jobs = await this.books.jobs.writtenSince(since, PAGE);
      const failures = new Failures();
      await failures.during(() => this.carryMissing(jobs, shards));
      const last = jobs.at(-1)?.updatedAt ?? now;
      // A full page goes on from its last job; otherwise everything up to now is seen, but for clocks that are behind. What
      // could not be carried the full comparison tries again.
      this.since = jobs.length === PAGE && last > since ? last : Math.max(since, now - OVERLAP_MS);
      failures.throwFirst();
    },
  };

  readonly all: Sweep = {
    name: 'all definitions',
    everyMs: 1_000,
    run: async (shards) => {
      const jobs = await this.books.jobs.inIdOrder(this.place, PAGE);
      this.place = jobs.length === PAGE ? (jobs.at(-1)?.id ?? null) : null;
      await this.carryMissing(jobs, shards);
    },
  };

  private async carryMissing(jobs: readonly StoredJob[], shards: readonly number[]): Promise<void> {
    const owned = new Set(shards);
    const own = jobs.filter((job) => owned.has(shardOf(job.id)));
    if (own.length === 0) return;
    const carried = await this.books.schedules.carriedVersions(own.map((job) => job.id));
    const workers = await this.books.workers.loadMany([...new Set(own.flatMap(namedBy))]);
    await inTurn(own, async (job) => {
      const found = pick(workers, job);
      const known = carried.get(job.id);
      // Without its worker a job cannot be carried: at most that it is deleted now.
      const current =
        'missing' in found
          ? known === undefined || (known.jobRev === job.rev && known.jobVersion === job.version)
          : known !== undefined && carries(known, job, found);
      if (current) return;
      const result = await this.carrier.carry(job.id);
      if (!result.ok) this.tools.log.warn({ job: job.id, detail: result.detail }, 'definition cannot be carried');
    });
  }
}
