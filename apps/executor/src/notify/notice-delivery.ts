/** Sends one notice and saves the result. A process that dies between the two sends the notice again under the same key. */
import type { Clock } from '#common/clock/clock.js';
import type { Notice } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';
import { INCIDENT_STEPS } from '#common/watch/incident-steps.js';
import { NOTICE_EVENTS } from '#common/notices/notice-events.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import { afterTry, quietUntil } from './core/after-try.js';
import { kindsBefore, waitsUntil } from './core/delivery-order.js';
import type { Deliverer } from './deliverer.js';

export class NoticeDelivery {
  constructor(
    private readonly notices: Pick<NoticesStore, 'save' | 'undelivered'>,
    private readonly deliverer: Pick<Deliverer, 'deliver'>,
    private readonly tools: { readonly clock: Clock; readonly metrics: Pick<Metrics, 'notices'>; readonly log: Logger },
  ) {
    // A counter that first appears with a value above 0 shows no increase: the alert would not see the first notice that is given
    // up.
    for (const on of [...NOTICE_EVENTS, ...INCIDENT_STEPS]) tools.metrics.notices.inc({ on, result: 'gaveUp' }, 0);
  }

  /** Returns until when its receiver has asked for no more notices; null if it has not asked. */
  async deliver(notice: Notice): Promise<Instant | null> {
    const { clock, metrics, log } = this.tools;
    const later = await this.waitsUntil(notice);
    if (later !== null) {
      await this.notices.save({ ...notice, nextTryAt: later }, notice.tries);
      return null;
    }
    const begunAt = clock.now();
    const startedAt = clock.monotonic();
    const { id: key, tenant, webhook: address, body, recipients = [] } = notice;
    const result = await this.deliverer.deliver({ key, tenant, address, body, recipients });
    const next = afterTry(notice, result, { begunAt, now: clock.now(), tookMs: clock.monotonic() - startedAt });
    metrics.notices.inc({ on: notice.on, result: next.outcome ?? 'failed' });
    if (next.outcome === 'gaveUp') {
      log.error({ notice: notice.id, job: notice.job, error: next.lastError }, 'a notice could not be delivered');
    }
    await this.notices.save(next, notice.tries);
    return result.type === 'failed' && result.retryAt !== undefined ? quietUntil(result.retryAt, clock.now()) : null;
  }

  /** Null if the notice may be sent now. */
  private async waitsUntil(notice: Notice): Promise<Instant | null> {
    const kinds = kindsBefore(notice);
    if (kinds.length === 0) return null;
    return waitsUntil(notice, await this.notices.undelivered(notice, kinds), this.tools.clock.now());
  }
}
