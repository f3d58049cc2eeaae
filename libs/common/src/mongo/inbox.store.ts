/**
 * Callbacks that were answered while their owner was unavailable: saved by the api, applied by the owner, then removed. So are the answers of
 * calls that end their attempts, which the executor saves.
 */
import type { mongo } from 'mongoose';
import { parseExactJson } from '../domain/parse-json.js';
import { jsonValue, type JsonValue } from '../spec/fields.js';
import { readable, type SecretBox } from '../crypto/secret-box.js';
import { parseAttemptId, type AttemptId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { Batcher } from '../runtime/batcher.js';
import { BatchedInserts } from './batched-operations.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, inShards } from './document.js';
import { runsOf } from './of-run.js';

export type InboxKind = 'status' | 'log' | 'job_storage';

export interface InboxEntry {
  /** Hash of (attempt, kind, body or seq): a repeated callback is the same entry. */
  readonly id: string;
  readonly kind: InboxKind;
  /** The service that applies it. */
  readonly service: 'executor' | 'log-collector';
  readonly attempt: AttemptId;
  readonly shard: number;
  readonly at: Instant;
  /** The worker's own number of the call, if it gave one. */
  readonly seq?: number;
  /** The payload of the contract that could not be delivered. */
  readonly payload: JsonValue;
}

interface InboxDocument extends Omit<InboxEntry, 'id' | 'payload'>, StoredDocument {
  /** JSON, encrypted: secrets in what the worker sent were not masked yet. */
  readonly payload: string;
  /** The run of its attempt: entries are removed with their run. */
  readonly run: string;
  readonly expireAt: Date;
  /** The length of the stored payload, which is the cost of reading it. */
  readonly size: number;
}

/** Older entries can never be applied: their runs ended long ago. */
const KEPT_MS = 7 * 86_400_000;
/** Waiting entries that are listed together, without their payloads. */
export const MAX_ENTRIES_LISTED = 1_000;
/** Payloads that are read together, in characters of JSON; a single entry may be larger. */
const MAX_READ_SIZE = 4 * 1024 * 1024;

/** An entry without its payload. */
export interface InboxHead {
  readonly id: string;
  readonly attempt: AttemptId;
  readonly at: Instant;
  readonly seq?: number;
  readonly size: number;
}

export class InboxStore {
  private readonly inbox;
  private readonly inserts: BatchedInserts<InboxDocument>;

  constructor(
    mongo: Mongo,
    private readonly box: Pick<SecretBox, 'seal' | 'open'>,
  ) {
    this.inbox = mongo.collection<InboxDocument>('inbox');
    this.inserts = new BatchedInserts(this.inbox);
  }

  async put(entry: InboxEntry): Promise<void> {
    const { id, ...rest } = entry;
    const payload = this.box.seal(JSON.stringify(entry.payload));
    const size = payload.length;
    const run = parseAttemptId(entry.attempt)?.run ?? '';
    await this.inserts.insert({ _id: id, ...rest, payload, run, size, expireAt: new Date(entry.at + KEPT_MS) });
  }

  /** The oldest entries of the shards that are younger than `after`, at most `MAX_ENTRIES_LISTED`. */
  async ofShards(service: InboxEntry['service'], shards: readonly number[], after: Instant): Promise<InboxHead[]> {
    return this.heads({ service, ...inShards(shards), at: { $gt: after } }, { at: 1 });
  }

  /** Entries of these attempts, by attempt and then in their order of arrival; at most `MAX_ENTRIES_LISTED`. */
  async ofAttempts(service: InboxEntry['service'], attempts: readonly AttemptId[]): Promise<InboxHead[]> {
    return this.heads({ service, attempt: { $in: [...attempts] }, ...runsOf(attempts) }, { attempt: 1, at: 1 });
  }

  /** The attempts for which entries wait; all of the given ones where there are too many entries to tell. */
  async waiting(service: InboxEntry['service'], attempts: readonly AttemptId[]): Promise<ReadonlySet<AttemptId>> {
    const documents = await this.inbox
      .find(
        { service, attempt: { $in: [...attempts] }, ...runsOf(attempts) },
        { projection: { _id: 0, attempt: 1 }, limit: MAX_ENTRIES_LISTED },
      )
      .toArray();
    return new Set(documents.length < MAX_ENTRIES_LISTED ? documents.map(({ attempt }) => attempt) : attempts);
  }

  /** The entries themselves, in the given order, in parts so that large ones do not fill the memory. */
  async *read(heads: readonly InboxHead[]): AsyncGenerator<InboxEntry[], void, undefined> {
    for (const part of partsOf(heads)) {
      const documents = await this.inbox
        .find({ _id: { $in: part.map(({ id }) => id) }, ...runsOf(part.map(({ attempt }) => attempt)) })
        .toArray();
      const entries = new Map(
        documents.map(({ _id, expireAt: _e, size: _s, run: _r, payload, ...rest }) => [
          _id,
          { id: _id, ...rest, payload: this.opened(payload) },
        ]),
      );
      yield part.flatMap(({ id }) => entries.get(id) ?? []);
    }
  }

  /** Removes entries that are applied. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.inbox.deleteMany({ _id: { $in: [...ids] } });
  }

  /** Null where its key is no longer configured: then it can never be applied. */
  private opened(stored: string): JsonValue {
    const text = readable(() => this.box.open(stored));
    return text === null ? null : jsonValue.parse(parseExactJson(text));
  }

  private async heads(filter: mongo.Filter<InboxDocument>, sort: mongo.Sort): Promise<InboxHead[]> {
    return this.inbox
      .find(filter, { projection: { attempt: 1, at: 1, seq: 1, size: 1 }, sort, limit: MAX_ENTRIES_LISTED })
      .map(({ _id, ...head }) => ({ id: _id, ...head }))
      .toArray();
  }
}

/** Whether entries of an attempt wait for the service. Attempts that are added at about the same time share a query. */
export const entryLookup = (
  inbox: Pick<InboxStore, 'waiting'>,
  service: InboxEntry['service'],
  maxWaiting: number,
): Batcher<AttemptId, boolean> =>
  new Batcher(
    async (attempts) => {
      const waiting = await inbox.waiting(service, attempts);
      return attempts.map((attempt) => waiting.has(attempt));
    },
    { maxBatch: 500, maxUnderWay: 2, maxWaiting },
  );

function* partsOf(heads: readonly InboxHead[]): Generator<readonly InboxHead[]> {
  let part: InboxHead[] = [];
  let size = 0;
  for (const head of heads) {
    if (part.length > 0 && size + head.size > MAX_READ_SIZE) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(head);
    size += head.size;
  }
  if (part.length > 0) yield part;
}
