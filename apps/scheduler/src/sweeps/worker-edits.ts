import type { Clock } from '#common/clock/clock.js';
import type { JobId, WorkerId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';

/** An edit of a worker, after which the definitions of its jobs are applied again. */
export interface WorkerStamp {
  readonly id: WorkerId;
  readonly version: number;
  readonly updatedAt: Instant;
}

export interface WorkerFeed {
  writtenSince(since: Instant, limit: number): Promise<WorkerStamp[]>;
}

interface Stores {
  readonly workers: WorkerFeed;
  readonly jobs: { ofWorker(worker: WorkerId, after: JobId | null): Promise<JobId[]> };
}

/** Edited workers that are remembered; workers are few, and each has many jobs. */
const MAX_WORKERS = 500;
/** A write may appear this much later than its stamp. */
const OVERLAP_MS = 300_000;

/** The jobs of edited workers, for edits that the api did not announce, or whose message was lost. */
export class WorkerEdits {
  private seen = new Map<WorkerId, number>();
  private since: Instant | null = null;

  constructor(
    private readonly stores: Stores,
    private readonly clock: Clock,
  ) {}

  /** Pages of jobs, for each worker once per edit; a pass that is interrupted begins again the next time. */
  async *pages(): AsyncGenerator<readonly JobId[], void, undefined> {
    const since = this.clock.now() - OVERLAP_MS;
    const written = await this.stores.workers.writtenSince(this.since ?? since, MAX_WORKERS);
    const before = this.seen;
    this.seen = new Map(written.flatMap(({ id }) => (before.has(id) ? [[id, before.get(id) ?? 0]] : [])));
    for (const { id, version } of written) {
      if (this.seen.get(id) === version) continue;
      let after: JobId | null = null;
      for (;;) {
        const jobs: readonly JobId[] = await this.stores.jobs.ofWorker(id, after);
        const last = jobs.at(-1);
        if (last === undefined) break;
        yield jobs;
        after = last;
      }
      this.seen.set(id, version);
    }
    const last = written.at(-1)?.updatedAt ?? since;
    this.since = written.length === MAX_WORKERS && last > since ? last : since;
  }
}
