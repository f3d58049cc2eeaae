/** Every query of the collection `runs`. A closed key (`ClosedKeyDocument`) is not a run: only `storedKeys` returns it. */
import { mongo } from 'mongoose';
import { asJobId, asRunId, type JobId, type RunId, type TenantId } from '../domain/ids.js';
import { RUN_STATES, type Phase, type RunState } from '../run/phase.js';
import { MAX_RUNS_OF_CAUSE } from '../domain/limits.js';
import type { RunGlance } from '../run/run-glance.js';
import type { Instant, Run } from '../run/run.js';
import type { Page } from '../runtime/paged-scan.js';
import { BatchedReads } from './batched-operations.js';
import { ofTenants, type Tenants, inShards, keyAfter, isAny, byKeys } from './document.js';
import { ANY_NUMBER, ascendingFrom } from './index-order.js';
import type { Mongo } from './mongo.js';
import { confirmed, LINEARIZABLE } from './outage.js';
import {
  areOpenOfAll,
  conditionsOf,
  countedParts,
  hintFor,
  inOrder,
  mergedParts,
  type RunCursor,
  type RunFilter,
  type RunOrder,
  type RunPage,
} from './run-filter.js';
import {
  dueForRemoval,
  fromRunDocument,
  GLANCE_FIELDS,
  openOf,
  RUNS_ONLY,
  toGlance,
  toStoredKey,
  type StoredKey,
  type ClosedKeyDocument,
  type RunDocument,
} from './run-document.js';

export type DueRun = Pick<Run, 'id' | 'phase'>;
/** The fields of a run that never change: its tenant and job, and its source. */
export type RunOrigin = Pick<Run, 'id' | 'tenant' | 'job' | 'spec' | 'overrides' | 'createdAt'>;
/** The fields of a run that tell whether it may hold a permit; `holds` are the keys of the limits of which it holds one. */
export type RunStanding = Pick<
  Run,
  'id' | 'job' | 'phase' | 'reason' | 'holds' | 'finished' | 'priority' | 'preemptions'
>;

export interface RunCounts {
  readonly active: number;
  readonly queued: number;
  /** Wait for a start time that lies ahead. */
  readonly delayed: number;
}

/** The fields of a run by which subscribers of changes are chosen. */
export interface ChangeMark {
  readonly id: RunId;
  readonly tenant: string;
  readonly job: string;
  readonly changedAt: Instant;
  /** Transitions that it has made. */
  readonly changes: number;
}

type JobRuns = Pick<Run, 'job'> & { readonly state?: RunState };

export type ChangeCursor = Pick<ChangeMark, 'id' | 'changedAt'>;

/** Unfinished runs that are counted for one answer at most. */
export const MAX_COUNTED_RUNS = 5_000;
/** Successes that are read for one answer at most. */
const MAX_SUCCESSES = 5_000;
/** Runs to be removed that are counted at most. */
const MAX_COUNTED_REMOVALS = 10_000;

/** Up to this many unfinished runs are read and sorted here; if there are more, the first ones are found quickly in the order of the list. */
const MAX_FEW_OPEN = 1_000;
const BY_WAKE_UP = { shard: 1, wakeAt: 1, _id: 1 } as const;

/** The states of runs that have ended. */
const ENDED_STATES = RUN_STATES.filter((state) => state !== 'QUEUED' && state !== 'RUNNING');
const RUNS_IN_ORDER = { ...RUNS_ONLY, createdAt: ANY_NUMBER };
const NEWEST = { createdAt: -1, _id: -1 } as const;
const NO_RUNS: RunCounts = { active: 0, queued: 0, delayed: 0 };
const UNFINISHED = { ...RUNS_ONLY, state: { $in: ['RUNNING', 'QUEUED'] as const } };

export class RunReads {
  private readonly runs;
  private readonly single;
  private readonly live;

  constructor(private readonly mongo: Pick<Mongo, 'collection' | 'shards'>) {
    this.runs = mongo.collection<RunDocument>('runs');
    this.single = new BatchedReads(this.runs, () => RUNS_ONLY);
    this.live = new BatchedReads(this.runs, () => RUNS_ONLY, ['live']);
  }

  // By id

  /** One run; requests at about the same time share a query. */
  async get(id: RunId): Promise<Run | null> {
    const document = await this.single.get(id);
    return document && fromRunDocument(document);
  }

  /** The live attempts of a run; none where there is no such run. Requests share a query, as in `get`. */
  async liveOf(id: RunId): Promise<Run['live']> {
    return (await this.live.get(id))?.live ?? [];
  }

  /** As `liveOf`, but never from a former primary: for a final refusal. */
  async liveNow(id: RunId): Promise<Run['live']> {
    const fields = { projection: { live: 1 }, ...LINEARIZABLE } as const;
    return (await confirmed(this.runs.findOne({ _id: id, ...RUNS_ONLY }, fields)))?.live ?? [];
  }

  /** Whether the run exists, never from a former primary: for a final refusal. */
  async existsNow(id: RunId): Promise<boolean> {
    const fields = { projection: { _id: 1 }, ...LINEARIZABLE } as const;
    return (await confirmed(this.runs.findOne({ _id: id, ...RUNS_ONLY }, fields))) !== null;
  }

  /** The runs that exist. */
  async load(ids: readonly RunId[]): Promise<Map<RunId, Run>> {
    const documents = await byKeys(this.runs, ids, RUNS_ONLY);
    return new Map(documents.map((document) => [asRunId(document._id), fromRunDocument(document)]));
  }

  /** The ids of the runs that exist. */
  async existing(ids: readonly RunId[]): Promise<ReadonlySet<RunId>> {
    if (ids.length === 0) return new Set();
    const there = { _id: { $in: [...ids] }, ...RUNS_ONLY };
    const documents = await this.runs.find(there, { projection: { _id: 1 } }).toArray();
    return new Set(documents.map(({ _id }) => asRunId(_id)));
  }

  /** The fields that never change of the runs that exist: far less than a run with many attempts. */
  async origins(ids: readonly RunId[]): Promise<Map<RunId, RunOrigin>> {
    const fields = { projection: { tenant: 1, job: 1, spec: 1, overrides: 1, createdAt: 1 } } as const;
    const documents = await byKeys(this.runs, ids, RUNS_ONLY, fields);
    return new Map(
      documents.map(({ _id, tenant, job, spec, overrides, createdAt }) => {
        const id = asRunId(_id);
        return [id, { id, tenant, job, spec, overrides, createdAt }];
      }),
    );
  }

  /** Phases and permits of the runs that exist. */
  async standingOf(ids: readonly RunId[]): Promise<Map<RunId, RunStanding>> {
    if (ids.length === 0) return new Map();
    const projection = { job: 1, phase: 1, reason: 1, holds: 1, finished: 1, priority: 1, preemptions: 1 } as const;
    const documents = await byKeys(this.runs, ids, RUNS_ONLY, { projection });
    return new Map(documents.map(({ _id, ...fields }) => [asRunId(_id), { id: asRunId(_id), ...fields }]));
  }

  /** The state of the keys that exist. */
  async storedKeys(ids: readonly RunId[]): Promise<Map<RunId, StoredKey>> {
    if (ids.length === 0) return new Map();
    const documents: (RunDocument | ClosedKeyDocument)[] = await byKeys(this.runs, ids);
    return new Map(documents.map((document) => [asRunId(document._id), toStoredKey(document)]));
  }

  // Pages

  /** Newest first. */
  async list(
    filter: RunFilter,
    after: RunCursor | null,
    limit: number,
    order: RunOrder = 'newestFirst',
  ): Promise<Page<Run>> {
    return mergedParts(filter, { after, limit, order }, (part, page) => this.part(part, page));
  }

  /** How many runs the list has, counted no further than `upTo`. */
  async countUpTo(filter: RunFilter, upTo: number): Promise<number> {
    return countedParts(filter, upTo, (part, limit) => {
      const conditions = [RUNS_IN_ORDER, ...conditionsOf(part, null)];
      if (areOpenOfAll(part))
        return this.runs.countDocuments({ $and: [this.ofAll(), ...conditions] }, { limit, hint: BY_WAKE_UP });
      return this.runs.countDocuments({ $and: conditions }, { limit, ...hintFor(part) });
    });
  }

  private async part(filter: RunFilter, { after, limit, order }: RunPage): Promise<Run[]> {
    const conditions = [RUNS_IN_ORDER, ...conditionsOf(filter, after, order)];
    const few = areOpenOfAll(filter) ? await this.fewOpen(conditions) : null;
    if (few !== null) return few.sort(inOrder(order)).slice(0, limit);
    const way = order === 'newestFirst' ? -1 : 1;
    return this.runs
      .find({ $and: conditions }, { sort: { createdAt: way, _id: way }, limit, ...hintFor(filter) })
      .map(fromRunDocument)
      .toArray();
  }

  /** The unfinished runs of all tenants, in no order; null where there are more than a thousand. */
  private async fewOpen(conditions: readonly object[]): Promise<Run[] | null> {
    const options = { limit: MAX_FEW_OPEN + 1, hint: BY_WAKE_UP } as const;
    const documents = await this.runs.find({ $and: [this.ofAll(), ...conditions] }, options).toArray();
    return documents.length > MAX_FEW_OPEN ? null : documents.map(fromRunDocument);
  }

  private ofAll(): ReturnType<typeof openOf> {
    return openOf(this.mongo.shards.all);
  }

  /** Runs whose last transition was at `from` or later, oldest first: a page after `after`. */
  async changedSince(from: Instant, after: ChangeCursor | null, limit: number): Promise<ChangeMark[]> {
    const place =
      after === null
        ? { changedAt: { $gte: from } }
        : ascendingFrom('changedAt', { at: after.changedAt, id: after.id });
    return this.changed(place, from, limit);
  }

  /** Runs whose last transition was after a place and no later than `until`, oldest first. */
  async changedBetween({ changedAt, id }: ChangeCursor, until: Instant, limit: number): Promise<ChangeMark[]> {
    const place = {
      changedAt: { $gte: changedAt, $lte: until },
      $or: [{ changedAt: { $gt: changedAt } }, { _id: { $gt: id as string } }],
    };
    return this.changed(place, changedAt, limit);
  }

  private async changed(place: object, from: Instant, limit: number): Promise<ChangeMark[]> {
    const filter = { ...RUNS_ONLY, ...place } as mongo.Filter<RunDocument>;
    const projection = { tenant: 1, job: 1, changedAt: 1, changes: 1 };
    return this.runs
      .find(filter, { projection, sort: { changedAt: 1, _id: 1 }, limit })
      .map(({ _id, tenant, job, changedAt = from, changes = 0 }) => ({
        id: asRunId(_id),
        tenant,
        job,
        changedAt,
        changes,
      }))
      .toArray();
  }

  // By job or tenant

  /** Unfinished runs per job; at most `MAX_COUNTED_RUNS` of all jobs together are counted. */
  async countUnfinished(jobs: readonly JobId[], now: Instant): Promise<ReadonlyMap<JobId, RunCounts>> {
    const counts = new Map<JobId, RunCounts>();
    if (jobs.length === 0) return counts;
    const unfinished = { ...UNFINISHED, job: { $in: [...jobs] } };
    for (const { job, state, startAfter } of await this.runs
      .find(unfinished, { projection: { job: 1, state: 1, startAfter: 1 }, limit: MAX_COUNTED_RUNS })
      .toArray()) {
      const counted = counts.get(job) ?? NO_RUNS;
      const kind = startAfter > now ? 'delayed' : state === 'QUEUED' ? 'queued' : 'active';
      counts.set(job, { ...counted, [kind]: counted[kind] + 1 });
    }
    return counts;
  }

  /** Runs of the jobs that have not ended, in no order, at most `limit`. */
  async unfinishedOf(jobs: readonly JobId[], tenants: Tenants, limit: number): Promise<RunId[]> {
    return this.runs
      .find({ ...UNFINISHED, job: { $in: [...jobs] }, ...ofTenants(tenants) }, { projection: { _id: 1 }, limit })
      .map(({ _id }) => asRunId(_id))
      .toArray();
  }

  /** True while a run of the tenant is queued or under way. */
  async hasUnfinished(tenant: TenantId): Promise<boolean> {
    return isAny(this.runs, { ...UNFINISHED, tenant });
  }

  /** The newest successful run of each job, among the runs created since. */
  async successesSince(
    jobs: readonly JobId[],
    since: Instant,
  ): Promise<Map<JobId, { started: Instant; finished: Instant }>> {
    const newest = new Map<JobId, { started: Instant; finished: Instant }>();
    if (jobs.length === 0) return newest;
    const recent = { ...RUNS_ONLY, job: { $in: [...jobs] }, state: 'FINISHED' as const, createdAt: { $gte: since } };
    for (const { job, started, finished } of await this.runs
      .find(recent, { projection: { job: 1, started: 1, finished: 1 }, limit: MAX_SUCCESSES })
      .toArray()) {
      const isNewer = finished !== null && finished > (newest.get(job)?.finished ?? 0);
      if (started !== null && isNewer) newest.set(job, { started, finished });
    }
    return newest;
  }

  /** The newest successful run of a job that is still kept. */
  async lastSuccess(job: JobId): Promise<{ started: Instant; finished: Instant } | null> {
    const newest = { sort: NEWEST, projection: { started: 1, finished: 1 } } as const;
    const document = await this.runs.findOne({ ...RUNS_ONLY, job, state: 'FINISHED' }, newest);
    const { started = null, finished = null } = document ?? {};
    return started === null || finished === null ? null : { started, finished };
  }

  /** The job's newest runs. */
  async newestOf(job: JobId, limit: number): Promise<Run[]> {
    return this.runs
      .find({ ...RUNS_IN_ORDER, job }, { sort: NEWEST, limit })
      .map(fromRunDocument)
      .toArray();
  }

  /** The job's newest runs that ended in a state. */
  async newestEnded(job: JobId, state: RunState, limit: number): Promise<Pick<Run, 'id' | 'started' | 'finished'>[]> {
    return this.runs
      .find(
        { ...RUNS_ONLY, job, state },
        { sort: NEWEST, limit, projection: { started: 1, finished: 1, createdAt: 1 } },
      )
      .map(({ _id, started, finished }) => ({ id: asRunId(_id), started, finished }))
      .toArray();
  }

  // For overviews: little of each run, of many runs

  /** The newest runs of a job that were recorded after `since`, newest first; in one state, or the oldest first, where asked. */
  async glancesOf(of: JobRuns, since: Instant, limit: number, order: RunOrder = 'newestFirst'): Promise<RunGlance[]> {
    return this.glances({ ...of, createdAt: { $gt: since } }, limit, order === 'newestFirst' ? -1 : 1);
  }

  /** The phases of runs that have not ended, of all tenants. */
  async unfinishedPhases(limit: number): Promise<Phase[]> {
    const open = this.runs.find(this.ofAll(), { projection: { phase: 1 }, limit });
    return (await open.toArray()).map(({ phase }) => phase);
  }

  private async glances(filter: mongo.Filter<RunDocument>, limit: number, way: 1 | -1 = -1): Promise<RunGlance[]> {
    return this.runs
      .find({ ...RUNS_ONLY, ...filter }, { projection: GLANCE_FIELDS, sort: { createdAt: way, _id: way }, limit })
      .map(toGlance)
      .toArray();
  }

  // For admission

  /** Admitted and unfinished runs of a job, oldest first. */
  async underWayOfJob(job: JobId, limit: number): Promise<RunId[]> {
    return this.runs
      .find({ ...RUNS_ONLY, job, state: 'RUNNING' }, { projection: { _id: 1 }, sort: { createdAt: 1, _id: 1 }, limit })
      .map(({ _id }) => asRunId(_id))
      .toArray();
  }

  /** Admitted and unfinished runs of a tenant, oldest first. */
  async underWayOfTenant(tenant: TenantId, limit: number): Promise<{ id: RunId; job: JobId }[]> {
    return this.oldestOfTenant({ tenant, state: 'RUNNING' }, limit);
  }

  /** Queued runs of a tenant, oldest first. */
  async queuedOfTenant(tenant: TenantId, limit: number): Promise<{ id: RunId; job: JobId }[]> {
    return this.oldestOfTenant({ tenant, state: 'QUEUED' }, limit);
  }

  /** Queued runs of the shards, in id order after `after`. */
  async queuedIn(shards: readonly number[], after: RunId | null, limit: number): Promise<Run[]> {
    return this.runs
      .find(
        {
          open: true,
          ...inShards(shards),
          wakeAt: null,
          state: 'QUEUED' as const,
          ...keyAfter(after),
        },
        { sort: { _id: 1 }, limit },
      )
      .map(fromRunDocument)
      .toArray();
  }

  /** Runs of the shards that take further requests, and whose start time has come, the longest due first. */
  async gatheredDue(shards: readonly number[], now: Instant, limit: number): Promise<Run[]> {
    const due = { gathering: true as const, ...inShards(shards), startAfter: { $lte: now } };
    return this.runs
      .find(due, { sort: { startAfter: 1 }, limit })
      .map(fromRunDocument)
      .toArray();
  }

  // For dependents of runs

  /** Ended runs of the shards whose dependents are not decided yet, the oldest first. */
  async pendingDependentsIn(shards: readonly number[], limit: number): Promise<Run[]> {
    return this.runs
      .find({ dependentsPending: true, ...inShards(shards), finished: ANY_NUMBER }, { sort: { finished: 1 }, limit })
      .map(fromRunDocument)
      .toArray();
  }

  /** The runs among these whose dependents are not decided yet. */
  async pendingDependents(ids: readonly RunId[]): Promise<Run[]> {
    return (await byKeys(this.runs, ids, { dependentsPending: true })).map(fromRunDocument);
  }

  /** Runs of a job with the cause, among runs with dependents. */
  async ofCause(job: JobId, cause: string): Promise<Run[]> {
    return this.runs.find({ followed: true, job, cause }, { limit: MAX_RUNS_OF_CAUSE }).map(fromRunDocument).toArray();
  }

  /** The job's newest run that has ended; null if there is none. */
  async latestEnded(job: JobId): Promise<Run | null> {
    const documents = await Promise.all(
      ENDED_STATES.map((state) => this.runs.findOne({ ...RUNS_ONLY, job, state }, { sort: NEWEST })),
    );
    const runs = documents.flatMap((document) => (document ? [fromRunDocument(document)] : []));
    return runs.sort(inOrder('newestFirst'))[0] ?? null;
  }

  /** Whether the job got a run in `(after, until]`. */
  async isAnyOf(job: JobId, after: Instant, until: Instant): Promise<boolean> {
    return isAny(this.runs, { ...RUNS_ONLY, job, createdAt: { $gt: after, $lte: until } });
  }

  // For the executor's sweeps

  /** Unfinished runs of the shards that have left `Queued` and whose wake-up is due, the longest due first. */
  async dueAdmitted(
    shards: readonly number[],
    now: Instant,
    page: { readonly skip: number; readonly limit: number },
  ): Promise<DueRun[]> {
    const due = { open: true as const, ...inShards(shards), wakeAt: { $lte: now }, state: 'RUNNING' as const };
    return this.runs
      .find(due, { projection: { phase: 1 }, sort: { wakeAt: 1 }, ...page })
      .map(({ _id, phase }) => ({ id: asRunId(_id), phase }))
      .toArray();
  }

  /** Unfinished runs of a shard that have left `Queued`, in the order of their wake-up times: a page after `after`. */
  async openRuns(shard: number, after: { wakeAt: Instant; id: RunId } | null, limit: number): Promise<Run[]> {
    // A run that waits for nothing has null, which stands before every instant.
    const from = (after?.wakeAt ?? new mongo.MinKey()) as Instant;
    const open = { open: true as const, shard, state: 'RUNNING' as const, wakeAt: { $gte: from } };
    const place =
      after === null ? {} : { $or: [{ wakeAt: { $gt: after.wakeAt } }, { _id: { $gt: after.id as string } }] };
    return this.runs
      .find({ ...open, ...place }, { sort: { wakeAt: 1, _id: 1 }, limit })
      .map(fromRunDocument)
      .toArray();
  }

  /** Whether runs of the shards, or leftovers, are to be removed by now (`RunsStore.removeDue`). */
  async isAnyToRemove(shards: readonly number[], now: Instant): Promise<boolean> {
    return isAny(this.runs, dueForRemoval(shards, now));
  }

  /** Runs of the shards that are to be removed by now, counted up to ten thousand. */
  async countToRemove(shards: readonly number[], now: Instant): Promise<number> {
    return shards.length === 0
      ? 0
      : this.runs.countDocuments(dueForRemoval(shards, now), { limit: MAX_COUNTED_REMOVALS });
  }

  private async oldestOfTenant(
    of: { readonly tenant: TenantId; readonly state: RunState },
    limit: number,
  ): Promise<{ id: RunId; job: JobId }[]> {
    return this.runs
      .find({ ...RUNS_ONLY, ...of }, { projection: { job: 1 }, sort: { createdAt: 1, _id: 1 }, limit })
      .map(({ _id, job }) => ({ id: asRunId(_id), job: asJobId(job) }))
      .toArray();
  }
}
