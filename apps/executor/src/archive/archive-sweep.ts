/**
 * Moves runs whose retention has ended into the archive, job by job, the longest waiting first. A failing store stops the sweep for a
 * while, longer after each further failure: the runs stay where they are and are found as before, until they have waited for too long and
 * are removed without being archived.
 */
import type { Clock } from '#common/clock/clock.js';
import type { JobId } from '#common/domain/ids.js';
import type { ArchivableRunsStore } from '#common/mongo/archivable-runs.store.js';
import type { ArchiveHealth } from './archive-health.js';
import type { Archiver } from './archiver.js';

export interface SweepTools {
  /** Runs of a job are gathered for this long, so that they share packs. */
  readonly gatherMs: number;
  /** Runs that have waited for this long beyond it are removed without being archived. */
  readonly maxWaitMs: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly owned: () => ReadonlySet<number>;
}

/** The most jobs of one shard that are passed over in one step because they could not be archived. */
const MAX_PASSED_OVER = 100;

export class ArchiveSweep {
  private isStopped = false;

  constructor(
    private readonly runs: Pick<ArchivableRunsStore, 'isAnyDue' | 'oldestDue' | 'releaseDue'>,
    /** Null: there is no store, so the runs to archive wait. */
    private readonly archiver: Pick<Archiver, 'archive'> | null,
    private readonly health: ArchiveHealth,
    private readonly tools: SweepTools,
  ) {}

  async step(): Promise<void> {
    const { clock, gatherMs, maxWaitMs, owned } = this.tools;
    const until = clock.now() - gatherMs;
    if (!(await this.runs.isAnyDue([...owned()], until))) {
      this.health.oldest(0);
      return;
    }
    this.health.gaveUp(await this.runs.releaseDue([...owned()], until - maxWaitMs));
    if (this.archiver !== null && this.health.mayTry) {
      for (const shard of owned()) if (!(await this.archiveShard(shard, this.archiver, until))) break;
    }
    this.health.oldest(await this.oldestSeconds(until));
  }

  /** Ends the step under way after its pack. */
  stop(): void {
    this.isStopped = true;
  }

  /** False: the store has failed, or this process stops. */
  private async archiveShard(shard: number, archiver: Pick<Archiver, 'archive'>, until: number): Promise<boolean> {
    const passedOver: JobId[] = [];
    while (passedOver.length < MAX_PASSED_OVER) {
      if (this.isStopped) return false;
      const oldest = await this.runs.oldestDue(shard, passedOver);
      if (oldest === null || oldest.dueAt > until) return true;
      try {
        const archived = await archiver.archive(oldest.job);
        this.health.succeeded(archived);
        if (archived.done === 0) passedOver.push(oldest.job);
      } catch (error) {
        if (this.health.failed(error, oldest.job)) return false;
        passedOver.push(oldest.job);
      }
    }
    return true;
  }

  private async oldestSeconds(until: number): Promise<number> {
    let oldest = until;
    for (const shard of this.tools.owned()) {
      const oldestRuns = await this.runs.oldestDue(shard, []);
      oldest = Math.min(oldest, oldestRuns?.dueAt ?? oldest);
    }
    return (until - oldest) / 1_000;
  }
}
