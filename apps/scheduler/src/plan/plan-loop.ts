/**
 * Wakes exactly when the next slot of the owned shards takes effect and plans all that are due, in slot order: those on time
 * first, then, at a bounded rate, those that were missed.
 */
import type { Instant } from '#common/domain/run.js';
import type { ScheduleState } from '#common/domain/schedule-state.js';
import type { Startable } from '#common/lifecycle/service.js';
import { ON_TIME_MS } from '../core/planning-limits.js';
import type { Planner, PlannerTools } from './planner.js';
import { Waker } from './waker.js';

export interface DueBook {
  due(shards: readonly number[], after: Instant, until: Instant, limit: number): Promise<ScheduleState[]>;
  nextDueAt(shards: readonly number[], after: Instant, until: Instant): Promise<Instant | null>;
}

export interface ShardOwner {
  owned(): ReadonlySet<number>;
  onChange(listener: () => void): () => void;
}

/** As many as may be due in one second: what is due together is read at once, because each read has to sort all of it. */
const MAX_BATCH = 10_000;
/** Schedules whose missed slots are caught up on per second, so that a long downtime never crowds out what is on time. */
const CAUGHT_UP_PER_SECOND = 200;
/** Looked at least this often, whatever the next known slot: a hint may have been lost. */
const MAX_SLEEP_MS = 1_000;
const RETRY_MS = 1_000;

export class PlanLoop implements Startable {
  private readonly waker: Waker;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private lastCatchUp = -Infinity;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly book: DueBook,
    private readonly planner: Planner,
    private readonly shards: ShardOwner,
    private readonly tools: Pick<PlannerTools, 'clock' | 'log'>,
  ) {
    this.waker = new Waker(tools.clock);
  }

  start(): void {
    this.stopWatching = this.shards.onChange(() => {
      this.wake();
    });
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.stopWatching();
    this.wake();
    await this.running;
  }

  /** Something may be due earlier than known. */
  wake(): void {
    this.waker.wake();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.waker.sleep(await this.turn());
      } catch (error) {
        this.tools.log.warn({ err: error }, 'planning failed; it is tried again');
        await this.waker.sleep(RETRY_MS);
      }
    }
  }

  /** Plans what is due; gives the milliseconds until there is more to do. */
  private async turn(): Promise<number> {
    const shards = [...this.shards.owned()];
    if (shards.length === 0) return MAX_SLEEP_MS;
    const now = this.tools.clock.now();
    const live = await this.book.due(shards, now - ON_TIME_MS, now, MAX_BATCH);
    await this.planner.advance(live);
    if (live.length === MAX_BATCH) return 0;
    await this.catchUp(shards, now);
    const next = await this.book.nextDueAt(shards, now, now + MAX_SLEEP_MS);
    return Math.min(MAX_SLEEP_MS, Math.max(0, (next ?? Infinity) - this.tools.clock.now()));
  }

  private async catchUp(shards: readonly number[], now: Instant): Promise<void> {
    const since = this.tools.clock.monotonic() - this.lastCatchUp;
    if (since < MAX_SLEEP_MS) return;
    this.lastCatchUp = this.tools.clock.monotonic();
    const missed = await this.book.due(shards, -Infinity, now - ON_TIME_MS, CAUGHT_UP_PER_SECOND);
    await this.planner.advance(missed);
  }
}
