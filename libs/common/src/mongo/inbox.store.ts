/** Callbacks that were answered while their owner was away: saved by the api, taken by the owner, removed once applied. */
import type { JsonValue } from '../contracts/common.js';
import type { AttemptId } from '../domain/ids.js';
import type { Instant } from '../domain/run.js';
import { GroupedInserts } from './grouped-inserts.js';
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
  readonly expireAt: Date;
}

/** Nobody will ever apply an entry older than this: its run is long over. */
const KEPT_MS = 7 * 86_400_000;
/** Entries that are read at once: each may have the size of a request. */
export const MAX_ENTRIES = 64;
/** Waiting entries that are listed at once, without their payloads. */
export const MAX_WAITING_LISTED = 500;

/** Where an entry stands in the order of its shards. */
export interface InboxPosition {
  readonly attempt: AttemptId;
  readonly at: Instant;
}

export class InboxStore {
  private readonly inbox: DocumentCollection<InboxDocument>;
  private readonly inserts: GroupedInserts<InboxDocument>;

  constructor(mongo: Mongo) {
    this.inbox = mongo.collection<InboxDocument>('inbox');
    this.inserts = new GroupedInserts(this.inbox);
  }

  async put(entry: InboxEntry): Promise<void> {
    const { id, ...rest } = entry;
    await this.inserts.insert({ _id: id, ...rest, expireAt: new Date(entry.at + KEPT_MS) });
  }

  /** The oldest entries of the shards behind `after`, by attempt and time, at most `MAX_WAITING_LISTED`. */
  async attemptsWaiting(
    service: InboxEntry['service'],
    shards: readonly number[],
    after: InboxPosition | null,
  ): Promise<InboxPosition[]> {
    const behind = after === null ? {} : { at: { $gt: after.at } };
    const page = { projection: { attempt: 1, at: 1 }, sort: { at: 1 }, limit: MAX_WAITING_LISTED } as const;
    const documents = await this.inbox.find({ service, shard: { $in: [...shards] }, ...behind }, page).toArray();
    return documents.map(({ attempt, at }) => ({ attempt, at }));
  }

  /** Entries of these attempts, by attempt and then in the order in which they came; at most `MAX_ENTRIES`. */
  async ofAttempts(service: InboxEntry['service'], attempts: readonly AttemptId[]): Promise<InboxEntry[]> {
    const documents = await this.inbox
      .find({ service, attempt: { $in: [...attempts] } }, { sort: { attempt: 1, at: 1 }, limit: MAX_ENTRIES })
      .toArray();
    return documents.map(({ _id, expireAt: _expireAt, ...rest }) => ({ id: _id, ...rest }));
  }

  /** Forgets entries that are applied. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.inbox.deleteMany({ _id: { $in: [...ids] } });
  }
}
