/** Counts the lines of runs that are removed before their logs were shipped. The removal does not wait for the target. */
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { LogCursor, LogExportStore } from '#common/mongo/log-export.store.js';
import type { Remains } from '#common/mongo/run-document.js';

export class UnshippedLogs {
  /** How far logs were shipped when it was last needed: a run before this place is shipped. */
  private shipped: LogCursor | null = null;

  constructor(
    private readonly store: Pick<LogExportStore, 'cursor' | 'countLines'>,
    private readonly metrics: Pick<Metrics, 'exportLost'>,
    private readonly log: Logger,
  ) {
    // A counter that first appears with a value above 0 shows no increase.
    for (const reason of ['refused', 'removed']) metrics.exportLost.inc({ reason }, 0);
  }

  /** Before the logs of these runs are removed. A process that dies afterwards may count some twice. */
  async count(remains: readonly Remains[]): Promise<void> {
    if (this.after(this.shipped, remains).length === 0) return;
    this.shipped = await this.store.cursor();
    // Nothing is shipped before there is a cursor.
    const runs = this.shipped === null ? [] : this.after(this.shipped, remains);
    if (runs.length === 0) return;
    const lines = await this.store.countLines(runs.map(({ run }) => run));
    if (lines === 0) return;
    this.metrics.exportLost.inc({ reason: 'removed' }, lines);
    this.log.error({ lines, runs: runs.length }, 'logs were removed before they were shipped');
  }

  private after(place: LogCursor | null, remains: readonly Remains[]): readonly Remains[] {
    return remains.filter(({ run, ended }) => {
      if (ended === undefined || ended !== place?.at) return (ended ?? 0) > (place?.at ?? 0);
      return run > place.run || (run === place.run && place.line !== null);
    });
  }
}
