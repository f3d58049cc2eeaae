/** Callbacks that were answered while their owner was away: saved by the api, taken by the owner, removed once applied. */
import type { JsonValue } from '../contracts/common.js';
import { parseAttemptId, type AttemptId } from '../domain/ids.js';
import type { Instant } from '../domain/run.js';
import { insertIgnoringExisting } from './insert-many.js';
import type { DocumentCollection, Mongo, StoredDocument } from './mongo.js';

export type InboxKind = 'status' | 'log' | 'job_storage';

export interface InboxEntry {
  /** Hash of (attempt, kind, body or seq): a repeated callback is the same entry. */
  readonly id: string;
  readonly kind: InboxKind;
  /** Who applies it. */
  readonly service: 'executor' | 'log-collector';
  readonly attempt: AttemptId;
  readonly shard: number;
  readonly at: Instant;
  /** The payload of the contract that could not be delivered. */
  readonly payload: JsonValue;
}

interface InboxDocument extends Omit<InboxEntry, 'id'>, StoredDocument {
  /** Whose attempt it is of: entries go with their run. */
  readonly run: string;
  readonly expireAt: Date;
}

/** Nobody will ever apply an entry older than this: its run is long over. */
const KEPT_MS = 7 * 86_400_000;
const MAX_BATCH = 500;

export class InboxStore {
  private readonly inbox: DocumentCollection<InboxDocument>;

  constructor(mongo: Mongo) {
    this.inbox = mongo.collection<InboxDocument>('inbox');
  }

  async put(entry: InboxEntry): Promise<void> {
    const { id, ...rest } = entry;
    const run = parseAttemptId(entry.attempt)?.run ?? '';
    await insertIgnoringExisting(this.inbox, [{ _id: id, ...rest, run, expireAt: new Date(entry.at + KEPT_MS) }]);
  }

  /** Entries of the shards that wait for the service, oldest first. */
  async waiting(service: InboxEntry['service'], shards: readonly number[]): Promise<InboxEntry[]> {
    const documents = await this.inbox
      .find({ service, shard: { $in: [...shards] } }, { sort: { at: 1 }, limit: MAX_BATCH })
      .toArray();
    return documents.map(({ _id, run: _run, expireAt: _expireAt, ...rest }) => ({ id: _id, ...rest }));
  }

  /** Forgets entries that are applied. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.inbox.deleteMany({ _id: { $in: [...ids] } });
  }
}
