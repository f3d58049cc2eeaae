/** Runs that have not ended, of many jobs at once. */
import { asRunId, type JobId, type RunId } from '../domain/ids.js';
import { ofTenants, type DocumentCollection, type Tenants } from './document.js';
import type { Mongo } from './mongo.js';
import { RUNS_ONLY, type RunDocument } from './run-document.js';

export class UnfinishedRuns {
  private readonly runs: DocumentCollection<RunDocument>;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
  }

  /** In no order, at most `limit`. */
  async of(jobs: readonly JobId[], tenants: Tenants, limit: number): Promise<RunId[]> {
    const state = { $in: ['RUNNING', 'QUEUED'] as const };
    return this.runs
      .find({ ...RUNS_ONLY, state, job: { $in: [...jobs] }, ...ofTenants(tenants) }, { projection: { _id: 1 }, limit })
      .map(({ _id }) => asRunId(_id))
      .toArray();
  }
}
