/** Notices of jobs and of incidents. Written by the executor alone: saved when they are decided, changed by the results of sending them. */
import {
  MAX_FREQUENT_NOTICES,
  MAX_NOTICES_BEFORE,
  MAX_NOTIFY_RULES,
  NOTICE_KEPT_MS,
  NOTICE_TRIED_MS,
} from '../domain/limits.js';
import type { JobId, RunId, TenantId } from '../domain/ids.js';
import type { Notice } from '../run/notice.js';
import type { Instant } from '../run/run.js';
import { firstPage, type Page } from '../runtime/paged-scan.js';
import { fromJsonText, toJsonText, type JsonText } from './json-text.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, byKeys, inShards, insertIgnoringExisting } from './document.js';
import { FREQUENT_EVENTS } from '../notices/notice-events.js';

interface NoticeDocument extends Omit<Notice, 'id' | 'body'>, StoredDocument {
  readonly body: JsonText<Notice['body']>;
  /** True until it is delivered or given up: the index of waiting notices covers it. */
  readonly open?: true;
  readonly expireAt: Date;
}

/** Tenants and webhooks that are excluded; webhooks by their digest. */
export interface NoticesLeftOut {
  readonly tenants: readonly TenantId[];
  readonly webhooks: readonly string[];
}

/** Notices of a job, a run or an incident that were decided since then: the id may have belonged to another job before. */
export type NoticesOf = { readonly since: Instant } & (
  { readonly job: JobId } | { readonly run: RunId } | { readonly incident: string }
);

/** The notice after which a page begins. */
export interface NoticeCursor {
  readonly at: Instant;
  readonly id: string;
}

/** More than a job with all its rules may be told of in a minute. */
const MAX_RECENT = 2 * MAX_NOTIFY_RULES * (MAX_FREQUENT_NOTICES + 1) * FREQUENT_EVENTS.length;

export class NoticesStore {
  private readonly notices;

  constructor(mongo: Mongo) {
    this.notices = mongo.collection<NoticeDocument>('notices');
  }

  /** Saves the new notices; a repeat changes nothing. */
  async add(notices: readonly Notice[]): Promise<void> {
    await insertIgnoringExisting(this.notices, notices.map(toNoticeDocument));
  }

  /** Notices of the shards that are due, the longest due first, without some tenants and webhooks. */
  async due(shards: readonly number[], now: Instant, except: NoticesLeftOut, limit: number): Promise<Notice[]> {
    const { tenants, webhooks } = except;
    return this.notices
      .find(
        {
          open: true,
          ...inShards(shards),
          nextTryAt: { $lte: now },
          ...(tenants.length > 0 && { tenant: { $nin: [...tenants] } }),
          ...(webhooks.length > 0 && { to: { $nin: [...webhooks] } }),
        },
        { sort: { nextTryAt: 1 }, limit },
      )
      .map(fromDocument)
      .toArray();
  }

  /** Undelivered notices of these kinds to the same address, about the same incident or job. */
  async undelivered({ to, job, incident, decidedAt }: Notice, kinds: readonly Notice['on'][]): Promise<Notice[]> {
    const about = incident === undefined ? { job } : { incident };
    const recently = { $gte: decidedAt - NOTICE_TRIED_MS };
    return this.notices
      .find({ ...about, decidedAt: recently, open: true, to, on: { $in: [...kinds] } }, { limit: MAX_NOTICES_BEFORE })
      .map(fromDocument)
      .toArray();
  }

  /** The addresses of the notices whose ids have this prefix: those of one event. */
  async addressed(beginning: string): Promise<Pick<Notice, 'to' | 'webhook'>[]> {
    return this.notices
      .find(
        { _id: { $gte: beginning, $lt: `${beginning}\uffff` } },
        { projection: { to: 1, webhook: 1 }, limit: 2 * MAX_NOTIFY_RULES },
      )
      .toArray();
  }

  /** Which of the ids exist, and the frequent events of a job that were decided since then. */
  async stored(
    job: JobId,
    since: Instant,
    ids: readonly string[],
  ): Promise<{ existing: ReadonlySet<string>; recent: Pick<Notice, 'id' | 'on' | 'to'>[] }> {
    const [existing, recent] = await Promise.all([
      byKeys(this.notices, ids, {}, { projection: { _id: 1 } }),
      this.notices
        .find(
          { job, decidedAt: { $gte: since }, on: { $in: [...FREQUENT_EVENTS] } },
          { projection: { on: 1, to: 1 }, limit: MAX_RECENT },
        )
        .toArray(),
    ]);
    return {
      existing: new Set(existing.map(({ _id }) => _id)),
      recent: recent.map(({ _id, on, to }) => ({ id: _id, on, to })),
    };
  }

  /** Saves the result of a try, unless another replica has tried meanwhile. */
  async save(
    { id, tries, nextTryAt, outcome, lastError, log = [], recipients }: Notice,
    expectedTries: number,
  ): Promise<void> {
    const closed = nextTryAt === null ? { $unset: { open: true as const } } : {};
    // Only the fields that a try changes: the webhook may have been encrypted again meanwhile.
    await this.notices.updateOne(
      { _id: id, tries: expectedTries },
      { $set: { tries, nextTryAt, outcome, lastError, log, ...(recipients && { recipients }) }, ...closed },
    );
  }

  async load(id: string): Promise<Notice | null> {
    const document = await this.notices.findOne({ _id: id });
    return document && fromDocument(document);
  }

  /** Notices of a job, a run or an incident, newest first. */
  async list({ since, ...of }: NoticesOf, cursor: NoticeCursor | null, limit: number): Promise<Page<Notice>> {
    const decidedAt = cursor === null ? { $gte: since } : { $gte: since, $lte: cursor.at };
    const after = cursor === null ? {} : { $or: [{ decidedAt: { $lt: cursor.at } }, { _id: { $lt: cursor.id } }] };
    const documents = await this.notices
      .find({ ...of, decidedAt, ...after }, { sort: { decidedAt: -1, _id: -1 }, limit: limit + 1 })
      .toArray();
    return firstPage(documents.map(fromDocument), limit);
  }

  /** Makes it due now, for all its recipients and with the full number of tries; false where it was changed since it was read. */
  async askAnew({ id, tries, askedAnewAt }: Notice, now: Instant): Promise<boolean> {
    const { matchedCount } = await this.notices.updateOne(
      { _id: id, tries, ...(askedAnewAt === undefined ? { askedAnewAt: { $exists: false } } : { askedAnewAt }) },
      {
        $set: { nextTryAt: now, outcome: null, triesBefore: tries, askedAnewAt: now, open: true as const },
        $max: { expireAt: new Date(now + NOTICE_KEPT_MS) },
        $unset: { recipients: true as const },
      },
    );
    return matchedCount > 0;
  }
}

/** The stored form of a notice, also for callers that store very many at once. */
export const toNoticeDocument = ({ id, body, ...rest }: Notice): NoticeDocument => ({
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
