/** Sends due notices. A process that dies between sending a notice and saving that sends it again under the same key. */
import type { Clock } from '#common/clock/clock.js';
import { NOTICE_EVENTS } from '#common/spec/notify.js';
import { INCIDENT_STEPS } from '#common/watch/incident-steps.js';
import type { Notice } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import { afterTry } from './core/after-try.js';
import { kindsBefore, waitsUntil } from './core/delivery-order.js';
import type { Deliverer } from './deliverer.js';
import { chooseNext, MAX_AT_ONCE, servedBy } from './core/fair-share.js';

export interface SenderParts {
  readonly notices: Pick<NoticesStore, 'due' | 'save' | 'undelivered'>;
  readonly deliverer: Pick<Deliverer, 'deliver'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/** Due notices in one query: more than may be sent at once, so that the shares can be fair. */
const PER_QUERY = 2 * MAX_AT_ONCE;
/** Where all sends hang, the pause before the next look for free shares. */
const LOOK_AGAIN_MS = 250;

export class NoticeSender {
  private readonly underWay = new TrackedTasks<Notice>();
  private stopped = false;

  constructor(
    private readonly parts: SenderParts,
    private readonly owned: () => ReadonlySet<number>,
  ) {
    // A counter that first appears with a value above 0 shows no increase: the alert would not see the first notice that is given
    // up.
    for (const on of [...NOTICE_EVENTS, ...INCIDENT_STEPS]) parts.metrics.notices.inc({ on, result: 'gaveUp' }, 0);
  }

  /** Sends until nothing more is due, or the shares of all due webhooks are under way; gives how many it has begun. */
  async step(): Promise<number> {
    for (let begun = 0; ;) {
      const more = this.stopped ? 0 : await this.beginSome();
      if (more === 0) return begun;
      begun += more;
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
    const { notices, clock } = this.parts;
    for (let begun = 0; ;) {
      const underWay = this.underWay.keys;
      if (shards.length === 0 || underWay.length >= MAX_AT_ONCE) return begun;
      const due = await notices.due(shards, clock.now(), servedBy(underWay), PER_QUERY);
      const chosen = chooseNext(due, underWay);
      if (chosen.length === 0) return begun;
      begun += chosen.length;
      for (const notice of chosen) this.begin(notice);
    }
  }

  private begin(notice: Notice): void {
    const done = this.deliver(notice).catch((error: unknown) => {
      this.parts.log.warn({ notice: notice.id, error: messageOf(error) }, 'the result of a notice was not saved');
    });
    void this.underWay.add(done, notice);
  }

  private async deliver(notice: Notice): Promise<void> {
    const { notices, clock, metrics, log } = this.parts;
    const later = await this.waitsUntil(notice);
    if (later !== null) return notices.save({ ...notice, nextTryAt: later }, notice.tries);
    const [begunAt, begun] = [clock.now(), clock.monotonic()];
    const { id: key, tenant, webhook: address, body } = notice;
    const result = await this.parts.deliverer.deliver({ key, tenant, address, body });
    const next = afterTry(notice, result, { begunAt, now: clock.now(), tookMs: clock.monotonic() - begun });
    metrics.notices.inc({ on: notice.on, result: next.outcome ?? 'failed' });
    if (next.outcome === 'gaveUp') {
      log.error({ notice: notice.id, job: notice.job, error: next.lastError }, 'a notice could not be delivered');
    }
    await notices.save(next, notice.tries);
  }

  /** Null where it may be sent now. */
  private async waitsUntil(notice: Notice): Promise<Instant | null> {
    const kinds = kindsBefore(notice);
    if (kinds.length === 0) return null;
    return waitsUntil(notice, await this.parts.notices.undelivered(notice, kinds), this.parts.clock.now());
  }
}
