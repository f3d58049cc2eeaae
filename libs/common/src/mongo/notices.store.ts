/** Notices of jobs. Written by the executor alone: saved when they are decided, changed by what came of sending them. */
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
  /** True until it is delivered or given up: what the index of those that wait covers. */
  readonly open?: true;
  readonly expireAt: Date;
}

/** Whose notices are not asked for; webhooks by their digest. */
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

  /** Those of the shards that are to be sent by now, the longest due first, but for some tenants and webhooks. */
  async due(shards: readonly number[], now: Instant, except: NoticesLeftOut, limit: number): Promise<Notice[]> {
    const { tenants, webhooks } = except;
    const filter = {
      ...{ open: true as const, shard: { $in: [...shards] }, nextTryAt: { $lte: now } },
      ...(tenants.length > 0 && { tenant: { $nin: [...tenants] } }),
      ...(webhooks.length > 0 && { to: { $nin: [...webhooks] } }),
    };
    return (await this.notices.find(filter, { sort: { nextTryAt: 1 }, limit }).toArray()).map(fromDocument);
  }

  /** Keeps what came of a try, unless somebody else has tried meanwhile. */
  async save({ id, tries, nextTryAt, outcome, lastError }: Notice, expectedTries: number): Promise<void> {
    const closed = nextTryAt === null ? { $unset: { open: true as const } } : {};
    // Only what a try changes: the webhook may have been sealed anew meanwhile.
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
