/** What a quickstart takes beside processor time: memory of its services, and bytes of its database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { usageOf } from '../stage.js';

const STATE = z.object({
  services: z.record(z.string(), z.object({ pid: z.number() })),
  mongoUri: z.string(),
});
const STATS = z.object({ storageSize: z.number(), indexSize: z.number() });

/** Bytes on disk. */
export interface DatabaseBytes {
  readonly documents: number;
  readonly indexes: number;
}

export class Sizes {
  private readonly state: z.output<typeof STATE>;

  constructor(dataDir: string) {
    this.state = STATE.parse(JSON.parse(readFileSync(join(dataDir, 'quickstart.json'), 'utf8')));
  }

  /** MiB of each service: now, and at most since it began. */
  memoryMiB(): Record<string, { readonly now: number; readonly peak: number }> {
    return Object.fromEntries(
      Object.entries(this.state.services).map(([name, { pid }]) => {
        const { memoryMiB, peakMemoryMiB } = usageOf(pid);
        return [name, { now: memoryMiB, peak: peakMemoryMiB }];
      }),
    );
  }

  async databaseBytes(): Promise<DatabaseBytes> {
    const client = await MongoClient.connect(this.state.mongoUri);
    try {
      const { storageSize, indexSize } = STATS.parse(await client.db().command({ dbStats: 1 }));
      return { documents: storageSize, indexes: indexSize };
    } finally {
      await client.close();
    }
  }
}
