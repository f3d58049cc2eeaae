/**
 * Wakes exactly when the next slot of the owned shards takes effect and plans all that are due, in slot order. What has waited
 * for longer is caught up with beside it, and never before it.
 */
import type { Instant } from '#common/run/run.js';
import type { Startable } from '#common/lifecycle/service.js';
import { FRESH_MS, SLOW_LIVE_MS } from '../core/planning-limits.js';
import type { BacklogStore } from './backlog.js';
import { CatchUp } from './catch-up.js';
import { ExclusivePlanner, type Planner } from './planner.js';
import type { PlannerTools } from './planned.js';
import { Waker } from './waker.js';

export interface DueStore extends BacklogStore {
  nextDueAt(shards: readonly number[], after: Instant, until: Instant): Promise<Instant | null>;
}

export interface ShardOwner {
  owned(): ReadonlySet<number>;
  onChange(listener: () => void): () => void;
}

/** As many as may be due in one second: what is due together is read at once, because each read has to sort all of it. */
const MAX_BATCH = 10_000;
/** Looked at least this often, whatever the next known slot: a hint may have been lost. */
const MAX_SLEEP_MS = 1_000;
const RETRY_MS = 1_000;

export class PlanLoop implements Startable {
  private readonly waker: Waker;
  private readonly jobs: ExclusivePlanner;
  private readonly catchUp: CatchUp;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly store: DueStore,
    planner: Planner,
    private readonly shards: ShardOwner,
    private readonly tools: Pick<PlannerTools, 'clock' | 'log'>,
  ) {
    this.waker = new Waker(tools.clock);
    this.jobs = new ExclusivePlanner(planner);
    this.catchUp = new CatchUp(store, this.jobs, () => shards.owned(), tools);
  }

  start(): void {
    this.stopWatching = this.shards.onChange(() => {
      this.wake();
    });
    this.running = this.run();
    this.catchUp.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.stopWatching();
    this.wake();
    await Promise.all([this.running, this.catchUp.stop()]);
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
    const { clock } = this.tools;
    const [now, began] = [clock.now(), clock.monotonic()];
    const live = await this.store.due(shards, now - FRESH_MS, now, MAX_BATCH);
    await this.jobs.advance(live);
    if (clock.monotonic() - began > SLOW_LIVE_MS) this.catchUp.giveWay();
    if (live.length === MAX_BATCH) return 0;
    const next = await this.store.nextDueAt(shards, now, now + MAX_SLEEP_MS);
    return Math.min(MAX_SLEEP_MS, Math.max(0, (next ?? Infinity) - clock.now()));
  }
}
