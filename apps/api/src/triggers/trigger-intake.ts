/** Accepts deliveries to triggers: only from known senders, and only a limited number per trigger at once. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { MAX_TRIGGER_DELIVERIES_PER_SECOND } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { TriggersStore } from '#common/mongo/triggers.store.js';
import { RateLimiter } from '../http/core/rate-limiter.js';
import type { NotedRefusals } from './noted-refusals.js';
import { judgeDelivery, type Delivery } from './signed-message.js';
import type { Fired, TriggerFiring } from './trigger-firing.js';
import type { TriggerKeeper } from './trigger.keeper.js';

export interface ReceivedDelivery extends Delivery {
  readonly uid: string;
  readonly address: string;
}

const MS = 1_000;
const RATE = { perSecond: MAX_TRIGGER_DELIVERIES_PER_SECOND, burst: 2 * MAX_TRIGGER_DELIVERIES_PER_SECOND };
/** The secrets against which messages to unknown triggers are checked, so that they take as long and get the same answer. */
const NOBODYS = { signature: 'standard', secrets: [`whsec_${randomBytes(32).toString('base64')}`] } as const;
const UNKNOWN = 'no trigger has this address and a secret with which the message was signed';

export class TriggerIntake {
  private readonly limiter = new RateLimiter(RATE);

  constructor(
    private readonly stores: {
      readonly triggers: Pick<TriggersStore, 'byUid'>;
      readonly keeper: Pick<TriggerKeeper, 'secretsOf'>;
    },
    private readonly firing: Pick<TriggerFiring, 'fire'>,
    private readonly noted: Pick<NotedRefusals, 'note' | 'unknown'>,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
  ) {}

  /**
   * Resolves when the run is admitted. Throws UNAUTHENTICATED for an unknown address as for a wrong signature, TOO_MANY_REQUESTS, and the
   * refusal of the run.
   */
  async take({ uid, address, ...delivery }: ReceivedDelivery): Promise<Fired> {
    const stored = await this.stores.triggers.byUid(uid);
    const webhook = stored?.spec.webhook;
    const trigger = webhook ? stored : null;
    const { signature, secrets } =
      trigger && webhook ? { signature: webhook.signature, secrets: this.stores.keeper.secretsOf(trigger) } : NOBODYS;
    const judged = judgeDelivery(signature, secrets, delivery, this.clock.now());
    if (!trigger || !judged.ok) {
      if (trigger && !judged.ok) this.noted.note(trigger, 'unsigned', address, judged.why);
      else this.noted.unknown();
      throw new AppError('UNAUTHENTICATED', UNKNOWN);
    }
    const standing = this.limiter.take(uid, this.clock.monotonic());
    if (!standing.allowed) {
      const detail = `the limit of ${MAX_TRIGGER_DELIVERIES_PER_SECOND} messages a second is exceeded`;
      this.noted.note(trigger, 'limited', address, detail);
      throw new AppError('TOO_MANY_REQUESTS', detail, { retryAfterSeconds: Math.ceil(standing.resetMs / MS) });
    }
    return this.firing.fire(trigger, { ...delivery, ...judged, address, via: 'webhook' });
  }
}
