/**
 * Moves runs that retention lets go of into the archive, job by job, those first that have waited for longest. A store that does not serve
 * stops it for a while, longer after each further failure: the runs stay where they are and are found as before, until they have waited
 * for too long and are removed all the same.
 */
import type { Clock } from '#common/clock/clock.js';
import { ColdStoreFailure } from '#common/cold/object-store.js';
import type { JobId } from '#common/domain/ids.js';
import { ARCHIVE_PAUSE_MS, MAX_ARCHIVE_PAUSE_MS } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { ArchivableRunsStore } from '#common/mongo/archivable-runs.store.js';
import type { Archiver } from './archiver.js';

export interface ArchiveTiming {
  /** Runs of a job are gathered for this long, so that they share packs. */
  readonly gatherMs: number;
  /** Runs that have waited for this long beyond it are removed without being archived. */
  readonly maxWaitMs: number;
}

export interface SweepTools {
  readonly timing: ArchiveTiming;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly metrics: Pick<Metrics, 'archiveFailures' | 'archiveOldest' | 'archiveGivenUp'>;
  readonly owned: () => ReadonlySet<number>;
  readonly log: Logger;
}

/** Jobs of one shard that could not be archived: so many are passed over in one step. */
const MAX_PASSED_OVER = 100;

export class ArchiveSweep {
  private pausedUntil = -Infinity;
  private failures = 0;
  private isStopped = false;

  constructor(
    private readonly runs: Pick<ArchivableRunsStore, 'isAnyDue' | 'oldestDue' | 'releaseDue'>,
    /** Null where there is no store: what is to be archived waits. */
    private readonly archiver: Pick<Archiver, 'archive'> | null,
    private readonly tools: SweepTools,
  ) {}

  async step(): Promise<void> {
    const { clock, timing, metrics, owned } = this.tools;
    const until = clock.now() - timing.gatherMs;
    if (!(await this.runs.isAnyDue([...owned()], until))) {
      metrics.archiveOldest.set(0);
      return;
    }
    await this.giveUp(until - timing.maxWaitMs);
    if (this.archiver !== null && clock.monotonic() >= this.pausedUntil) {
      for (const shard of owned()) if (!(await this.archiveShard(shard, this.archiver, until))) break;
    }
    metrics.archiveOldest.set(await this.oldestSeconds(until));
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
        if ((await archiver.archive(oldest.job)) === 0) passedOver.push(oldest.job);
        this.failures = 0;
      } catch (error) {
        if (this.noteFailure(error, oldest.job)) return false;
        passedOver.push(oldest.job);
      }
    }
    return true;
  }

  /** True where the store has failed: nothing else would be archived either. */
  private noteFailure(error: unknown, job: JobId): boolean {
    const { clock, metrics, log } = this.tools;
    const isStore = error instanceof ColdStoreFailure;
    metrics.archiveFailures.inc({ what: isStore ? 'store' : 'other' });
    log.warn({ job, error: messageOf(error) }, 'runs could not be archived, which is tried again');
    if (!isStore) return false;
    this.pausedUntil = clock.monotonic() + Math.min(MAX_ARCHIVE_PAUSE_MS, ARCHIVE_PAUSE_MS * 2 ** this.failures);
    this.failures++;
    return true;
  }

  private async giveUp(until: number): Promise<void> {
    const { owned, metrics, log } = this.tools;
    const released = await this.runs.releaseDue([...owned()], until);
    if (released === 0) return;
    metrics.archiveGivenUp.inc(released);
    log.error({ runs: released }, 'runs have waited too long for the archive and are removed without it');
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
