/** Jobs and their former versions. Written by the api alone; the scheduler reads them. */
import { asJobId, asTenantId, asWorkerId, type JobId, type WorkerId } from '../domain/ids.js';
import { MAX_JOB_VERSIONS } from '../domain/limits.js';
import { ownSince, type StoredJob } from '../spec/definitions.js';
import type { Instant } from '../run/run.js';
import { wroteLast } from './requested-writes.js';
import { ascendingFrom, descendingFrom } from './index-order.js';
import { fromJsonText, toJsonText, type JsonText } from './json-text.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '../runtime/paged-scan.js';
import { BatchedInserts, BatchedReads, BatchedReplacements } from './batched-operations.js';
import type { Mongo } from './mongo.js';
import {
  type StoredDocument,
  inShards,
  keyAfter,
  isAny,
  byKeys,
  insertIgnoringExisting,
  isDuplicateKey,
} from './document.js';
import { fromJobDocument, toJobDocument, type JobDocument } from './job-document.js';
import type { JobCursor } from './job-search.js';

/** A version in its last state before the next one replaced it. */
export interface JobVersion {
  readonly version: number;
  readonly savedAt: Instant;
  readonly savedBy: string;
  /** When the next version was requested; absent in the present version. */
  readonly until?: Instant;
  readonly spec: StoredJob['spec'];
  readonly sealed: StoredJob['sealed'];
}

interface JobVersionDocument extends Omit<JobVersion, 'spec' | 'sealed'>, StoredDocument {
  readonly job: string;
  readonly spec: JsonText<StoredJob['spec']>;
  readonly sealed: JsonText<StoredJob['sealed']>;
}

/** The fields by which a sweep checks whether the scheduler has a job's definition: far smaller than the definition. */
export interface JobStamp {
  readonly id: JobId;
  readonly rev: number;
  readonly version: number;
  readonly updatedAt: Instant;
  /** Its workers: the job's own first, then those of its tasks. */
  readonly workers: readonly WorkerId[];
}

/** A position among the jobs of a shard in the order of their writes; without an id it is before all jobs of that instant. */
export interface JobPoint {
  readonly at: Instant;
  readonly id: JobId | null;
}

export type JobWrite = 'saved' | 'repeated' | 'stale' | 'nameTaken' | 'idTaken';

export interface JobScan {
  /** null: of every tenant. */
  readonly tenants: readonly string[] | null;
  readonly keep: (job: StoredJob) => boolean;
}

const MAX_BATCH = 500;

export class JobsStore {
  private readonly jobs;
  private readonly reads;
  private readonly inserts: BatchedInserts<JobDocument>;
  private readonly replacements: BatchedReplacements<JobDocument>;
  private readonly versions;

  constructor(private readonly mongo: Mongo) {
    this.jobs = mongo.collection<JobDocument>('jobs');
    this.reads = new BatchedReads(this.jobs);
    this.inserts = new BatchedInserts(this.jobs);
    this.replacements = new BatchedReplacements(this.jobs);
    this.versions = mongo.collection<JobVersionDocument>('jobVersions');
  }

  /** Adds a new job. `repeated`: the same request (`writer`) has added it before. */
  async insert(job: StoredJob, writer: string): Promise<JobWrite> {
    if (await this.inserts.insert(toJobDocument(job, writer, this.mongo.shards))) return 'saved';
    const existing = await this.jobs.findOne({ _id: job.id }, { projection: { writer: 1 } });
    if (!existing) return 'nameTaken';
    return existing.writer === writer ? 'repeated' : 'idTaken';
  }

  /** Any job that exists, deleted ones included. */
  async load(id: JobId): Promise<StoredJob | null> {
    const document = await this.reads.get(id);
    return document && fromJobDocument(document);
  }

  /** As `load`, and whether its present revision was made by the request `writer`. */
  async loadForEdit(
    id: JobId,
    writer: string,
  ): Promise<{ readonly job: StoredJob; readonly wroteLast: boolean } | null> {
    const document = await this.reads.get(id);
    return document && { job: fromJobDocument(document), wroteLast: document.writer === writer };
  }

  async loadMany(ids: readonly JobId[]): Promise<Map<JobId, StoredJob>> {
    const documents = await byKeys(this.jobs, ids);
    return new Map(documents.map((document) => [asJobId(document._id), fromJobDocument(document)]));
  }

  /**
   * Replaces the job if its revision is still `previous.rev`. The superseded version is stored first, so that no crash can lose
   * it.
   */
  async save(next: StoredJob, previous: StoredJob, writer: string): Promise<JobWrite> {
    if (next.version !== previous.version) await this.keepVersion(previous, next.updatedAt);
    const filter = { _id: next.id as string, rev: previous.rev };
    const document = toJobDocument(next, writer, this.mongo.shards);
    if (await this.replacements.replace(filter, document)) return 'saved';
    // It is unknown which document of the batch was not written: this job is written again alone.
    try {
      const result = await this.jobs.replaceOne(filter, document);
      if (result.matchedCount === 1) return 'saved';
    } catch (error) {
      if (isDuplicateKey(error)) return 'nameTaken';
      throw error;
    }
    return (await wroteLast(this.jobs, document)) ? 'repeated' : 'stale';
  }

  /** Live jobs by tenant and name; `JobSearch` serves the lists that callers request. */
  async list({ tenants, keep }: JobScan, after: JobCursor | null, limit: number): Promise<Page<StoredJob>> {
    const base = { live: true as const, ...(tenants === null ? {} : { tenant: { $in: tenants.map(asTenantId) } }) };
    const read = async (last: StoredJob | null, size: number): Promise<StoredJob[]> => {
      const cursor = last ? { tenant: last.tenant, name: last.spec.name } : after;
      const later = cursor
        ? {
            // The lower bound is given here: the index does not serve alternatives in order.
            tenant: { $gte: asTenantId(cursor.tenant) },
            $or: [
              { tenant: asTenantId(cursor.tenant), name: { $gt: cursor.name } },
              { tenant: { $gt: asTenantId(cursor.tenant) } },
            ],
          }
        : {};
      return this.jobs
        .find(cursor ? { $and: [base, later] } : base, { sort: { tenant: 1, name: 1 }, limit: size })
        .map(fromJobDocument)
        .toArray();
    };
    return scanPage(read, keep, limit, FIRST_BATCH_OF_DEFINITIONS);
  }

  async usesWorker(worker: WorkerId): Promise<boolean> {
    return isAny(this.jobs, { ...usersOf(worker), live: true });
  }

  /** Live jobs of a worker in id order, after `after`. */
  async ofWorker(worker: WorkerId, after: JobId | null): Promise<JobId[]> {
    return this.jobs
      .find(
        { ...usersOf(worker), live: true, ...keyAfter(after) },
        { projection: { _id: 1 }, sort: { _id: 1 }, limit: MAX_BATCH },
      )
      .map((document) => asJobId(document._id))
      .toArray();
  }

  /** Live jobs of the shards that have notification rules, in id order, after `after`. */
  async thatNotify(shards: readonly number[], after: JobId | null, limit: number): Promise<JobId[]> {
    const cursor = keyAfter(after);
    return this.jobs
      .find(
        { ...inShards(shards), notifies: true as const, ...cursor },
        { projection: { _id: 1 }, sort: { _id: 1 }, limit },
      )
      .map((document) => asJobId(document._id))
      .toArray();
  }

  /** Live jobs that may be archived automatically, in id order, after `after`. */
  async thatEnd(after: JobId | null, limit: number): Promise<StoredJob[]> {
    return this.jobs
      .find({ ends: true, ...keyAfter(after) }, { sort: { _id: 1 }, limit })
      .map(fromJobDocument)
      .toArray();
  }

  /** Live jobs that refer to secrets from outside, or have an identity. Throws where the search takes longer than `maxTimeMS`. */
  async having(field: keyof typeof IN_TEXT, limit: number, maxTimeMS: number): Promise<StoredJob[]> {
    return this.jobs.find({ live: true, spec: IN_TEXT[field] }, { limit, maxTimeMS }).map(fromJobDocument).toArray();
  }

  /** How many live jobs the tenant has, counted no further than `upTo`. */
  async countUpTo(tenant: string, upTo: number): Promise<number> {
    return this.jobs.countDocuments({ tenant: asTenantId(tenant), live: true }, { limit: upTo });
  }

  /**
   * Jobs of the shards in the order of their writes, after `after`, deleted ones included: for the sweep that compares them with
   * the schedules.
   */
  async writtenAfter(shards: readonly number[], { at, id }: JobPoint, limit: number): Promise<JobStamp[]> {
    const later = id === null ? { updatedAt: { $gte: at } } : ascendingFrom('updatedAt', { at, id });
    return this.jobs
      .find({ ...inShards(shards), ...later }, { projection: STAMP_ONLY, sort: { updatedAt: 1, _id: 1 }, limit })
      .map(stampOf)
      .toArray();
  }

  /** Every job of a shard, the one written last first, before `before`; for rare full comparisons. */
  async newestFirst(shard: number, before: JobPoint | null, limit: number): Promise<JobStamp[]> {
    const { at = Infinity, id = null } = before ?? {};
    return this.jobs
      .find(
        { shard, ...(id === null ? { updatedAt: { $lte: at } } : descendingFrom('updatedAt', { at, id })) },
        { projection: STAMP_ONLY, sort: { updatedAt: -1, _id: -1 }, limit },
      )
      .map(stampOf)
      .toArray();
  }

  /** The jobs among these that exist. */
  async stamps(ids: readonly JobId[]): Promise<JobStamp[]> {
    return (await byKeys(this.jobs, ids, {}, { projection: STAMP_ONLY })).map(stampOf);
  }

  /** The jobs among these that are neither deleted nor archived, with the instant from which runs are their own. */
  async present(ids: readonly JobId[]): Promise<ReadonlyMap<JobId, Instant>> {
    if (ids.length === 0) return new Map();
    const projection = { createdAt: 1, firstVersion: 1, archived: 1 } as const;
    const documents = await byKeys(this.jobs, ids, { live: true }, { projection });
    const active = documents.filter(({ archived }) => archived !== true);
    return new Map(active.map((document) => [asJobId(document._id), ownSince(document)]));
  }

  /** Superseded versions of this job, newest first, older than `before`. */
  async versionsBefore(
    { id, firstVersion = 1 }: Pick<StoredJob, 'id' | 'firstVersion'>,
    before: number,
    limit: number,
  ): Promise<JobVersion[]> {
    const own = { job: id, version: { $gte: firstVersion, $lt: before } };
    return this.versions
      .find(own, { sort: { version: -1 }, limit })
      .map(fromVersionDocument)
      .toArray();
  }

  /** A version of this job, the present one included; versions of an earlier job with its id are not. */
  async version(job: StoredJob, version: number): Promise<JobVersion | null> {
    if (version === job.version) return presentVersion(job);
    if (version < (job.firstVersion ?? 1)) return null;
    const document = await this.versions.findOne({ job: job.id, _id: `${job.id}/${version}` });
    return document && fromVersionDocument(document);
  }

  private async keepVersion(job: StoredJob, until: Instant): Promise<void> {
    const _id = `${job.id}/${job.version}`;
    const existing = await insertIgnoringExisting(this.versions, [
      {
        _id,
        job: job.id,
        version: job.version,
        savedAt: job.updatedAt,
        savedBy: job.updatedBy,
        until,
        spec: toJsonText(job.spec),
        sealed: toJsonText(job.sealed),
      },
    ]);
    // The version was stored for an edit that did not succeed, and the job has changed since.
    if (existing.size > 0) await this.versions.updateOne({ job: job.id, _id }, { $max: { until } });
    const gone = job.version - MAX_JOB_VERSIONS;
    if (gone > 0) await this.versions.deleteMany({ job: job.id, version: { $lte: gone } });
  }
}

/** In the JSON of a specification; a parameter may have the same text. */
const IN_TEXT = {
  secretsFrom: /"secretsFrom":\[\{/ as unknown as JsonText<StoredJob['spec']>,
  identity: /"identity":\{"audience":\[/ as unknown as JsonText<StoredJob['spec']>,
};

const STAMP_ONLY = { rev: 1, version: 1, updatedAt: 1, worker: 1, taskWorkers: 1 } as const;

const stampOf = ({
  _id,
  rev,
  version,
  updatedAt,
  worker,
  taskWorkers = [],
}: Pick<JobDocument, '_id' | keyof typeof STAMP_ONLY>): JobStamp => ({
  id: asJobId(_id),
  rev,
  version,
  updatedAt,
  workers: [worker, ...taskWorkers].map(asWorkerId),
});

const usersOf = (worker: WorkerId): { $or: [{ worker: string }, { taskWorkers: string }] } => ({
  $or: [{ worker }, { taskWorkers: worker }],
});

function fromVersionDocument(document: JobVersionDocument): JobVersion {
  const { _id, job: _job, spec, sealed, ...rest } = document;
  return { ...rest, spec: fromJsonText(spec), sealed: fromJsonText(sealed) };
}

export const presentVersion = ({ version, updatedAt, updatedBy, spec, sealed }: StoredJob): JobVersion => ({
  version,
  savedAt: updatedAt,
  savedBy: updatedBy,
  spec,
  sealed,
});
