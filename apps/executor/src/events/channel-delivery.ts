/** Sends one channel its next events: the cursor is saved after the receiver has taken them, so whoever dies in between sends them again. */
import type { Clock } from '#common/clock/clock.js';
import { MAX_EVENTS_PER_REQUEST } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import type { StoredChannel } from '#common/mongo/channels.store.js';
import type { EventLogStore } from '#common/mongo/event-log.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { endOfRun, gapEvent, type CloudEvent } from '#common/notices/cloud-event.js';
import { instantOfSeq, seqAt } from '#common/run/end-event.js';
import type { EventCursor } from '#common/run/event-cursor.js';
import { afterRequest, firstCursor, followed, gapOf, isGone, mayTryAt, replayed } from './core/event-cursor.js';
import type { EventRequests } from './event-requests.js';

/** Where a channel stands. */
export interface Standing {
  /** Everything up to here is delivered. */
  readonly through: number;
  /** Nothing is sent before. */
  readonly pausedUntil: Instant;
  /** When the oldest event was logged that is not delivered; null: all are. */
  readonly oldest: Instant | null;
  /** True if there is more to send now. */
  readonly isMore: boolean;
}

/** Events of one request, up to a place of the log. */
export interface NextEvents {
  readonly events: readonly CloudEvent[];
  readonly through: number;
  readonly oldest: Instant;
}

/** Reads what a channel gets next. */
export class EventReader {
  constructor(
    private readonly log: Pick<EventLogStore, 'after'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings'>,
    private readonly uiBase: string,
  ) {}

  /** Null if there is nothing. */
  async next(
    cursor: EventCursor,
    { tenant, spec: { target } }: StoredChannel,
    { stored, now }: { readonly stored: number; readonly now: Instant },
  ): Promise<NextEvents | null> {
    const isBatch = target.type === 'cloudevents' && target.mode === 'batch';
    const most = isBatch ? (cursor.most ?? MAX_EVENTS_PER_REQUEST) : 1;
    const gap = gapOf(cursor, now);
    if (gap !== null) {
      const { after, until } = gap;
      return { events: [gapEvent(gap, tenant, this.uiBase)], through: until, oldest: instantOfSeq(after) };
    }
    // Another tenant may have had the id.
    const begin = seqAt((await this.tenants.beginnings()).get(tenant) ?? 0);
    const page = await this.log.after(tenant, Math.max(cursor.seq, begin), stored, most);
    const [first] = page;
    const last = page.at(-1);
    if (first === undefined || last === undefined) return null;
    const events = page.map((event) => endOfRun(event, this.uiBase));
    return { events, through: last.seq, oldest: instantOfSeq(first.seq) };
  }
}

export class ChannelDelivery {
  constructor(
    private readonly log: Pick<EventLogStore, 'progress' | 'cursor' | 'saveCursor'>,
    private readonly reader: Pick<EventReader, 'next'>,
    private readonly requests: Pick<EventRequests, 'send'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Sends at most one request. Null where another process delivers, or where the channel is new. */
  async deliver(channel: StoredChannel): Promise<Standing | null> {
    const { log } = this;
    const stored = (await log.progress())?.stored;
    if (stored === undefined) return null;
    const saved = await log.cursor(channel.tenant, channel.id);
    if (saved === null) {
      await log.saveCursor(firstCursor(channel, stored));
      return null;
    }
    const cursor = replayed(saved, channel);
    if (isGone(cursor, channel)) return { ...NOTHING_LEFT, through: Infinity };
    const now = this.clock.now();
    const next = await this.reader.next(cursor, channel, { stored, now });
    if (next === null) {
      const moved = followed(cursor, stored, channel.rev);
      if (moved !== null) await log.saveCursor(moved);
      return { ...NOTHING_LEFT, through: stored };
    }
    const pausedUntil = mayTryAt(cursor, channel);
    if (pausedUntil > now) return { through: cursor.seq, oldest: next.oldest, pausedUntil, isMore: false };
    return this.send(channel, cursor, next);
  }

  private async send(
    channel: StoredChannel,
    cursor: EventCursor,
    { events, through, oldest }: NextEvents,
  ): Promise<Standing | null> {
    const result = await this.requests.send(channel, events);
    const now = this.clock.now();
    const after = afterRequest(cursor, result, { through, channelRev: channel.rev, now });
    if (!(await this.log.saveCursor(after))) return null;
    const isMore = result.type === 'taken' || (result.type === 'tooLarge' && after.nextTryAt <= now);
    return { through: after.seq, pausedUntil: after.nextTryAt, oldest: result.type === 'gone' ? null : oldest, isMore };
  }
}

const NOTHING_LEFT = { pausedUntil: 0, oldest: null, isMore: false } as const;
