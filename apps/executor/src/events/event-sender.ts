/**
 * Sends the log of events to channels, each in order and at least once. A channel gets one request at a time, so one that hangs or refuses
 * delays no other.
 */
import type { Clock } from '#common/clock/clock.js';
import { EVENT_REQUESTS_IN_A_ROW, MAX_EVENT_REQUESTS, MAX_EVENT_REQUESTS_OF_TENANT } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { StoredChannel } from '#common/mongo/channels.store.js';
import type { EventLogStore } from '#common/mongo/event-log.store.js';
import { keyOf } from '#common/mongo/tenant-definitions.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { ChannelDelivery, Standing } from './channel-delivery.js';

/** Where a channel stood when this replica last delivered to it, or tried to. */
interface LastStanding extends Standing {
  readonly channelRev: number;
}

export class EventSender {
  private readonly underWay = new TrackedTasks<string>();
  private readonly standings = new Map<string, LastStanding>();
  private isStopped = false;

  /** `channels`: those of this replica. */
  constructor(
    private readonly channels: () => Promise<readonly StoredChannel[]>,
    private readonly log: Pick<EventLogStore, 'progress'>,
    private readonly delivery: Pick<ChannelDelivery, 'deliver'>,
    private readonly tools: { readonly clock: Pick<Clock, 'now'>; readonly log: Logger },
  ) {}

  /** Begins to deliver to the channels that have not got everything; returns their number. */
  async step(): Promise<number> {
    const progress = await this.log.progress();
    const mine = await this.channels();
    const keys = new Set(mine.map(keyFor));
    for (const key of this.standings.keys()) if (!keys.has(key)) this.standings.delete(key);
    if (progress === null || this.isStopped) return 0;
    const now = this.tools.clock.now();
    // Those that have waited longest come first.
    const due = mine
      .filter((channel) => this.isDue(channel, progress.stored, now))
      .sort((a, b) => this.throughOf(a) - this.throughOf(b));
    let count = 0;
    for (const channel of due) {
      if (!this.mayBegin(channel)) continue;
      count++;
      void this.underWay.add(this.deliver(channel), keyFor(channel));
    }
    return count;
  }

  /** For how long the oldest event has waited that a channel of this replica has not got. */
  lateMs(now: Instant): number {
    return Math.max(0, ...[...this.standings.values()].map(({ oldest }) => now - (oldest ?? now)));
  }

  /** Begins nothing more; resolves when every request under way has been answered or has timed out. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.drained();
  }

  /** Resolves when no request is under way. */
  async drained(): Promise<void> {
    await this.underWay.drain();
  }

  private isDue(channel: StoredChannel, stored: number, now: Instant): boolean {
    const last = this.standings.get(keyFor(channel));
    if (last?.channelRev !== channel.rev) return true;
    return last.pausedUntil <= now && last.through < stored;
  }

  private throughOf(channel: StoredChannel): number {
    return this.standings.get(keyFor(channel))?.through ?? 0;
  }

  private mayBegin(channel: StoredChannel): boolean {
    const { keys } = this.underWay;
    const ofTenant = keys.filter((key) => key.startsWith(`${channel.tenant}/`));
    return (
      !this.underWay.has(keyFor(channel)) &&
      keys.length < MAX_EVENT_REQUESTS &&
      ofTenant.length < MAX_EVENT_REQUESTS_OF_TENANT
    );
  }

  /** Never throws. */
  private async deliver(channel: StoredChannel): Promise<void> {
    try {
      for (let i = 0; i < EVENT_REQUESTS_IN_A_ROW && !this.isStopped; i++) {
        const standing = await this.delivery.deliver(channel);
        if (standing !== null) this.standings.set(keyFor(channel), { ...standing, channelRev: channel.rev });
        if (standing?.isMore !== true) return;
      }
    } catch (error) {
      const { tenant, id } = channel;
      this.tools.log.warn(
        { tenant, channel: id, error: messageOf(error) },
        'events could not be delivered; it is tried again',
      );
    }
  }
}

const keyFor = ({ tenant, id }: Pick<StoredChannel, 'tenant' | 'id'>): string => keyOf(tenant, id);
