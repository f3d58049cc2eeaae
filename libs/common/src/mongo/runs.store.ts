/** Runs as documents: the scheduler inserts and admits them, the executor owns them from `Pending` on. */
import { mongo } from 'mongoose';
import { asRunId, type JobId, type RunId } from '../domain/ids.js';
import { isFinal, stateOf, type RunState } from '../run/phase.js';
import type { Instant, Run } from '../run/run.js';
import { transitionsMade } from '../run/run-changed.js';
import { BulkWriter, type GuardedDocument } from './bulk-writer.js';
import { insertIgnoringExisting } from './insert-many.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection } from './document.js';

/** A run as stored: its id as the key, and what the indexes need. */
export interface RunDocument extends Omit<Run, 'id' | 'expireAt'>, GuardedDocument {
  readonly state: RunState;
  /** True until the run is final: what the sweep's partial index covers. */
  readonly open?: true;
  /** When a sweep removes it: a TTL would leave what hangs on it, and free a key that must stay taken (SlotKeysStore). */
  readonly buryAt?: Date;
  /** True where `buryAt` is set: what the burial's partial index covers. */
  readonly dated?: true;
  /** When it made its last transition, and how many it has made: what live feeds look up (RunChangesStore). */
  readonly changedAt?: Instant;
  readonly changes?: number;
}

export type DueRun = Pick<Run, 'id' | 'phase'>;
/** What never changes of a run: whose it is, and what it was made of. */
export type RunOrigin = Pick<Run, 'id' | 'tenant' | 'job' | 'spec' | 'overrides'>;

export function toRunDocument(run: Run): RunDocument {
  const { id, expireAt, ...rest } = run;
  return {
    _id: id,
    ...rest,
    state: stateOf(run.phase),
    changedAt: run.transitions.at(-1)?.at ?? run.createdAt,
    changes: transitionsMade(run),
    ...(isFinal(run.phase) ? {} : { open: true as const }),
    ...(expireAt === null ? {} : { buryAt: new Date(expireAt), dated: true as const }),
  };
}

export function fromRunDocument(document: RunDocument): Run {
  const { _id, state: _state, open: _open, dated: _dated, writer: _writer, ...stored } = document;
  const { changedAt: _changedAt, changes: _changes, buryAt, ...rest } = stored;
  return { id: asRunId(_id), ...rest, expireAt: buryAt?.getTime() ?? null };
}

/** Successes that are looked at for one answer. */
const MAX_SUCCESSES = 5_000;

export class RunsStore {
  private readonly runs: DocumentCollection<RunDocument>;
  private readonly writer: BulkWriter<RunDocument>;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
    this.writer = new BulkWriter(this.runs);
  }

  /** Inserts in the order given; gives the ids that were not there before. A key that exists is left as it is. */
  async insertRuns(runs: readonly Run[]): Promise<ReadonlySet<RunId>> {
    const existed = await insertIgnoringExisting(this.runs, runs.map(toRunDocument));
    return new Set(runs.map((run) => run.id).filter((id) => !existed.has(id)));
  }

  /** The runs that exist; a closed key (see SlotKeysStore) is none. */
  async load(ids: readonly RunId[]): Promise<Map<RunId, Run>> {
    if (ids.length === 0) return new Map();
    const documents = await this.runs.find({ _id: { $in: [...ids] }, phase: { $exists: true } }).toArray();
    return new Map(documents.map((document) => [asRunId(document._id), fromRunDocument(document)]));
  }

  /** Those of the runs that exist; a closed key is none. */
  async existing(ids: readonly RunId[]): Promise<ReadonlySet<RunId>> {
    if (ids.length === 0) return new Set();
    const there = { _id: { $in: [...ids] }, phase: { $exists: true } };
    const documents = await this.runs.find(there, { projection: { _id: 1 } }).toArray();
    return new Set(documents.map(({ _id }) => asRunId(_id)));
  }

  /** Of the runs that exist, what never changes: far less than a run with many attempts. */
  async origins(ids: readonly RunId[]): Promise<Map<RunId, RunOrigin>> {
    const fields = { projection: { tenant: 1, job: 1, spec: 1, overrides: 1 } } as const;
    const documents = await this.runs.find({ _id: { $in: [...ids] }, phase: { $exists: true } }, fields).toArray();
    return new Map(
      documents.map(({ _id, tenant, job, spec, overrides }) => {
        const id = asRunId(_id);
        return [id, { id, tenant, job, spec, overrides }];
      }),
    );
  }

  /** Replaces the run if its stored revision is still `expectedRev`; `next.rev` must be greater. False: load again. */
  async save(next: Run, expectedRev: number): Promise<boolean> {
    return this.writer.replace(toRunDocument(next), expectedRev);
  }

  /** Unfinished runs of the shards that have left `Queued` and whose time to be looked at has come, the longest due first. */
  async dueAdmitted(
    shards: readonly number[],
    now: Instant,
    page: { readonly skip: number; readonly limit: number },
  ): Promise<DueRun[]> {
    const due = { open: true as const, shard: { $in: [...shards] }, wakeAt: { $lte: now }, state: 'RUNNING' as const };
    const documents = await this.runs.find(due, { projection: { phase: 1 }, sort: { wakeAt: 1 }, ...page }).toArray();
    return documents.map(({ _id, phase }) => ({ id: asRunId(_id), phase }));
  }

  /** Unfinished runs of a shard that have left `Queued`, by their wake-up: a page, from behind `after`. */
  async openRuns(shard: number, after: { wakeAt: Instant; id: RunId } | null, limit: number): Promise<Run[]> {
    // A bound, even one that excludes nothing, has DocumentDB give both fields in the order of its index.
    const from = (after?.wakeAt ?? new mongo.MinKey()) as Instant;
    const open = { open: true as const, shard, state: 'RUNNING' as const, wakeAt: { $gte: from } };
    const place =
      after === null ? {} : { $or: [{ wakeAt: { $gt: after.wakeAt } }, { _id: { $gt: after.id as string } }] };
    const documents = await this.runs.find({ ...open, ...place }, { sort: { wakeAt: 1, _id: 1 }, limit }).toArray();
    return documents.map(fromRunDocument);
  }

  /** The newest successful run of each of the jobs, of those that were made since. */
  async successesSince(
    jobs: readonly JobId[],
    since: Instant,
  ): Promise<Map<JobId, { started: Instant; finished: Instant }>> {
    const newest = new Map<JobId, { started: Instant; finished: Instant }>();
    if (jobs.length === 0) return newest;
    const recent = { job: { $in: [...jobs] }, state: 'FINISHED' as const, createdAt: { $gte: since } };
    const options = { projection: { job: 1, started: 1, finished: 1 }, limit: MAX_SUCCESSES };
    for (const { job, started, finished } of await this.runs.find(recent, options).toArray()) {
      const isNewer = finished !== null && finished > (newest.get(job)?.finished ?? 0);
      if (started !== null && isNewer) newest.set(job, { started, finished });
    }
    return newest;
  }

  /** The newest successful run of a job, as far as runs are still kept. */
  async lastSuccess(job: JobId): Promise<{ started: Instant; finished: Instant } | null> {
    const newest = { sort: { createdAt: -1, _id: -1 }, projection: { started: 1, finished: 1 } } as const;
    const document = await this.runs.findOne({ job, state: 'FINISHED' }, newest);
    const { started = null, finished = null } = document ?? {};
    return started === null || finished === null ? null : { started, finished };
  }
}
