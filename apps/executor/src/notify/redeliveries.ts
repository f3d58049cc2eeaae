/** Repeated deliveries on request: the notice becomes due again, and the sender sends it under the same key. */
import type { Clock } from '#common/clock/clock.js';
import { REDELIVERY_PAUSE_MS } from '#common/domain/limits.js';
import type { ReplyTo } from '#common/messages/registry.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';

export type RedeliveryReply = ReplyTo<'redeliver'>;

/** Tries of a compare-and-set: the sender may save a result between the read and the write. */
const MAX_SAVES = 3;

export class Redeliveries {
  constructor(
    private readonly notices: Pick<NoticesStore, 'load' | 'askAnew'>,
    private readonly clock: Clock,
    private readonly metrics: Pick<Metrics, 'redeliveries'>,
  ) {}

  /** Refused with NOT_FOUND, with TOO_MANY_REQUESTS shortly after the last time, and with CONFLICT while it is being sent. */
  async ask(id: string): Promise<RedeliveryReply> {
    for (let save = 0; save < MAX_SAVES; save++) {
      const notice = await this.notices.load(id);
      const now = this.clock.now();
      if (notice === null) return refused('NOT_FOUND', 'the delivery no longer exists');
      if (now - (notice.askedAnewAt ?? -Infinity) < REDELIVERY_PAUSE_MS) {
        const seconds = REDELIVERY_PAUSE_MS / 1_000;
        return refused('TOO_MANY_REQUESTS', `the delivery was requested within the last ${seconds} s already`);
      }
      if (await this.notices.askAnew(notice, now)) {
        this.metrics.redeliveries.inc({ on: notice.on });
        return { ok: true };
      }
    }
    return refused('CONFLICT', 'the notice is being delivered at the moment');
  }
}

const refused = (code: string, detail: string): RedeliveryReply => ({ ok: false, code, detail });
