/**
 * Removes expired runs with everything that belongs to them. Each replica removes runs of its own shards, so replicas add up;
 * batches leave time for live work, and more of it while live work queues.
 */
import type { Clock } from '#common/clock/clock.js';
import { delay } from '#common/clock/delay.js';
import type { RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { Remains } from '#common/mongo/run-retention.store.js';
import { AdaptiveBatchSize } from '#common/runtime/adaptive-limit.js';

export interface RunRemover {
  isAnyDue(shards: readonly number[], now: Instant): Promise<boolean>;
  countDue(shards: readonly number[], now: Instant): Promise<number>;
  bury(shard: number, now: Instant, limit: number): Promise<readonly Remains[]>;
  removeChildren(runs: readonly RunId[]): Promise<void>;
  forget(remains: readonly Remains[], now: Instant): Promise<void>;
}

/** Runs in one batch; the size adapts so that a batch takes about this long. */
const BATCH = { least: 50, most: 1_000, targetMs: 1_000 } as const;
/** Pause after a batch while live work waits. */
const GIVE_WAY_MS = 1_000;
/** Pause after any other batch, as a share of its duration. */
const REST = 1 / 3;

export class RemovalSweep {
  private readonly batch = new AdaptiveBatchSize(BATCH);
  /** Shards that may hold more runs to remove, round robin. */
  private round: number[] = [];
  private readonly stopping = new AbortController();

  constructor(
    private readonly runs: RunRemover,
    private readonly owned: () => ReadonlySet<number>,
    private readonly tools: {
      readonly clock: Clock;
      readonly metrics: Pick<Metrics, 'runsRemoved' | 'retentionBacklog' | 'beforeReading'>;
      /** True while live work waits. */
      readonly isBusy: () => boolean;
    },
  ) {
    const { metrics, clock } = tools;
    metrics.beforeReading(async () => {
      const due = await runs.countDue([...owned()], clock.now()).catch(() => null);
      if (due !== null) metrics.retentionBacklog.set(due);
    });
  }

  /** Removes until nothing more is due, or until the stop. */
  async step(): Promise<void> {
    const { clock, isBusy } = this.tools;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const began = clock.monotonic();
      const removed = await this.removeSome();
      if (removed === 0) return;
      const took = clock.monotonic() - began;
      if (isBusy()) this.batch.giveWay();
      else this.batch.took(took, removed);
      await delay(isBusy() ? GIVE_WAY_MS : took * REST, signal);
    }
  }

  /** Ends the step under way after its batch. */
  stop(): void {
    this.stopping.abort();
  }

  private async removeSome(): Promise<number> {
    const remains = await this.take();
    if (remains.length === 0) return 0;
    await this.runs.removeChildren(remains.map(({ run }) => run));
    await this.runs.forget(remains, this.tools.clock.now());
    this.tools.metrics.runsRemoved.inc(remains.length);
    return remains.length;
  }

  /**
   * Turns up to a batch of runs into tombstones; round robin over the shards, and a shard without further runs leaves the round.
   */
  private async take(): Promise<readonly Remains[]> {
    const owned = this.owned();
    const now = this.tools.clock.now();
    this.round = this.round.filter((shard) => owned.has(shard));
    if (this.round.length === 0) {
      if (owned.size === 0 || !(await this.runs.isAnyDue([...owned], now))) return [];
      this.round = [...owned];
    }
    const found: Remains[] = [];
    while (found.length < this.batch.size) {
      const shard = this.round.shift();
      if (shard === undefined) break;
      const room = this.batch.size - found.length;
      const buried = await this.runs.bury(shard, now, room);
      found.push(...buried);
      if (buried.length >= room) this.round.push(shard);
    }
    return found;
  }
}
