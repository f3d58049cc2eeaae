import type { Metrics } from '#common/metrics/catalogue.js';
import type { RunQueue } from './run-queue.js';
import type { StartQueue } from './start-queue.js';

type QueueMetrics = Pick<Metrics, 'queueDepth' | 'startQueueUnmoved' | 'startQueueOldest' | 'startQueueTenants'>;

/** Shows in the metrics what waits for a start, and what waits to be reconciled. */
export function measureQueues(
  metrics: QueueMetrics,
  starts: Pick<StartQueue, 'depth' | 'unmovedMs' | 'waits'>,
  queue: Pick<RunQueue, 'depth'>,
): void {
  metrics.queueDepth.set({ queue: 'starts' }, starts.depth);
  metrics.startQueueUnmoved.set(starts.unmovedMs() / 1_000);
  const { oldestMs, tenants } = starts.waits();
  metrics.startQueueOldest.set(oldestMs / 1_000);
  metrics.startQueueTenants.set(tenants);
  metrics.queueDepth.set({ queue: 'turns' }, queue.depth);
}
