/** Little of each of many runs, and counts of runs, for overviews. */
import type { mongo } from 'mongoose';
import type { JobId, RunId } from '../domain/ids.js';
import type { RunGlance } from '../run/run-glance.js';
import type { RunState } from '../run/phase.js';
import type { Instant } from '../run/run.js';
import { canonicalZone } from '../schedule/zone.js';
import { FAILED_ENDS, isFailure } from '../run/failed-ends.js';
import { ofTenants, type Tenants } from './document.js';
import type { Mongo } from './mongo.js';
import { GLANCE_FIELDS, openOf, RUNS_ONLY, toGlance, type RunDocument } from './run-document.js';

const UNFINISHED = { ...RUNS_ONLY, state: { $in: ['RUNNING', 'QUEUED'] as const } };
const RUNNING = { state: 'RUNNING', phase: { $ne: 'Pending' } } as const;
const NEWEST = { createdAt: -1, _id: -1 } as const;
/** Most jobs that fail have succeeded within so many runs: they are read at once. */
const FEW_RUNS = 20;
const END_FIELDS = { state: 1, reason: 1 } as const;

/** Unfinished runs whose start time has come, by what they do. */
export interface StartedCounts {
  /** They wait for admission. */
  readonly queued: number;
  /** They are admitted, and nothing of them has started yet. */
  readonly pending: number;
  readonly running: number;
}

export function startedCounts(open: readonly Pick<RunGlance, 'state' | 'phase'>[]): StartedCounts {
  const queued = open.filter(({ state }) => state === 'QUEUED').length;
  const pending = open.filter(({ phase }) => phase === 'Pending').length;
  return { queued, pending, running: open.length - queued - pending };
}

export class OverviewRuns {
  private readonly runs;

  constructor(private readonly mongo: Pick<Mongo, 'collection' | 'shards'>) {
    this.runs = mongo.collection<RunDocument>('runs');
  }

  /** Runs that were recorded since then, newest first. */
  async newest(tenants: Tenants, since: Instant, limit: number): Promise<RunGlance[]> {
    // Without it, DocumentDB reads and sorts all runs since then.
    const hint = tenants === null ? NEWEST : { tenant: 1 as const, ...NEWEST };
    const filter = { ...RUNS_ONLY, ...ofTenants(tenants), createdAt: { $gte: since } };
    return this.glances(filter, { sort: NEWEST, limit, hint });
  }

  /** The runs among these that exist. */
  async ofIds(ids: readonly RunId[]): Promise<RunGlance[]> {
    return ids.length === 0 ? [] : this.glances({ _id: { $in: [...ids] }, ...RUNS_ONLY });
  }

  /** Runs that have not ended and whose start time has come, in no order. */
  async unfinished(tenants: Tenants, now: Instant, limit: number): Promise<RunGlance[]> {
    return this.glances({ ...this.unfinishedOf(tenants), startAfter: { $lte: now } }, { limit });
  }

  /** How many runs wait for a start time that lies ahead, counted no further than `upTo`. */
  async countDelayed(tenants: Tenants, now: Instant, upTo: number): Promise<number> {
    return this.runs.countDocuments({ ...this.unfinishedOf(tenants), startAfter: { $gt: now } }, { limit: upTo });
  }

  /** How many runs of each other kind there are, counted no further than `upTo`. */
  async countStarted(tenants: Tenants, now: Instant, upTo: number): Promise<StartedCounts> {
    const count = (kind: object): Promise<number> =>
      this.runs.countDocuments({ ...this.unfinishedOf(tenants), startAfter: { $lte: now }, ...kind }, { limit: upTo });
    const [queued, pending, running] = await Promise.all([
      count({ state: 'QUEUED' }),
      count({ phase: 'Pending' }),
      count(RUNNING),
    ]);
    return { queued, pending, running };
  }

  /** How many kept runs of a job have failed since its newest success, counted no further than `upTo`; runs before `own` are not its own. */
  async countFailures(job: JobId, own: Instant, upTo: number): Promise<number> {
    const newest = await this.runs
      .find({ ...RUNS_ONLY, job, createdAt: { $gte: own } }, { sort: NEWEST, limit: FEW_RUNS, projection: END_FIELDS })
      .toArray();
    const success = newest.findIndex(({ state }) => state === 'FINISHED');
    if (success < 0 && newest.length === FEW_RUNS) return this.countManyFailures(job, own, upTo);
    return newest.slice(0, success < 0 ? newest.length : success).filter(isFailure).length;
  }

  private async countManyFailures(job: JobId, own: Instant, upTo: number): Promise<number> {
    const succeeded = { ...RUNS_ONLY, job, state: 'FINISHED' as const };
    const success = await this.runs.findOne(succeeded, { sort: NEWEST, projection: { createdAt: 1 } });
    const since = Math.max(success?.createdAt ?? 0, own - 1);
    const failed = { ...RUNS_ONLY, job, createdAt: { $gt: since }, $or: [...FAILED_ENDS] };
    return this.runs.countDocuments(failed, { limit: upTo });
  }

  private unfinishedOf(tenants: Tenants): mongo.Filter<RunDocument> {
    return tenants === null ? openOf(this.mongo.shards.all) : { ...UNFINISHED, ...ofTenants(tenants) };
  }

  private async glances(filter: mongo.Filter<RunDocument>, options: mongo.FindOptions = {}): Promise<RunGlance[]> {
    return this.runs
      .find(filter, { ...options, projection: GLANCE_FIELDS })
      .map(toGlance)
      .toArray();
  }
}

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

/** Counts the runs of a job by their outcomes. The database counts, so that no run is transferred. */
export class RunOutcomes {
  private readonly runs;

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
        { $sort: NEWEST },
        { $limit: limit },
        { $group: { _id: { day, state: '$state', reason }, count: { $sum: 1 } } },
      ])
      .map(({ _id, count }) => ({ ..._id, count }))
      .toArray();
  }
}
