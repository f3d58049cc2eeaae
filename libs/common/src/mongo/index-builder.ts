/** Builds indexes, each for as long as it takes. */
import type { mongo } from 'mongoose';
import type { Logger } from '../logging/logger.js';
import { indexesOf, type CollectionName } from './collections.js';

/** How often the log says that a build is still under way. */
const PROGRESS_EVERY_MS = 10_000;

export class IndexBuilder {
  private client: Promise<mongo.MongoClient> | null = null;

  /** `connect` opens a connection without a limit for an answer: the server answers when an index is built. If this process dies, the server continues the build. */
  constructor(
    private readonly connect: () => Promise<mongo.MongoClient>,
    private readonly database: string,
    private readonly log: Logger,
  ) {}

  /** Creates the missing indexes of a collection, or waits for those that are being built. */
  async make(name: CollectionName): Promise<void> {
    const indexes = indexesOf(name).map(({ key, ...options }) => ({ key: { ...key }, ...options }));
    if (indexes.length === 0) return;
    this.client ??= this.connect();
    const collection = (await this.client).db(this.database).collection(name);
    let seconds = 0;
    const progress = setInterval(() => {
      seconds += PROGRESS_EVERY_MS / 1_000;
      this.log.info({ collection: name, seconds }, 'indexes are being built');
    }, PROGRESS_EVERY_MS);
    try {
      await collection.createIndexes(indexes);
    } finally {
      clearInterval(progress);
    }
  }

  async close(): Promise<void> {
    await (await this.client?.catch(() => null))?.close();
    this.client = null;
  }
}
