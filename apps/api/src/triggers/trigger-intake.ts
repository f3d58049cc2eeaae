/** Takes deliveries to triggers: from known senders only, and of each trigger no more than some at once. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { MAX_TRIGGER_DELIVERIES_PER_SECOND, MAX_TRIGGER_REFUSALS_PER_MINUTE } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { TriggerDeliveriesStore, UnknownOutcome } from '#common/mongo/trigger-deliveries.store.js';
import type { StoredTrigger, TriggersStore } from '#common/mongo/triggers.store.js';
import { RateLimiter } from '../http/core/rate-limiter.js';
import { RefusalBudget } from '../http/core/refusal-budget.js';
import { judgeDelivery, type Delivery } from './signed-message.js';
import type { Fired, TriggerFiring } from './trigger-firing.js';
import type { TriggerKeeper } from './trigger.keeper.js';

export interface ReceivedDelivery extends Delivery {
  readonly uid: string;
  readonly address: string;
}

const MS = 1_000;
const RATE = { perSecond: MAX_TRIGGER_DELIVERIES_PER_SECOND, burst: 2 * MAX_TRIGGER_DELIVERIES_PER_SECOND };
/** By which what is sent to no trigger is judged, so that it takes as long and is answered alike. */
const NOBODYS = { signature: 'standard', secrets: [`whsec_${randomBytes(32).toString('base64')}`] } as const;
const UNKNOWN = 'there is no trigger at this address with a secret that has signed this message';

export class TriggerIntake {
  private readonly limiter = new RateLimiter(RATE);
  private readonly noted = new RefusalBudget({ perCaller: MAX_TRIGGER_REFUSALS_PER_MINUTE, unknown: 0 });

  constructor(
    private readonly stores: {
      readonly triggers: Pick<TriggersStore, 'byUid'>;
      readonly deliveries: Pick<TriggerDeliveriesStore, 'count'>;
    },
    private readonly keeper: Pick<TriggerKeeper, 'secretsOf'>,
    private readonly firing: Pick<TriggerFiring, 'fire'>,
    private readonly tools: {
      readonly clock: Pick<Clock, 'now' | 'monotonic'>;
      readonly metrics: Pick<Metrics, 'triggerDeliveries'>;
      readonly log: Logger;
    },
  ) {}

  /**
   * Resolves when the run is admitted. Throws UNAUTHENTICATED for an unknown address as for a wrong signature, TOO_MANY_REQUESTS,
   * and what the run is refused with.
   */
  async take({ uid, address, ...delivery }: ReceivedDelivery): Promise<Fired> {
    const { clock, metrics } = this.tools;
    const found = await this.stores.triggers.byUid(uid);
    const webhook = found?.spec.webhook;
    const trigger = webhook ? found : null;
    const { signature, secrets } =
      trigger && webhook ? { signature: webhook.signature, secrets: this.keeper.secretsOf(trigger) } : NOBODYS;
    const judged = judgeDelivery(signature, secrets, delivery, clock.now());
    if (!trigger || !judged.ok) {
      metrics.triggerDeliveries.inc({ result: trigger ? 'unsigned' : 'unknown' });
      if (trigger && !judged.ok) this.note(trigger, 'unsigned', address, judged.why);
      throw new AppError('UNAUTHENTICATED', UNKNOWN);
    }
    const standing = this.limiter.take(uid, clock.monotonic());
    if (!standing.allowed) {
      metrics.triggerDeliveries.inc({ result: 'limited' });
      const detail = `more than ${MAX_TRIGGER_DELIVERIES_PER_SECOND} messages a second`;
      this.note(trigger, 'limited', address, detail);
      throw new AppError('TOO_MANY_REQUESTS', detail, { retryAfterSeconds: Math.ceil(standing.resetMs / MS) });
    }
    return this.counted(this.firing.fire(trigger, { ...delivery, ...judged, address, via: 'webhook' }));
  }

  private async counted(firing: Promise<Fired>): Promise<Fired> {
    const { triggerDeliveries } = this.tools.metrics;
    try {
      const fired = await firing;
      triggerDeliveries.inc({ result: fired.repeated ? 'repeated' : fired.run === null ? 'skipped' : 'started' });
      return fired;
    } catch (error) {
      triggerDeliveries.inc({ result: 'refused' });
      throw error;
    }
  }

  /** In the background: the answer must not take longer where there is a trigger. */
  private note({ tenant, uid }: StoredTrigger, outcome: UnknownOutcome, address: string, detail: string): void {
    const { clock, log } = this.tools;
    const place = this.noted.take(`${uid}/${outcome}`, clock.monotonic());
    if (place === null) return;
    const about = { tenant, uid, at: clock.now(), address };
    this.stores.deliveries.count(outcome, about, { count: 1 + place.leftOut, detail }).catch((error: unknown) => {
      log.warn({ err: error, trigger: uid }, 'refused deliveries to a trigger could not be counted');
    });
  }
}
