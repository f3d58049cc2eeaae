/** Sends due notices, so that a tenant or webhook that hangs does not delay the others. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#common/clock/clock.js';
import type { Notice } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import { chooseNext, MAX_AT_ONCE, servedBy } from './core/fair-share.js';
import type { NoticeDelivery } from './notice-delivery.js';

/** Due notices in one query: more than may be sent at once, so that the shares can be fair. */
const PER_QUERY = 2 * MAX_AT_ONCE;
/** Receivers that have asked to wait and are remembered; one that is forgotten is asked once more. */
const MAX_QUIET = 256;
/** The pause before the next check for free shares if all sends hang. */
const LOOK_AGAIN_MS = 250;

export class NoticeSender {
  private readonly underWay = new TrackedTasks<Notice>();
  /** Digests of webhooks, each with the instant before which it gets nothing. */
  private readonly quiet = new LRUCache<string, Instant>({ max: MAX_QUIET });
  private stopped = false;

  constructor(
    private readonly notices: Pick<NoticesStore, 'due'>,
    private readonly delivery: Pick<NoticeDelivery, 'deliver'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly tools: { readonly clock: Pick<Clock, 'now'>; readonly log: Logger },
  ) {}

  /** Sends until nothing more is due, or the shares of all due webhooks are under way; returns how many it has begun. */
  async step(): Promise<number> {
    for (let count = 0; ;) {
      const more = this.stopped ? 0 : await this.beginSome();
      if (more === 0) return count;
      count += more;
      await this.underWay.untilOneEnds(LOOK_AGAIN_MS);
    }
  }

  /** Starts nothing more; resolves when every send under way has been answered or has timed out. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.underWay.drain();
  }

  private async beginSome(): Promise<number> {
    const shards = [...this.owned()];
    for (let count = 0; ;) {
      const underWay = this.underWay.keys;
      if (shards.length === 0 || underWay.length >= MAX_AT_ONCE) return count;
      const now = this.tools.clock.now();
      const { tenants, webhooks } = servedBy(underWay);
      const except = { tenants, webhooks: [...webhooks, ...this.quietAt(now)] };
      const due = await this.notices.due(shards, now, except, PER_QUERY);
      const chosen = chooseNext(due, underWay);
      if (chosen.length === 0) return count;
      count += chosen.length;
      for (const notice of chosen) this.begin(notice);
    }
  }

  private quietAt(now: Instant): string[] {
    return [...this.quiet.entries()].flatMap(([webhook, until]) => (until > now ? [webhook] : []));
  }

  private begin(notice: Notice): void {
    void this.underWay.add(this.deliver(notice), notice);
  }

  private async deliver(notice: Notice): Promise<void> {
    try {
      const until = await this.delivery.deliver(notice);
      if (until !== null) this.quiet.set(notice.to, until);
    } catch (error) {
      this.tools.log.warn(
        { notice: notice.id, error: messageOf(error) },
        'the result of the delivery of a notice was not saved',
      );
    }
  }
}
