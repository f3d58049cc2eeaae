import type { Metrics } from '#common/metrics/catalogue.js';
import type { Engines } from '../engines/engine.js';
import type { RunQueue } from './run-queue.js';
import type { StartQueue } from './start-queue.js';
import type { WorkerParts } from './worker-parts.js';

type QueueMetrics = Pick<
  Metrics,
  'callsUnderWay' | 'queueDepth' | 'startQueueUnmoved' | 'startQueueOldest' | 'startQueueTenants' | 'workerParts'
>;

interface Queues {
  readonly startQueue: Pick<StartQueue, 'depth' | 'unmovedMs' | 'waits'>;
  readonly queue: Pick<RunQueue, 'depth'>;
  readonly workerParts: Pick<WorkerParts, 'sums'>;
  readonly engines: Pick<Engines, 'underWay'>;
}

/** Shows in the metrics what waits for a start, what waits to be reconciled, and the calls under way. */
export function measureQueues(
  metrics: QueueMetrics,
  { startQueue: starts, queue, workerParts, engines }: Queues,
): void {
  metrics.queueDepth.set({ queue: 'starts' }, starts.depth);
  metrics.startQueueUnmoved.set(starts.unmovedMs() / 1_000);
  const { oldestMs, tenants } = starts.waits();
  metrics.startQueueOldest.set(oldestMs / 1_000);
  metrics.startQueueTenants.set(tenants);
  metrics.queueDepth.set({ queue: 'turns' }, queue.depth);
  metrics.callsUnderWay.set(engines.underWay().length);
  for (const [state, attempts] of Object.entries(workerParts.sums())) metrics.workerParts.set({ state }, attempts);
}
