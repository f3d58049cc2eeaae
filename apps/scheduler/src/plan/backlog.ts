/** Schedules that are behind, shard by shard: an index orders the schedules of one shard. */
import type { Instant } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { FRESH_MS, ON_TIME_MS } from '../core/planning-limits.js';

export interface BacklogStore {
  due(shards: readonly number[], after: Instant, until: Instant, limit: number): Promise<ScheduleState[]>;
  isAnyDue(shards: readonly number[], until: Instant): Promise<boolean>;
}

/** The share of a batch for slots that are still on time; the rest is for missed slots, so that neither kind waits for the other. */
const SHARE_OF_URGENT = 3 / 4;

export class Backlog {
  /** Shards that may hold slots which are late but still on time: a few seconds more may make them missed. */
  private urgent: number[] = [];
  /** Shards that may hold missed slots. */
  private missed: number[] = [];

  constructor(private readonly store: BacklogStore) {}

  /** Up to `limit` schedules that are behind, the most urgent first. Empty: none is. */
  async take(shards: readonly number[], now: Instant, limit: number): Promise<ScheduleState[]> {
    if (this.urgent.length + this.missed.length === 0) {
      if (!(await this.store.isAnyDue(shards, now - FRESH_MS))) return [];
      [this.urgent, this.missed] = [[...shards], [...shards]];
    }
    const onTimeSince = now - ON_TIME_MS;
    const urgent = await this.fill(this.urgent, Math.ceil(limit * SHARE_OF_URGENT), (shard, room) =>
      this.store.due([shard], onTimeSince, now - FRESH_MS, room),
    );
    const missed = await this.fill(this.missed, limit - urgent.length, (shard, room) =>
      this.store.due([shard], -Infinity, onTimeSince, room),
    );
    return [...urgent, ...missed];
  }

  /** Round robin over the shards; a shard without further schedules leaves the round. */
  private async fill(
    round: number[],
    limit: number,
    read: (shard: number, room: number) => Promise<ScheduleState[]>,
  ): Promise<ScheduleState[]> {
    const schedules: ScheduleState[] = [];
    while (schedules.length < limit) {
      const shard = round.shift();
      if (shard === undefined) break;
      const room = limit - schedules.length;
      const due = await read(shard, room);
      schedules.push(...due);
      if (due.length === room) round.push(shard);
    }
    return schedules;
  }
}
