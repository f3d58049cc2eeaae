/**
 * Wakes exactly when the next slot of the owned shards takes effect, and plans all slots that are due, in slot order. Slots that have
 * waited for longer are caught up with in parallel, at a lower priority.
 */
import type { Instant } from '#common/run/run.js';
import type { Startable } from '#common/lifecycle/service.js';
import { FRESH_MS, SLOW_LIVE_MS } from '../core/planning-limits.js';
import type { BacklogStore } from './backlog.js';
import { CatchUp } from './catch-up.js';
import { PacedLoop } from './paced-loop.js';
import { ExclusivePlanner, type Planner } from './planner.js';
import type { PlannerTools } from './planned.js';

export interface DueStore extends BacklogStore {
  nextDueAt(shards: readonly number[], after: Instant, until: Instant): Promise<Instant | null>;
}

export interface ShardOwner {
  owned(): ReadonlySet<number>;
  onChange(listener: () => void): () => void;
}

/** As many schedules as may be due in one second: they are read at once, because each read sorts all of them. */
const MAX_BATCH = 10_000;
/** The longest pause, whatever the next known slot is: a hint may have been lost. */
const MAX_SLEEP_MS = 1_000;

export class PlanLoop implements Startable {
  private readonly loop: PacedLoop;
  private readonly jobs: ExclusivePlanner;
  private readonly catchUp: CatchUp;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly store: DueStore,
    planner: Planner,
    private readonly shards: ShardOwner,
    private readonly tools: Pick<PlannerTools, 'clock' | 'log'>,
  ) {
    this.loop = new PacedLoop(() => this.planDue(), { ...tools, failed: 'planning failed; it is tried again' });
    this.jobs = new ExclusivePlanner(planner);
    this.catchUp = new CatchUp(store, this.jobs, () => shards.owned(), tools);
  }

  start(): void {
    this.stopWatching = this.shards.onChange(() => {
      this.wake();
    });
    this.loop.start();
    this.catchUp.start();
  }

  async stop(): Promise<void> {
    this.stopWatching();
    await Promise.all([this.loop.stop(), this.catchUp.stop()]);
  }

  /** A slot may be due earlier than the loop knows. */
  wake(): void {
    this.loop.wake();
  }

  /** Plans the slots that are due; gives the milliseconds until the next one. */
  private async planDue(): Promise<number> {
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
