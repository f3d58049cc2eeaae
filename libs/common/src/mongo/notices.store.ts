/** Notices of jobs. Written by the executor alone: saved when they are decided, changed by the results of sending them. */
import { NOTICE_KEPT_MS } from '../domain/limits.js';
import type { TenantId } from '../domain/ids.js';
import type { Notice } from '../run/notice.js';
import type { Instant } from '../run/run.js';
import { insertIgnoringExisting } from './insert-many.js';
import { fromJsonText, toJsonText, type JsonText } from './json-text.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';

interface NoticeDocument extends Omit<Notice, 'id' | 'body'>, StoredDocument {
  readonly body: JsonText<Notice['body']>;
  /** True until it is delivered or given up: the index of waiting notices covers it. */
  readonly open?: true;
  readonly expireAt: Date;
}

/** Tenants and webhooks that are left out; webhooks by their digest. */
export interface NoticesLeftOut {
  readonly tenants: readonly TenantId[];
  readonly webhooks: readonly string[];
}

export class NoticesStore {
  private readonly notices: DocumentCollection<NoticeDocument>;

  constructor(mongo: Mongo) {
    this.notices = mongo.collection<NoticeDocument>('notices');
  }

  /** Saves those that are new; a repeat changes nothing. */
  async add(notices: readonly Notice[]): Promise<void> {
    await insertIgnoringExisting(this.notices, notices.map(toDocument));
  }

  /** Notices of the shards that are due, the longest due first, without some tenants and webhooks. */
  async due(shards: readonly number[], now: Instant, except: NoticesLeftOut, limit: number): Promise<Notice[]> {
    const { tenants, webhooks } = except;
    const filter = {
      ...{ open: true as const, shard: { $in: [...shards] }, nextTryAt: { $lte: now } },
      ...(tenants.length > 0 && { tenant: { $nin: [...tenants] } }),
      ...(webhooks.length > 0 && { to: { $nin: [...webhooks] } }),
    };
    return (await this.notices.find(filter, { sort: { nextTryAt: 1 }, limit }).toArray()).map(fromDocument);
  }

  /** Saves the result of a try, unless another replica has tried meanwhile. */
  async save({ id, tries, nextTryAt, outcome, lastError }: Notice, expectedTries: number): Promise<void> {
    const closed = nextTryAt === null ? { $unset: { open: true as const } } : {};
    // Only what a try changes: the webhook may have been encrypted again meanwhile.
    await this.notices.updateOne(
      { _id: id, tries: expectedTries },
      { $set: { tries, nextTryAt, outcome, lastError }, ...closed },
    );
  }
}

const toDocument = ({ id, body, ...rest }: Notice): NoticeDocument => ({
  _id: id,
  ...rest,
  body: toJsonText(body),
  ...(rest.nextTryAt === null ? {} : { open: true as const }),
  expireAt: new Date(rest.decidedAt + NOTICE_KEPT_MS),
});

const fromDocument = ({ _id, body, open: _open, expireAt: _expireAt, ...rest }: NoticeDocument): Notice => ({
  id: _id,
  ...rest,
  body: fromJsonText(body),
});
