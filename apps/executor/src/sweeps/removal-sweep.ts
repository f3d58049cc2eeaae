/**
 * Removes expired runs with everything that belongs to them. Each replica removes runs of its own shards, so replicas add up;
 * batches leave time for live work, and more of it while live work queues.
 */
import { type Clock, delay } from '#common/clock/clock.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { AdaptiveBatchSize } from '#common/runtime/adaptive-limit.js';
import type { RunRemover } from './run-remover.js';

/** Runs in one batch; the size adapts so that a batch takes about this long. */
const BATCH = { least: 50, most: 1_000, targetMs: 1_000 } as const;
/** Pause after a batch while live work waits. */
const GIVE_WAY_MS = 1_000;
/** Pause after any other batch, as a share of its duration. */
const REST = 1 / 3;

export class RemovalSweep {
  private readonly batch = new AdaptiveBatchSize(BATCH);
  private readonly stopping = new AbortController();

  constructor(
    private readonly remover: RunRemover,
    private readonly tools: {
      readonly clock: Clock;
      readonly metrics: Pick<Metrics, 'runsRemoved' | 'retentionBacklog' | 'beforeReading'>;
      /** True while live work waits. */
      readonly isBusy: () => boolean;
    },
  ) {
    const { metrics } = tools;
    metrics.beforeReading(async () => {
      const due = await remover.countDue().catch(() => null);
      if (due !== null) metrics.retentionBacklog.set(due);
    });
  }

  /** Removes until nothing more is due, or until the stop; returns the number of removed runs. */
  async step(): Promise<number> {
    const { clock, metrics, isBusy } = this.tools;
    const { signal } = this.stopping;
    let all = 0;
    while (!signal.aborted) {
      const began = clock.monotonic();
      const removed = await this.remover.remove(this.batch.size);
      if (removed === 0) break;
      all += removed;
      metrics.runsRemoved.inc(removed);
      const took = clock.monotonic() - began;
      if (isBusy()) this.batch.giveWay();
      else this.batch.took(took, removed);
      await delay(isBusy() ? GIVE_WAY_MS : took * REST, signal);
    }
    return all;
  }

  /** Ends the step under way after its batch. */
  stop(): void {
    this.stopping.abort();
  }
}
