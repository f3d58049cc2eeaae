/** Workers and their former versions. Written by the api alone. */
import { MAX_WORKER_VERSIONS } from '../domain/limits.js';
import { asWorkerId, type WorkerId } from '../domain/ids.js';
import type { StoredWorker } from '../spec/definitions.js';
import type { Instant } from '../run/run.js';
import { insertRequested, replaceRequested, wroteLast, type RequestedWrite } from './requested-writes.js';
import { fromJsonText, toJsonText, type JsonText } from './json-text.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '../runtime/paged-scan.js';
import { BatchedReads } from './batched-operations.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, keyAfter, insertIgnoringExisting } from './document.js';

interface WorkerDocument extends Omit<StoredWorker, 'id' | 'spec' | 'sealed'>, StoredDocument {
  readonly writer: string;
  readonly spec: JsonText<StoredWorker['spec']>;
  readonly sealed: JsonText<StoredWorker['sealed']>;
  /** Set while a DELETE looks for jobs that use it: no further job may name it. */
  readonly leaving?: true;
}

interface WorkerVersionDocument extends StoredDocument {
  readonly worker: string;
  readonly version: number;
  readonly savedAt: number;
  readonly savedBy: string;
  readonly spec: JsonText<StoredWorker['spec']>;
  readonly sealed: JsonText<StoredWorker['sealed']>;
}

export class WorkersStore {
  private readonly workers;
  private readonly reads;
  private readonly versions;

  constructor(mongo: Mongo) {
    this.workers = mongo.collection<WorkerDocument>('workers');
    this.reads = new BatchedReads(this.workers);
    this.versions = mongo.collection<WorkerVersionDocument>('workerVersions');
  }

  async insert(worker: StoredWorker, writer: string): Promise<RequestedWrite> {
    return insertRequested(this.workers, toDocument(worker, writer));
  }

  async load(id: WorkerId): Promise<StoredWorker | null> {
    const document = await this.reads.get(id);
    return document && fromDocument(document);
  }

  /** The worker if new jobs may use it; a worker that is about to be deleted must not be used. */
  async loadForUse(id: WorkerId): Promise<StoredWorker | null> {
    const document = await this.reads.get(id);
    return document && document.leaving !== true ? fromDocument(document) : null;
  }

  async loadMany(ids: readonly WorkerId[]): Promise<Map<WorkerId, StoredWorker>> {
    const workers = await Promise.all(ids.map((id) => this.load(id)));
    return new Map(workers.flatMap((worker) => (worker === null ? [] : [[worker.id, worker]])));
  }

  /** Which workers were written at or after `since`, oldest first. */
  async writtenSince(since: Instant, limit: number): Promise<Pick<StoredWorker, 'id' | 'version' | 'updatedAt'>[]> {
    return this.workers
      .find({ updatedAt: { $gte: since } }, { projection: { version: 1, updatedAt: 1 }, sort: { updatedAt: 1 }, limit })
      .map(({ _id, version, updatedAt }) => ({ id: asWorkerId(_id), version, updatedAt }))
      .toArray();
  }

  /** The ids of the first `limit` workers, in order of id. */
  async firstIds(limit: number): Promise<WorkerId[]> {
    return this.workers
      .find({}, { projection: { _id: 1 }, sort: { _id: 1 }, limit })
      .map(({ _id }) => asWorkerId(_id))
      .toArray();
  }

  /** Replaces the worker if its version is still `previous.version`; the superseded version is stored first. */
  async save(next: StoredWorker, previous: StoredWorker, writer: string): Promise<RequestedWrite> {
    await this.keepVersion(previous);
    return replaceRequested(this.workers, toDocument(next, writer), { version: previous.version });
  }

  /** Workers in id order. */
  async list(
    keep: (worker: StoredWorker) => boolean,
    after: WorkerId | null,
    limit: number,
  ): Promise<Page<StoredWorker>> {
    const read = async (last: StoredWorker | null, size: number): Promise<StoredWorker[]> => {
      const from = last?.id ?? after;
      return this.workers
        .find(keyAfter(from), { sort: { _id: 1 }, limit: size })
        .map(fromDocument)
        .toArray();
    };
    return scanPage(read, keep, limit, FIRST_BATCH_OF_DEFINITIONS);
  }

  /** Keeps new jobs from using the worker until it is removed or `keep` is called. */
  async beginRemoval(id: WorkerId): Promise<void> {
    await this.workers.updateOne({ _id: id }, { $set: { leaving: true } });
  }

  async cancelRemoval(id: WorkerId): Promise<void> {
    await this.workers.updateOne({ _id: id }, { $unset: { leaving: true } });
  }

  async remove(worker: StoredWorker): Promise<void> {
    await this.keepVersion(worker);
    await this.workers.deleteOne({ _id: worker.id, leaving: true });
  }

  /** True when the worker's present version was made by this request. */
  async wroteLast(id: WorkerId, writer: string): Promise<boolean> {
    return wroteLast(this.workers, { _id: id, writer });
  }

  private async keepVersion(worker: StoredWorker): Promise<void> {
    const { spec, sealed } = toDocument(worker, '');
    await insertIgnoringExisting(this.versions, [
      {
        // A worker that was removed and created again counts from 1; its creation time distinguishes the versions.
        _id: `${worker.id}/${worker.createdAt}/${worker.version}`,
        worker: worker.id,
        version: worker.version,
        savedAt: worker.updatedAt,
        savedBy: worker.updatedBy,
        spec,
        sealed,
      },
    ]);
    await this.removeOldVersions(worker.id);
  }

  /** Ordered by time: a worker that was removed and created again has several versions with the same number. */
  private async removeOldVersions(worker: WorkerId): Promise<void> {
    const newestFirst = { projection: { savedAt: 1 }, sort: { savedAt: -1 }, limit: MAX_WORKER_VERSIONS + 1 } as const;
    const oldest = (await this.versions.find({ worker }, newestFirst).toArray())[MAX_WORKER_VERSIONS];
    if (oldest) await this.versions.deleteMany({ worker, savedAt: { $lte: oldest.savedAt } });
  }
}

function toDocument(worker: StoredWorker, writer: string): WorkerDocument {
  const { id, spec, sealed, ...rest } = worker;
  return { _id: id, ...rest, writer, spec: toJsonText(spec), sealed: toJsonText(sealed) };
}

function fromDocument(document: WorkerDocument): StoredWorker {
  const { _id, spec, sealed, writer: _writer, leaving: _leaving, ...rest } = document;
  return { id: asWorkerId(_id), ...rest, spec: fromJsonText(spec), sealed: fromJsonText(sealed) };
}
