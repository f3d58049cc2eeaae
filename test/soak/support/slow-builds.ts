/** Migrations, one after another, whose index takes as long to build as that of a large collection; elections interrupt some of them. */
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger } from '#common/logging/logger.js';
import type { StoredDocument } from '#common/mongo/document.js';
import { Mongo } from '#common/mongo/mongo.js';

/** How long each build of a collection with documents takes. */
export const BUILD_MS = 10_000;
const BETWEEN_MS = 5_000;
const INDEX = 'expireAt_1';
const FAR = new Date('2100-01-01T00:00:00.000Z');

interface Row extends StoredDocument {
  readonly expireAt: Date;
}

export class SlowBuilds {
  /** Migrations that have built the index. */
  done = 0;

  constructor(
    private readonly mongo: Mongo,
    private readonly uri: string,
  ) {}

  /** Until the signal; then the index is there. */
  async run(signal: AbortSignal): Promise<void> {
    // No service asks for it.
    const rows = this.mongo.collection<Row>('triggerDeliveries');
    await rows.insertOne({ _id: 'of-the-soak', expireAt: FAR });
    while (!signal.aborted) {
      const isDropped = await rows.dropIndex(INDEX).then(
        () => true,
        () => false, // The database is away; it is gone where only the answer was lost.
      );
      await (await Mongo.connect(this.uri, createLogger('soak', 'fatal'))).close();
      if (isDropped) this.done++;
      await delay(BETWEEN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
