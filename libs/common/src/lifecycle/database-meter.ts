import { moduleLog, type Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/catalogue.js';
import type { Mongo } from '../mongo/mongo.js';
import { LANES, type Lane } from '../runtime/gate.js';

/** Records each database operation; the returned function measures the gate and the connections. */
export function databaseMeter({
  metrics,
  mongo,
  log,
}: {
  readonly metrics: Metrics;
  readonly mongo: Mongo;
  readonly log: Logger;
}): () => void {
  const operations = moduleLog(log, 'database');
  let before: Partial<Record<Lane, number>> = {};
  mongo.onOperation((collection, ms, result) => {
    metrics.databaseSeconds.observe({ collection, result }, ms / 1_000);
    operations.trace({ collection, result, ms }, 'operation');
  });
  return () => {
    const { underWay, waiting, refused, limit } = mongo.load;
    metrics.databaseOperations.set(underWay);
    metrics.databaseOperationsLimit.set(limit);
    for (const state of ['open', 'used'] as const) metrics.databaseConnections.set({ state }, mongo.connections[state]);
    for (const lane of LANES) {
      metrics.databaseOperationsWaiting.set({ lane }, waiting[lane]);
      metrics.databaseOperationsRefused.inc({ lane }, refused[lane] - (before[lane] ?? 0));
    }
    before = refused;
  };
}
