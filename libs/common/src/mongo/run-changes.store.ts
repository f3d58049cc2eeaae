/** Which runs have changed, by when: what live feeds look up for changes of which no message came. Reading only. */
import type { mongo } from 'mongoose';
import { asRunId, type RunId } from '../domain/ids.js';
import type { Instant, Run } from '../run/run.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection } from './document.js';
import { fromRunDocument, type RunDocument } from './runs.store.js';

/** As much of a run as tells who wants to hear of it. */
export interface ChangeMark {
  readonly id: RunId;
  readonly tenant: string;
  readonly job: string;
  readonly changedAt: Instant;
  /** Transitions that it has made. */
  readonly changes: number;
}

export type ChangePlace = Pick<ChangeMark, 'id' | 'changedAt'>;

export class RunChangesStore {
  private readonly runs: DocumentCollection<RunDocument>;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
  }

  /** Runs whose last transition is of `from` or later, oldest first: a page, from behind `after`. */
  async since(from: Instant, after: ChangePlace | null, limit: number): Promise<ChangeMark[]> {
    const place =
      after === null ? {} : { $or: [{ changedAt: { $gt: after.changedAt } }, { _id: { $gt: after.id as string } }] };
    const filter = { changedAt: { $gte: after?.changedAt ?? from }, ...place } as mongo.Filter<RunDocument>;
    const projection = { tenant: 1, job: 1, changedAt: 1, changes: 1 };
    const documents = await this.runs.find(filter, { projection, sort: { changedAt: 1, _id: 1 }, limit }).toArray();
    return documents.map(({ _id, tenant, job, changedAt = from, changes = 0 }) => ({
      ...{ id: asRunId(_id), tenant, job },
      ...{ changedAt, changes },
    }));
  }

  /** The runs that are still there. */
  async load(ids: readonly RunId[]): Promise<Run[]> {
    if (ids.length === 0) return [];
    const documents = await this.runs.find({ _id: { $in: [...ids] }, phase: { $exists: true } }).toArray();
    return documents.map(fromRunDocument);
  }
}
