/** Queries of admission and its sweeps about runs; read only. */
import { asJobId, asRunId, type JobId, type RunId, type TenantId } from '../domain/ids.js';
import type { Phase } from '../run/phase.js';
import type { Run } from '../run/run.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection } from './document.js';
import { fromRunDocument, type RunDocument } from './runs.store.js';

/** The fields of a run that tell whether it may hold a permit. */
export interface RunStanding {
  readonly id: RunId;
  readonly job: JobId;
  readonly phase: Phase;
  /** Keys of the limits of which it holds a permit. */
  readonly holds: readonly string[];
}

export class AdmissionStore {
  private readonly runs: DocumentCollection<RunDocument>;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
  }

  /** Admitted and unfinished runs of a job, oldest first. */
  async underWayOfJob(job: JobId, limit: number): Promise<RunId[]> {
    const found = await this.runs
      .find({ job, state: 'RUNNING' }, { projection: { _id: 1 }, sort: { createdAt: 1, _id: 1 }, limit })
      .toArray();
    return found.map(({ _id }) => asRunId(_id));
  }

  /** Admitted and unfinished runs of a tenant, oldest first. */
  async underWayOfTenant(tenant: TenantId, limit: number): Promise<{ id: RunId; job: JobId }[]> {
    const found = await this.runs
      .find({ tenant, state: 'RUNNING' }, { projection: { job: 1 }, sort: { createdAt: 1, _id: 1 }, limit })
      .toArray();
    return found.map(({ _id, job }) => ({ id: asRunId(_id), job: asJobId(job) }));
  }

  /** Queued runs of a tenant, oldest first. */
  async queuedOfTenant(tenant: TenantId, limit: number): Promise<{ id: RunId; job: JobId }[]> {
    const found = await this.runs
      .find({ tenant, state: 'QUEUED' }, { projection: { job: 1 }, sort: { createdAt: 1, _id: 1 }, limit })
      .toArray();
    return found.map(({ _id, job }) => ({ id: asRunId(_id), job: asJobId(job) }));
  }

  /** Queued runs of the shards, in id order after `after`. */
  async queuedIn(shards: readonly number[], after: RunId | null, limit: number): Promise<Run[]> {
    const filter = {
      open: true as const,
      shard: { $in: [...shards] },
      wakeAt: null,
      state: 'QUEUED' as const,
      ...(after === null ? {} : { _id: { $gt: after } }),
    };
    return (await this.runs.find(filter, { sort: { _id: 1 }, limit }).toArray()).map(fromRunDocument);
  }

  /** The phases of those runs that exist. */
  async standingOf(runs: readonly RunId[]): Promise<Map<RunId, RunStanding>> {
    if (runs.length === 0) return new Map();
    const found = await this.runs
      .find({ _id: { $in: [...runs] }, phase: { $exists: true } }, { projection: { job: 1, phase: 1, holds: 1 } })
      .toArray();
    return new Map(
      found.map(({ _id, job, phase, holds }) => [asRunId(_id), { id: asRunId(_id), job: asJobId(job), phase, holds }]),
    );
  }
}
