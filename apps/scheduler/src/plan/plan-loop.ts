/**
 * Plans the slots of the owned shards in slot order: slots of jobs without limits once a second, soon before they take effect, and all
 * others exactly when they take effect. Slots that have waited for longer are caught up with in parallel, at a lower priority.
 */
import { GUARD_SWEEP_MS } from '#common/domain/limits.js';
import type { Shards, ShardSet } from '#common/domain/shards.js';
import type { Instant } from '#common/run/run.js';
import type { Clock } from '#common/clock/clock.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import type { Calm } from '#common/runtime/calm.js';
import {
  FRESH_MS,
  LOOK_AHEAD_AT_MS,
  LOOK_AHEAD_EVERY_MS,
  LOOK_AHEAD_MS,
  SLOW_LIVE_MS,
  SLOW_LOOK_AHEAD_MS,
  CATCH_UP_BATCH_MS,
  CATCH_UP_LANES,
  MAX_CAUGHT_UP_AT_ONCE,
  MIN_CAUGHT_UP_AT_ONCE,
} from '../core/planning-limits.js';
import { type BacklogStore, Backlog } from './backlog.js';
import { PacedLoop } from './paced-loop.js';
import { ExclusivePlanner, type Planner } from './planner.js';
import { AdaptiveBatchSize } from '#common/runtime/adaptive-limit.js';

export interface ShardOwner {
  /** All shards of the installation. */
  readonly all: Shards;
  owned(): ShardSet;
  onChange(listener: () => void): () => void;
}

/** This many schedules may be due in one second. They are read at once, because each read sorts all of them. */
const MAX_BATCH = 10_000;
/** The longest pause, even if the next known slot is later: a hint may have been lost. */
const MAX_SLEEP_MS = 1_000;
/** The pause at rest: no slot takes effect before the planning ahead that follows it. */
const REST_MS = GUARD_SWEEP_MS;

export class PlanLoop implements Startable {
  private readonly loop: PacedLoop;
  private readonly planner: ExclusivePlanner;
  private readonly catchUp: CatchUp;
  /** When the next planning ahead is due, on the monotonic clock. */
  private lookAt = -Infinity;
  /** The instants, ascending, at which slots take effect that the last planning ahead has left. */
  private waiting: readonly Instant[] = [];
  /** The last pass found nothing, so the next one first asks by one cheap query whether anything is due. */
  private isIdle = false;
  private calm: Pick<Calm, 'isCalm' | 'onEnd'> | undefined;
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly store: BacklogStore,
    planner: Planner,
    private readonly shards: ShardOwner,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {
    this.loop = new PacedLoop(() => this.planDue(), {
      ...tools,
      failed: 'the planning of due slots failed; it is tried again',
    });
    this.planner = new ExclusivePlanner(planner);
    this.catchUp = new CatchUp(store, this.planner, () => shards.owned(), tools);
  }

  /** Makes the loop rest while the scheduler rests; returns the loop. */
  restWith(calm: Pick<Calm, 'isCalm' | 'onEnd'> | undefined): this {
    this.calm = calm;
    return this;
  }

  start(): void {
    const wake = (): void => {
      this.wake();
    };
    const unwatch = [this.shards.onChange(wake), this.calm?.onEnd(wake)];
    this.stopWatching = () => {
      for (const each of unwatch) each?.();
    };
    this.loop.start();
    this.catchUp.start();
  }

  async stop(): Promise<void> {
    this.stopWatching();
    await Promise.all([this.loop.stop(), this.catchUp.stop()]);
  }

  /** Ends the pause, because a slot may be due earlier than the loop knows. */
  wake(): void {
    this.lookAt = -Infinity;
    this.isIdle = false;
    this.loop.wake();
    this.catchUp.wake();
  }

  /** Plans the due slots, and plans ahead; returns the milliseconds until the next one. */
  private async planDue(): Promise<number> {
    const shards = [...this.shards.owned()];
    if (shards.length === 0) return MAX_SLEEP_MS;
    const { clock } = this.tools;
    if (this.isIdle && this.calm?.isCalm === true && (await this.mayRest(shards))) return REST_MS;
    const now = clock.now();
    const began = clock.monotonic();
    const live = await this.store.due(shards, now - FRESH_MS, now, MAX_BATCH);
    await this.planner.advance(live);
    if (clock.monotonic() - began > SLOW_LIVE_MS) this.catchUp.giveWay();
    if (live.length === MAX_BATCH) return 0;
    const isLookDue = clock.monotonic() >= this.lookAt;
    const soon = isLookDue ? await this.lookAhead(shards) : this.waiting.length;
    if (live.length + soon > 0) this.isIdle = false;
    else if (isLookDue) this.isIdle = true;
    const then = clock.now();
    const next = this.waiting.find((at) => at > now) ?? Infinity;
    return Math.max(0, Math.min(MAX_SLEEP_MS, next - then, this.lookAt - clock.monotonic()));
  }

  /**
   * Whether no slot takes effect before the planning ahead that follows a rest, and none waits to be caught up with. This is one cheap
   * query in place of five. `wake` ends the rest.
   */
  private async mayRest(shards: readonly number[]): Promise<boolean> {
    const restUntil = this.tools.clock.monotonic() + REST_MS;
    this.isIdle = !(await this.store.isAnyDue(shards, this.tools.clock.now() + REST_MS + LOOK_AHEAD_MS));
    if (this.isIdle) this.catchUp.restUntil(restUntil);
    return this.isIdle;
  }

  /**
   * Creates the runs of slots that take effect soon; returns the number of these slots. Slots of jobs with limits, and of jobs that
   * another process changes, are left.
   */
  private async lookAhead(shards: readonly number[]): Promise<number> {
    const { clock } = this.tools;
    const now = clock.now();
    const began = clock.monotonic();
    this.lookAt = began + msToNextLook(now);
    const soon = await this.store.due(shards, now, now + LOOK_AHEAD_MS, MAX_BATCH);
    const planned = await this.planner.advance(soon, { aheadMs: LOOK_AHEAD_MS });
    const left = soon.flatMap((state) => (planned.get(state.job) ?? state).nextSlotAt ?? []);
    this.waiting = left.filter((at) => at <= now + LOOK_AHEAD_MS).sort((a, b) => a - b);
    if (soon.length === MAX_BATCH && this.waiting.length < MAX_BATCH) this.lookAt = -Infinity;
    if (clock.monotonic() - began > SLOW_LOOK_AHEAD_MS) this.catchUp.giveWay();
    return soon.length;
  }
}

/** The pause is at least half the usual one, at most one and a half. */
function msToNextLook(now: Instant): number {
  const half = LOOK_AHEAD_EVERY_MS / 2;
  const toPhase = (LOOK_AHEAD_AT_MS - (now % LOOK_AHEAD_EVERY_MS) + LOOK_AHEAD_EVERY_MS) % LOOK_AHEAD_EVERY_MS;
  return toPhase < half ? toPhase + LOOK_AHEAD_EVERY_MS : toPhase;
}

/*
 * Catches up with slots that were not planned in time, in parallel to those that are on time, as fast as the database allows: the
 * batch size adapts to how long a batch takes. When planning the slots that are on time becomes slow, batches become smaller and
 * take at most half of the time.
 */

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

class CatchUp implements Startable {
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
