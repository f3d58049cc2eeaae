/**
 * The state that a former primary knows: it has lost the others without noticing, and answers reads from what a majority had then. A copy of the
 * database, beside it on the same server, with the same indexes.
 */
import { MinKey, MongoClient } from 'mongodb';
import { AS_STORED } from './unconfirmed-writes.js';

const SUFFIX = '_former';
const COPIED_AT_ONCE = 1_000;
const ALL = { _id: { $gt: new MinKey() as never } };

export class FormerState {
  private constructor(private readonly client: MongoClient) {}

  /** On the server of `uri` itself. */
  static async on(uri: string): Promise<FormerState> {
    return new FormerState(await MongoClient.connect(uri));
  }

  /** The name of the copy of a database. */
  static nameOf(database: string): string {
    return database.endsWith(SUFFIX) ? database : `${database}${SUFFIX}`;
  }

  /** Before a copy: builds what takes long, while the database may change. */
  async prepare(database: string): Promise<void> {
    const copy = this.client.db(FormerState.nameOf(database));
    for (const name of await this.collectionsOf(database)) {
      const indexes = await this.client.db(database).collection(name).indexes();
      const own = indexes.filter((index) => index.name !== '_id_').map(({ v: _, ...index }) => index);
      if (own.length > 0) await copy.collection(name).createIndexes(own);
    }
  }

  /** Copies the database, which nobody changes meanwhile. */
  async take(database: string): Promise<void> {
    const copy = this.client.db(FormerState.nameOf(database));
    for (const name of await this.collectionsOf(database)) {
      const documents = this.client.db(database).collection(name).find(ALL, AS_STORED).batchSize(COPIED_AT_ONCE);
      let some: object[] = [];
      for await (const document of documents) {
        some.push(document);
        if (some.length < COPIED_AT_ONCE) continue;
        await copy.collection(name).insertMany(some);
        some = [];
      }
      if (some.length > 0) await copy.collection(name).insertMany(some);
    }
  }

  /** Removes the copy. */
  async forget(database: string): Promise<void> {
    await this.client.db(FormerState.nameOf(database)).dropDatabase();
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async collectionsOf(database: string): Promise<string[]> {
    const listed = await this.client.db(database).listCollections({}, { nameOnly: true }).toArray();
    return listed.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  }
}
