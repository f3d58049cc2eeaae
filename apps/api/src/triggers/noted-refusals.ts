/** Counts messages that were refused before their sender was known; the deliveries of their trigger do not list them individually. */
import type { Clock } from '#common/clock/clock.js';
import { MAX_TRIGGER_REFUSALS_PER_MINUTE } from '#common/domain/limits.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { TriggerDeliveriesStore, UnknownOutcome } from '#common/mongo/trigger-deliveries.store.js';
import type { StoredTrigger } from '#common/mongo/triggers.store.js';
import { RefusalBudget } from '../http/core/refusal-budget.js';

export class NotedRefusals {
  private readonly budget = new RefusalBudget({ perCaller: MAX_TRIGGER_REFUSALS_PER_MINUTE, unknown: 0 });

  constructor(
    private readonly deliveries: Pick<TriggerDeliveriesStore, 'count'>,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
    private readonly metrics: Pick<Metrics, 'triggerDeliveries'>,
    private readonly log: Logger,
  ) {}

  /** Counts a message to no existing trigger. */
  unknown(): void {
    this.metrics.triggerDeliveries.inc({ result: 'unknown' });
  }

  /** The count is stored in the background: the answer must not take longer if the trigger exists. */
  note({ tenant, uid }: StoredTrigger, outcome: UnknownOutcome, address: string, detail: string): void {
    this.metrics.triggerDeliveries.inc({ result: outcome });
    const place = this.budget.take(`${uid}/${outcome}`, this.clock.monotonic());
    if (place === null) return;
    const about = { tenant, uid, at: this.clock.now(), address };
    this.deliveries.count(outcome, about, { count: 1 + place.leftOut, detail }).catch((error: unknown) => {
      this.log.warn({ err: error, trigger: uid }, 'refused deliveries to a trigger could not be counted');
    });
  }
}
