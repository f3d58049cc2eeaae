/**
 * Jobs whose newest result is a failure, or was one until a moment ago: one document for each job, which outlasts any number of later
 * runs of other jobs. The executor notes each failed run before it counts it in an error group, and removes jobs that have recovered.
 */
import { asJobId, type JobId, type RunId, type TenantId } from '../domain/ids.js';
import { coarsestShardOf } from '../domain/shards.js';
import type { Instant, Run } from '../run/run.js';
import {
  partsByTenant,
  type StoredDocument,
  type Tenants,
  inShards,
  keyAfter,
  insertIgnoringExisting,
} from './document.js';
import { ANY_NUMBER } from './index-order.js';
import type { Mongo } from './mongo.js';
import { RUNS_ONLY, type RunDocument } from './run-document.js';

/** The newest failed run of a job. */
export interface LastFailure {
  readonly job: JobId;
  readonly tenant: TenantId;
  readonly run: RunId;
  /** When the run was recorded. */
  readonly at: Instant;
}

/** The job fails if no success was recorded after the failure. */
export interface FailureAndSuccess extends LastFailure {
  /** When its newest successful run was recorded; null: none is kept. */
  readonly succeededAt: Instant | null;
}

interface FailingDocument extends Omit<LastFailure, 'job'>, StoredDocument {
  readonly shard: number;
}

interface Found extends FailingDocument {
  readonly successes: readonly Pick<RunDocument, 'createdAt'>[];
}

const NEWEST = { at: -1, _id: -1 } as const;

/** The newest successful run of each job, by the index of a job's runs of a state. */
const WITH_SUCCESS = {
  from: 'runs',
  localField: '_id',
  foreignField: 'job',
  pipeline: [
    { $match: { ...RUNS_ONLY, state: 'FINISHED' } },
    { $sort: { createdAt: -1, _id: -1 } },
    { $limit: 1 },
    { $project: { createdAt: 1 } },
  ],
  as: 'successes',
};

export const isFailing = ({ at, succeededAt }: FailureAndSuccess): boolean => succeededAt === null || succeededAt < at;

export class FailingJobsStore {
  private readonly jobs;

  constructor(mongo: Pick<Mongo, 'collection'>) {
    this.jobs = mongo.collection<FailingDocument>('failingJobs');
  }

  /** Notes failed runs. A repeat changes nothing, nor does a run that is older than the noted one. */
  async note(runs: readonly Pick<Run, 'id' | 'job' | 'tenant' | 'createdAt'>[]): Promise<void> {
    if (runs.length === 0) return;
    const byAge = runs.toSorted((a, b) => a.createdAt - b.createdAt);
    const newest = [...new Map(byAge.map((run) => [run.job, run])).values()];
    const existing = await insertIgnoringExisting(this.jobs, newest.map(toDocument));
    const later = newest.flatMap((run) => {
      const { _id, ...fields } = toDocument(run);
      return existing.has(_id)
        ? [{ updateOne: { filter: { _id, at: { $lt: run.createdAt } }, update: { $set: fields } } }]
        : [];
    });
    if (later.length > 0) await this.jobs.bulkWrite(later, { ordered: false });
  }

  /** The jobs of the tenants, the latest failure first. */
  async newest(tenants: Tenants, limit: number): Promise<FailureAndSuccess[]> {
    const read = async (of: object): Promise<FailureAndSuccess[]> =>
      this.withSuccesses([{ $match: { ...of, at: ANY_NUMBER } }, { $sort: NEWEST }, { $limit: limit }]);
    const parts = tenants === null ? [{}] : partsByTenant(tenants);
    const lists = await Promise.all(parts.map(read));
    return lists
      .flat()
      .sort((a, b) => b.at - a.at || (a.job < b.job ? 1 : -1))
      .slice(0, limit);
  }

  /** Jobs by their `coarsestShardOf`, in id order after `after`. */
  async ofShards(shards: readonly number[], after: JobId | null, limit: number): Promise<FailureAndSuccess[]> {
    const place = keyAfter(after);
    return this.withSuccesses([
      { $match: { ...inShards(shards), ...place } },
      { $sort: { _id: 1 } },
      { $limit: limit },
    ]);
  }

  /** Removes the jobs, except those that have failed again since they were read. */
  async remove(jobs: readonly LastFailure[]): Promise<void> {
    const operations = jobs.map(({ job, run }) => ({ deleteOne: { filter: { _id: job, run } } }));
    if (operations.length > 0) await this.jobs.bulkWrite(operations, { ordered: false });
  }

  private async withSuccesses(stages: readonly object[]): Promise<FailureAndSuccess[]> {
    return this.jobs
      .aggregate<Found>([...stages, { $lookup: WITH_SUCCESS }])
      .map(({ _id, tenant, run, at, successes }) => ({
        job: asJobId(_id),
        tenant,
        run,
        at,
        succeededAt: successes[0]?.createdAt ?? null,
      }))
      .toArray();
  }
}

const toDocument = ({
  id,
  job,
  tenant,
  createdAt,
}: Pick<Run, 'id' | 'job' | 'tenant' | 'createdAt'>): FailingDocument => ({
  _id: job,
  tenant,
  run: id,
  at: createdAt,
  shard: coarsestShardOf(job),
});
