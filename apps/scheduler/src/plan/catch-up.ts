/**
 * Catches up with what has waited while nobody planned, beside what is on time: as fast as the database takes it, which shows
 * in how long a batch takes, and in how long a turn of what is on time takes.
 */
import type { Startable } from '#common/lifecycle/service.js';
import { AdaptiveBatchSize } from '#common/runtime/adaptive-limit.js';
import {
  CATCH_UP_BATCH_MS,
  CATCH_UP_LANES,
  MAX_CAUGHT_UP_AT_ONCE,
  MIN_CAUGHT_UP_AT_ONCE,
} from '../core/planning-limits.js';
import { Backlog, type BacklogStore } from './backlog.js';
import type { ExclusivePlanner } from './planner.js';
import type { PlannerTools } from './planned.js';
import { Waker } from './waker.js';

/** How often it is asked whether anything is behind, while nothing is. */
const LOOK_MS = 1_000;
/** Between two batches, so that one that comes to nothing is not repeated without end in one moment. */
const PAUSE_MS = 5;
const RETRY_MS = 1_000;

type Tools = Pick<PlannerTools, 'clock' | 'log'>;

export class CatchUp implements Startable {
  private readonly lanes: readonly Lane[];

  constructor(store: BacklogStore, jobs: ExclusivePlanner, owned: () => ReadonlySet<number>, tools: Tools) {
    this.lanes = Array.from({ length: CATCH_UP_LANES }, (_, lane) => {
      const own = (): readonly number[] => [...owned()].filter((shard) => shard % CATCH_UP_LANES === lane);
      return new Lane(new Backlog(store), jobs, own, tools);
    });
  }

  start(): void {
    for (const lane of this.lanes) lane.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.lanes.map((lane) => lane.stop()));
  }

  /** What is on time took long to be planned. */
  giveWay(): void {
    for (const lane of this.lanes) lane.giveWay();
  }
}

class Lane implements Startable {
  private readonly waker: Waker;
  private readonly batch = new AdaptiveBatchSize({
    least: MIN_CAUGHT_UP_AT_ONCE,
    most: MAX_CAUGHT_UP_AT_ONCE,
    targetMs: CATCH_UP_BATCH_MS,
  });
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  /** How often what is on time took long to be planned. */
  private yielded = 0;

  constructor(
    private readonly backlog: Backlog,
    private readonly jobs: ExclusivePlanner,
    private readonly shards: () => readonly number[],
    private readonly tools: Tools,
  ) {
    this.waker = new Waker(tools.clock);
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.waker.wake();
    await this.running;
  }

  giveWay(): void {
    this.yielded++;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.waker.sleep(await this.turn());
      } catch (error) {
        this.batch.giveWay();
        this.tools.log.warn({ err: error }, 'catching up failed; it is tried again');
        await this.waker.sleep(RETRY_MS);
      }
    }
  }

  /** Plans a batch; gives the milliseconds until the next one. */
  private async turn(): Promise<number> {
    const { clock } = this.tools;
    const shards = this.shards();
    const began = clock.monotonic();
    const yielded = this.yielded;
    const behind = shards.length === 0 ? [] : await this.backlog.take(shards, clock.now(), this.batch.size);
    if (behind.length === 0) return LOOK_MS;
    await this.jobs.advance(behind, { stopAfterMs: CATCH_UP_BATCH_MS });
    if (this.yielded > yielded) this.batch.giveWay();
    else this.batch.took(clock.monotonic() - began, behind.length);
    return PAUSE_MS;
  }
}
