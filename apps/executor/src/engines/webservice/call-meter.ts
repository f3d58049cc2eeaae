import type { Metrics } from '#common/metrics/catalogue.js';
import type { CallOutcome } from './http-caller.js';

const SECOND = 1_000;
const STATUSES_IN_CLASS = 100;

/** Counts outgoing requests by their purpose. The label of an answer is the class of its status alone, because the peer chooses the status. */
export function callMeter(
  metrics: Pick<Metrics, 'outboundSeconds'>,
  purpose: 'worker' | 'webhook' | 'monitor' | 'logs',
): (outcome: CallOutcome, ms: number) => void {
  return (outcome, ms) => {
    const status = outcome.type === 'answered' ? `${Math.floor(outcome.status / STATUSES_IN_CLASS)}xx` : outcome.type;
    metrics.outboundSeconds.observe({ purpose, status }, ms / SECOND);
  };
}
