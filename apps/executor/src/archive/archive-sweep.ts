/**
 * Moves runs that retention lets go of into the archive, job by job, those first that have waited for longest. A store that does not serve
 * stops it for a while, longer after each further failure: the runs stay where they are and are found as before, until they have waited
 * for too long and are removed all the same.
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

/** Jobs of one shard that could not be archived: so many are passed over in one step. */
const MAX_PASSED_OVER = 100;

export class ArchiveSweep {
  private isStopped = false;

  constructor(
    private readonly runs: Pick<ArchivableRunsStore, 'isAnyDue' | 'oldestDue' | 'releaseDue'>,
    /** Null where there is no store: what is to be archived waits. */
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

  /** False: the store does not serve, or this process stops. */
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
      const found = await this.runs.oldestDue(shard, []);
      oldest = Math.min(oldest, found?.dueAt ?? oldest);
    }
    return (until - oldest) / 1_000;
  }
}
