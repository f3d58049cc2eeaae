import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/catalogue.js';
import type { Mongo } from '../mongo/mongo.js';
import { countNewer } from '../mongo/newer-documents.js';

/** Logs that this version does not change documents of a newer one, once each time that such documents appear. */
export function newerMeter({
  metrics,
  mongo,
  log,
}: {
  readonly metrics: Pick<Metrics, 'newerDocuments'>;
  readonly mongo: Mongo;
  readonly log: Logger;
}): () => Promise<void> {
  const bulk = mongo.inLane('bulk');
  let isLogged = false;
  return async () => {
    const counts = await countNewer(bulk).catch(() => null);
    // Without the database the last figures are kept.
    if (counts === null) return;
    for (const [collection, count] of Object.entries(counts)) metrics.newerDocuments.set({ collection }, count);
    const isThere = Object.values(counts).some((count) => count > 0);
    if (isThere && !isLogged) log.warn({ ...counts }, 'documents of a newer version are not processed by this version');
    isLogged = isThere;
  };
}
