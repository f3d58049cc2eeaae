/** The reported health of archiving, and when archiving is tried again after the store has failed. */
import type { Clock } from '#common/clock/clock.js';
import { ColdStoreFailure } from '#common/cold/object-store.js';
import { backoffMs } from '#common/domain/back-off.js';
import type { JobId } from '#common/domain/ids.js';
import { ARCHIVE_PAUSE_MS, MAX_ARCHIVE_PAUSE_MS } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { Archived } from './archiver.js';

type ArchiveMetric = 'runsArchived' | 'bytesArchived' | 'archiveFailures' | 'archiveOldest' | 'archiveGivenUp';

export class ArchiveHealth {
  private pausedUntil = -Infinity;
  private failures = 0;

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly metrics: Pick<Metrics, ArchiveMetric>,
    private readonly log: Logger,
  ) {
    // A counter that first appears with a value above 0 shows no increase: the first failure would not be seen.
    for (const what of ['store', 'other']) metrics.archiveFailures.inc({ what }, 0);
    metrics.archiveGivenUp.inc(0);
  }

  get mayTry(): boolean {
    return this.clock.monotonic() >= this.pausedUntil;
  }

  succeeded({ runs, bytes }: Archived): void {
    this.failures = 0;
    this.metrics.runsArchived.inc(runs);
    this.metrics.bytesArchived.inc(bytes);
  }

  /** True if the store has failed: no other run could be archived either. */
  failed(error: unknown, job: JobId): boolean {
    const isStore = error instanceof ColdStoreFailure;
    this.metrics.archiveFailures.inc({ what: isStore ? 'store' : 'other' });
    this.log.warn({ job, error: messageOf(error) }, 'runs could not be archived; it is tried again');
    if (!isStore) return false;
    this.failures++;
    const pauseMs = backoffMs({ baseMs: ARCHIVE_PAUSE_MS, capMs: MAX_ARCHIVE_PAUSE_MS }, this.failures);
    this.pausedUntil = this.clock.monotonic() + pauseMs;
    return true;
  }

  gaveUp(runs: number): void {
    if (runs === 0) return;
    this.metrics.archiveGivenUp.inc(runs);
    this.log.error({ runs }, 'runs have waited too long for the archive; they are removed without being archived');
  }

  oldest(seconds: number): void {
    this.metrics.archiveOldest.set(seconds);
  }
}
