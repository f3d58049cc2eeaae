/** What an overview of many jobs is made of: little of each run, of many runs. Reading only. */
import { asJobId, asRunId, ALL_SHARDS, type JobId, type TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { RunGlance } from '../run/run-glance.js';
import type { Gap, GapOutcome } from '../schedule/schedule-state.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import type { GapDocument } from './gaps.store.js';
import type { Mongo } from './mongo.js';
import type { RunDocument } from './run-document.js';

const GLANCE = [
  ...['job', 'jobName', 'tenant', 'state', 'phase', 'phaseSince', 'reason', 'message'],
  ...['scheduledFor', 'startAfter', 'createdAt', 'started', 'finished'],
];
const projection = Object.fromEntries(GLANCE.map((field) => [field, 1]));

const toGlance = ({ _id, ...rest }: RunDocument): RunGlance => ({ ...rest, id: asRunId(_id) });

export interface NextSlot {
  readonly job: JobId;
  readonly jobName: string;
  readonly tenant: TenantId;
  readonly at: Instant;
}

interface ScheduleDocument extends StoredDocument {
  readonly jobName: string;
  readonly tenant: TenantId;
  readonly shard: number;
  readonly active: boolean;
  readonly nextSlotAt: Instant | null;
}

/** null: every tenant. */
export type Tenants = readonly string[] | null;

const ofTenants = (tenants: Tenants): { tenant?: { $in: TenantId[] } } =>
  tenants === null ? {} : { tenant: { $in: tenants as TenantId[] } };
/** Schedules looked through for the next slots of a few tenants among many. */
const MAX_SCHEDULES = 5_000;

export class OverviewStore {
  private readonly runs: DocumentCollection<RunDocument>;
  private readonly gaps: DocumentCollection<GapDocument>;
  private readonly schedules: DocumentCollection<ScheduleDocument>;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
    this.gaps = mongo.collection<GapDocument>('gaps');
    this.schedules = mongo.collection<ScheduleDocument>('schedules');
  }

  /** The newest runs of a job that were recorded since, newest first. */
  async newestOf(job: JobId, since: Instant, limit: number): Promise<RunGlance[]> {
    const sort = { createdAt: -1, _id: -1 } as const;
    const recorded = { job, createdAt: { $gt: since } };
    return (await this.runs.find(recorded, { projection, sort, limit }).toArray()).map(toGlance);
  }

  /** Runs that were recorded since, newest first. */
  async recordedSince(tenants: Tenants, since: Instant, limit: number): Promise<RunGlance[]> {
    const recorded = { ...ofTenants(tenants), createdAt: { $gt: since } };
    const sort = { createdAt: -1, _id: -1 } as const;
    return (await this.runs.find(recorded, { projection, sort, limit }).toArray()).map(toGlance);
  }

  /** Runs that have not ended. */
  async unfinished(tenants: Tenants, limit: number): Promise<RunGlance[]> {
    const open =
      tenants === null
        ? { open: true as const, shard: { $in: [...ALL_SHARDS] } }
        : { ...ofTenants(tenants), state: { $in: ['RUNNING', 'QUEUED'] as const } };
    return (await this.runs.find(open as object, { projection, limit }).toArray()).map(toGlance);
  }

  /** Ranges of slots that became no runs and end since, the latest first. */
  async gapsSince(tenants: Tenants, since: Instant, outcomes: readonly GapOutcome[], limit: number): Promise<Gap[]> {
    const found = { ...ofTenants(tenants), to: { $gt: since }, outcome: { $in: [...outcomes] } };
    const documents = await this.gaps.find(found, { sort: { to: -1 }, limit }).toArray();
    return documents.map(({ _id, ...gap }) => gap);
  }

  /** The next slots that take effect in `(after, until]`, the earliest first. */
  async nextSlots(tenants: Tenants, after: Instant, until: Instant, limit: number): Promise<NextSlot[]> {
    const due = { shard: { $in: [...ALL_SHARDS] }, nextSlotAt: { $gt: after, $lte: until } };
    const fields = {
      projection: { jobName: 1, tenant: 1, active: 1, nextSlotAt: 1 },
      sort: { nextSlotAt: 1 },
    } as const;
    const most = tenants === null ? limit * 2 : MAX_SCHEDULES;
    const documents = await this.schedules.find(due, { ...fields, limit: most }).toArray();
    return documents
      .filter(({ tenant, active }) => active && (tenants === null || tenants.includes(tenant)))
      .slice(0, limit)
      .map(({ _id, jobName, tenant, nextSlotAt }) => ({ job: asJobId(_id), jobName, tenant, at: nextSlotAt ?? after }));
  }

  /** Names of jobs as the scheduler knows them. */
  async jobNames(jobs: readonly JobId[]): Promise<ReadonlyMap<JobId, string>> {
    if (jobs.length === 0) return new Map();
    const documents = await this.schedules.find({ _id: { $in: [...jobs] } }, { projection: { jobName: 1 } }).toArray();
    return new Map(documents.map(({ _id, jobName }) => [asJobId(_id), jobName]));
  }
}
