/** The shards that stored documents name, page by page in the order of their ids. */
import { type StoredDocument, type DocumentCollection, keyAfter } from './document.js';
import type { Mongo } from './mongo.js';
import { shardIdOf, type ShardedName, type ShardFields } from './shard-ids.js';

interface ShardedDocument extends StoredDocument, Omit<ShardFields, '_id'> {
  readonly shard?: number;
}

export interface ShardOf {
  readonly key: string;
  /** The shard that is stored. */
  readonly shard: number;
  /** The id whose hash determines the shard. */
  readonly id: string;
}

const FIELDS = { shard: 1, run: 1, uid: 1, job: 1, incident: 1 } as const;

export class ReshardStore {
  constructor(private readonly mongo: Mongo) {}

  /** The next documents after `after`; `last` also covers documents that name no shard. Null: there are no more. */
  async page(
    name: ShardedName,
    after: string | null,
    limit: number,
  ): Promise<{ readonly shards: readonly ShardOf[]; readonly last: string } | null> {
    const documents = await this.of(name)
      .find(keyAfter(after), { sort: { _id: 1 }, limit, projection: FIELDS })
      .toArray();
    const last = documents.at(-1);
    if (last === undefined) return null;
    const shards = documents.flatMap((document): ShardOf[] =>
      document.shard === undefined ? [] : [{ key: document._id, shard: document.shard, id: shardIdOf(name, document) }],
    );
    return { shards, last: last._id };
  }

  /** Sets the shard of each document where it differs. */
  async move(name: ShardedName, moves: readonly { readonly key: string; readonly to: number }[]): Promise<void> {
    if (moves.length === 0) return;
    const operations = moves.map(({ key, to }) => ({
      updateOne: { filter: { _id: key }, update: { $set: { shard: to } } },
    }));
    await this.of(name).bulkWrite(operations, { ordered: false });
  }

  private of(name: ShardedName): DocumentCollection<ShardedDocument> {
    return this.mongo.collection<ShardedDocument>(name);
  }
}
