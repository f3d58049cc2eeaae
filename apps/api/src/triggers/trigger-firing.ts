/**
 * Takes a message for a trigger, once: the delivery is stored first, and the key of the run follows from the trigger and the message
 * alone; so a repeat finds the same run, on any replica and after any crash.
 */
import type { Clock } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import {
  hasRun,
  type DeliveryEnd,
  type TriggerDeliveriesStore,
  type TriggerDelivery,
} from '#common/mongo/trigger-deliveries.store.js';
import type { StoredTrigger } from '#common/mongo/triggers.store.js';
import type { KnownMessage, StartedRun, TriggerRuns } from './trigger-runs.js';

export interface Fired extends StartedRun {
  /** True if an earlier delivery of the message has started the run. */
  readonly repeated: boolean;
}

/** The text of the error itself is for operators only. */
const UNFORESEEN = { code: 'INTERNAL', message: 'an internal error occurred: see the log of the service api' } as const;

const outcomeOf = ({ run, isDuplicate }: StartedRun): 'started' | 'duplicate' | 'skipped' =>
  run === null ? 'skipped' : isDuplicate ? 'duplicate' : 'started';

export class TriggerFiring {
  constructor(
    private readonly deliveries: Pick<TriggerDeliveriesStore, 'begin' | 'end'>,
    private readonly runs: Pick<TriggerRuns, 'judge' | 'start'>,
    private readonly tools: {
      readonly clock: Pick<Clock, 'now'>;
      readonly metrics: Pick<Metrics, 'triggerDeliveries'>;
      readonly log: Logger;
    },
  ) {}

  /** Throws the refusal of the run; IDEMPOTENCY_KEY_REUSED for another message under the id of an earlier one. */
  async fire(trigger: StoredTrigger, message: KnownMessage): Promise<Fired> {
    const { triggerDeliveries } = this.tools.metrics;
    try {
      const fired = await this.fireOnce(trigger, message);
      triggerDeliveries.inc({ result: fired.repeated ? 'repeated' : outcomeOf(fired) });
      return fired;
    } catch (error) {
      triggerDeliveries.inc({ result: 'refused' });
      throw error;
    }
  }

  private async fireOnce(trigger: StoredTrigger, message: KnownMessage): Promise<Fired> {
    const at = this.tools.clock.now();
    const { tenant, uid } = trigger;
    // These facts are read while the delivery is being stored; for a repeated message they are not used.
    const judgement = this.runs.judge(trigger);
    const { message: named, digest, address } = message;
    const delivery = await this.deliveries.begin(message.key, { tenant, uid, at, message: named, digest, address });
    const end = async (outcome: DeliveryEnd): Promise<void> => this.end(delivery, { at, address }, outcome);
    if (delivery.digest !== digest)
      throw new AppError('IDEMPOTENCY_KEY_REUSED', `another message with the id ${named} came before`);
    if (hasRun(delivery.outcome)) {
      await end(delivery);
      const isDuplicate = delivery.outcome === 'duplicate';
      return { run: delivery.run, detail: '', isDuplicate, repeated: true };
    }
    try {
      const started = await this.runs.start(trigger, message, judgement);
      const { run, detail } = started;
      await end({ outcome: outcomeOf(started), run, code: null, detail });
      return { ...started, repeated: false };
    } catch (error) {
      const { code, message: detail } = error instanceof AppError ? error : UNFORESEEN;
      await end({ outcome: 'refused', run: null, code, detail });
      throw error;
    }
  }

  /** The run is what matters: the sender is answered even if the outcome cannot be stored; a repeat stores it. */
  private async end(
    { id, uid }: TriggerDelivery,
    seen: Pick<TriggerDelivery, 'at' | 'address'>,
    { outcome, run, code, detail }: DeliveryEnd,
  ): Promise<void> {
    try {
      await this.deliveries.end(id, seen, { outcome, run, code, detail });
    } catch (error) {
      this.tools.log.warn({ err: error, trigger: uid, outcome }, 'the outcome of a delivery could not be stored');
    }
  }
}
