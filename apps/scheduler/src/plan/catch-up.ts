/**
 * Catches up with slots that were not planned in time, in parallel to those that are on time, as fast as the database allows: the
 * batch size adapts to how long a batch takes. When planning the slots that are on time becomes slow, batches become smaller and
 * take at most half of the time.
 */
import type { Clock } from '#common/clock/clock.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import { AdaptiveBatchSize } from '#common/runtime/adaptive-limit.js';
import {
  CATCH_UP_BATCH_MS,
  CATCH_UP_LANES,
  LOOK_AHEAD_MS,
  MAX_CAUGHT_UP_AT_ONCE,
  MIN_CAUGHT_UP_AT_ONCE,
} from '../core/planning-limits.js';
import { Backlog, type BacklogStore } from './backlog.js';
import { PacedLoop } from './paced-loop.js';
import type { ExclusivePlanner } from './planner.js';

/** The pause before the next look while no slot is behind. */
const LOOK_MS = 2_000;
/** The pause between two batches, so that a batch that fails to advance is not repeated in a tight loop. */
const PAUSE_MS = 5;
/** While slots that are on time are planned slowly, a batch is followed by a pause this many times as long as it took. */
const PAUSE_PER_BATCH = 1;
const MAX_PAUSE_MS = 5_000;

interface Tools {
  readonly clock: Clock;
  readonly log: Logger;
}

export class CatchUp implements Startable {
  private readonly lanes: readonly Lane[];

  constructor(store: BacklogStore, planner: ExclusivePlanner, owned: () => ReadonlySet<number>, tools: Tools) {
    this.lanes = Array.from({ length: CATCH_UP_LANES }, (_, lane) => {
      const own = (): readonly number[] => [...owned()].filter((shard) => shard % CATCH_UP_LANES === lane);
      return new Lane(new Backlog(store), planner, own, tools);
    });
  }

  start(): void {
    for (const lane of this.lanes) lane.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.stop()));
  }

  /** Notes that planning the slots that are on time was slow. */
  giveWay(): void {
    for (const lane of this.lanes) lane.giveWay();
  }

  /** Pauses until this time (monotonic): no schedule is behind before. */
  restUntil(instant: number): void {
    for (const lane of this.lanes) lane.restUntil(instant);
  }

  /** Ends the pause, because a schedule may be behind. */
  wake(): void {
    for (const lane of this.lanes) lane.wake();
  }
}

class Lane implements Startable {
  private readonly loop: PacedLoop;
  private readonly batch = new AdaptiveBatchSize({
    least: MIN_CAUGHT_UP_AT_ONCE,
    most: MAX_CAUGHT_UP_AT_ONCE,
    targetMs: CATCH_UP_BATCH_MS,
  });
  /** How often planning the slots that are on time was slow. */
  private yielded = 0;
  private resting = -Infinity;

  constructor(
    private readonly backlog: Backlog,
    private readonly planner: ExclusivePlanner,
    private readonly shards: () => readonly number[],
    private readonly tools: Tools,
  ) {
    this.loop = new PacedLoop(() => this.planBatch(), {
      ...tools,
      failed: 'late slots could not be caught up on; it is tried again',
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  giveWay(): void {
    this.yielded++;
  }

  restUntil(instant: number): void {
    this.resting = instant;
  }

  wake(): void {
    if (this.resting === -Infinity) return;
    this.resting = -Infinity;
    this.loop.wake();
  }

  /** Plans a batch; returns the milliseconds until the next one. */
  private async planBatch(): Promise<number> {
    const { clock } = this.tools;
    const shards = this.shards();
    const began = clock.monotonic();
    if (began < this.resting) return this.resting - began + LOOK_MS;
    const yielded = this.yielded;
    try {
      const behind = shards.length === 0 ? [] : await this.backlog.take(shards, clock.now(), this.batch.size);
      if (behind.length === 0) return LOOK_MS;
      await this.planner.advance(behind, { stopAfterMs: CATCH_UP_BATCH_MS, aheadMs: LOOK_AHEAD_MS });
      const tookMs = clock.monotonic() - began;
      if (this.yielded > yielded) {
        this.batch.giveWay();
        return Math.min(MAX_PAUSE_MS, tookMs * PAUSE_PER_BATCH);
      }
      this.batch.took(tookMs, behind.length);
      return PAUSE_MS;
    } catch (error) {
      this.batch.giveWay();
      throw error;
    }
  }
}
