import { jest } from '@jest/globals';
import { freshDatabase } from '../../../../../test/support/databases.js';
import { MongoClient, type Collection, type Db, type Document, type MongoClientOptions } from 'mongodb';

/** Real servers on a busy machine take their time; nothing here is judged by it. */
jest.setTimeout(60_000);

/** True if the suite runs against a server that someone else runs: the tests that kill servers then have none. */
export const isExternal = (process.env['MONGODB_URI'] ?? '') !== '';

/** The server under test: that of MONGODB_URI, or the one that the test run started. */
export function targetUri(): string {
  const uri = isExternal ? process.env['MONGODB_URI'] : process.env['TEST_MONGODB_URI'];
  if (uri === undefined || uri === '') throw new Error('neither MONGODB_URI nor TEST_MONGODB_URI names a server');
  return uri;
}

/** A connection and a database of one test file, gone when it is closed. */
export class Target {
  private collections = 0;

  private constructor(
    readonly client: MongoClient,
    readonly db: Db,
  ) {}

  static async open(options: MongoClientOptions = {}): Promise<Target> {
    const client = await MongoClient.connect(targetUri(), { maxPoolSize: 100, ...options });
    return new Target(client, client.db(freshDatabase()));
  }

  /** An empty collection that no other test uses. */
  collection<Schema extends Document = Document>(): Collection<Schema> {
    return this.db.collection<Schema>(`c${this.collections++}`);
  }

  async close(): Promise<void> {
    await this.db.dropDatabase();
    await this.client.close();
  }
}

/** Does the same from several clients at once. */
export function together<Result>(count: number, work: (client: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, client) => work(client)));
}

/** The outcomes of attempts of which some have to fail: how many succeeded, and the errors of the others. */
export async function outcomes(attempts: Promise<unknown>[]): Promise<{ succeeded: number; errors: unknown[] }> {
  const settled = await Promise.allSettled(attempts);
  const errors = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  return { succeeded: settled.length - errors.length, errors };
}

/** Repeats the request until the answer is the expected one. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  isIt: (value: Value) => boolean,
  limitMs = 20_000,
): Promise<Value> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (isIt(value)) return value;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
