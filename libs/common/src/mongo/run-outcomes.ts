/** Counts the runs of a job by their outcomes. The database counts, so that no run is transferred. */
import type { JobId } from '../domain/ids.js';
import type { RunState } from '../run/phase.js';
import type { Instant } from '../run/run.js';
import { canonicalZone } from '../schedule/zone.js';
import type { DocumentCollection } from './document.js';
import type { Mongo } from './mongo.js';
import { RUNS_ONLY, type RunDocument } from './run-document.js';

export interface DayCount {
  /** `YYYY-MM-DD` in the time zone. */
  readonly day: string;
  readonly state: RunState;
  /** Empty but for aborted runs, some of which are failures. */
  readonly reason: string;
  readonly count: number;
}

interface Group {
  readonly _id: Omit<DayCount, 'count'>;
  readonly count: number;
}

export class RunOutcomes {
  private readonly runs: DocumentCollection<RunDocument>;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
  }

  /** Counts the newest `limit` runs that were recorded after `since` by day, state and reason, in no order. */
  async byDay(job: JobId, since: Instant, timezone: string, limit: number): Promise<DayCount[]> {
    const date = { $toDate: '$createdAt' };
    const day = { $dateToString: { date, format: '%Y-%m-%d', timezone: canonicalZone(timezone) } };
    const reason = { $cond: [{ $eq: ['$state', 'ABORTED'] }, '$reason', ''] };
    return this.runs
      .aggregate<Group>([
        { $match: { ...RUNS_ONLY, job, createdAt: { $gt: since } } },
        { $sort: { createdAt: -1, _id: -1 } },
        { $limit: limit },
        { $group: { _id: { day, state: '$state', reason }, count: { $sum: 1 } } },
      ])
      .map(({ _id, count }) => ({ ..._id, count }))
      .toArray();
  }
}
