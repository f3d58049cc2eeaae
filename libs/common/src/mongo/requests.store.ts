/**
 * Requests for runs that belong together by a key: which run takes requests of a key, which request was the first within a window, and
 * which run a request became part of. The run lists its requests; a document here only refers to it. Written by the scheduler.
 */
import { asRunId, type RunId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { Batcher } from '../runtime/batcher.js';
import { BulkWriter, type GuardedDocument } from './batched-operations.js';
import { byKeys, mapById, insertIgnoringExisting } from './document.js';
import type { Mongo } from './mongo.js';

export interface RequestKey {
  readonly id: string;
  /** The run of the key, or the id of the request that was the first. */
  readonly run: RunId;
  /** True once the run was stored: if it is missing then, it was removed. */
  readonly made?: true;
  /** The request counts as the first until this time. */
  readonly until?: Instant;
  /** The run of which the first request became a part, if that is another run. */
  readonly placed?: RunId;
  readonly expireAt: Instant;
  readonly rev: number;
}

interface RequestDocument extends Omit<RequestKey, 'id' | 'run' | 'expireAt'>, GuardedDocument {
  readonly run: string;
  readonly expireAt: Date;
}

const toDocument = ({ id, expireAt, ...rest }: RequestKey): RequestDocument => ({
  _id: id,
  ...rest,
  expireAt: new Date(expireAt),
});
const fromDocument = ({ _id, writer: _writer, run, expireAt, ...rest }: RequestDocument): RequestKey => ({
  id: _id,
  run: asRunId(run),
  ...rest,
  expireAt: expireAt.getTime(),
});

const INSERTS = {
  maxBatch: 1_000,
  weightOf: (documents: readonly RequestDocument[]): number => documents.length,
  maxWeight: 1_000,
  maxUnderWay: 2,
  maxWaiting: 20_000,
};

export class RequestsStore {
  private readonly requests;
  private readonly writer: BulkWriter<RequestDocument>;
  private readonly inserts = new Batcher<readonly RequestDocument[], ReadonlySet<string>>(async (calls) => {
    const existing = await insertIgnoringExisting(this.requests, calls.flat());
    return calls.map(() => existing);
  }, INSERTS);

  constructor(mongo: Mongo) {
    this.requests = mongo.collection<RequestDocument>('requests');
    this.writer = new BulkWriter(this.requests);
  }

  /** The documents among these that exist. */
  async load(ids: readonly string[]): Promise<ReadonlyMap<string, RequestKey>> {
    return mapById(await byKeys(this.requests, ids), fromDocument);
  }

  /** False: another writer has inserted the document. */
  async insert(key: RequestKey): Promise<boolean> {
    return this.writer.insert(toDocument(key));
  }

  /** Inserts those that do not exist, in one write with those of other calls. Returns the ids of the others, which stay unchanged. */
  async insertMissing(keys: readonly RequestKey[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const existing = await this.inserts.add(keys.map(toDocument));
    return new Set(keys.flatMap(({ id }) => (existing.has(id) ? [id] : [])));
  }

  /** Replaces the document if its revision is still `expectedRev`. False: load again. */
  async save(next: RequestKey, expectedRev: number): Promise<boolean> {
    return this.writer.replace(toDocument(next), expectedRev);
  }

  /** Removes the document if its revision is still the same. */
  async remove({ id, rev }: Pick<RequestKey, 'id' | 'rev'>): Promise<void> {
    await this.requests.deleteOne({ _id: id, rev });
  }
}
