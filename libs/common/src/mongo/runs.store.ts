/**
 * Every write to the collection `runs`: the scheduler inserts and admits runs, the executor owns them from `Pending` on and
 * removes them. Queries are in `RunReads`.
 *
 * A run is removed in steps, and any process may die in between: a tombstone replaces its document, then its leftovers are removed
 * (`RunLeftoversStore`), then the tombstone is. One index finds runs and tombstones until nothing is left.
 */
import type { mongo } from 'mongoose';
import { asRunId, type JobId, type RunId } from '../domain/ids.js';
import { refuseNewer } from './newer-documents.js';
import { LATE_CALLBACK_MS, TOMBSTONE_MS } from '../domain/limits.js';
import type { Instant, Run } from '../run/run.js';
import { Batcher } from '../runtime/batcher.js';
import type { GapOutcome, GapReason } from '../schedule/schedule-state.js';
import type { EndedState } from '../usage/ledger.js';
import { BulkWriter } from './batched-operations.js';
import { insertIgnoringExisting } from './document.js';
import type { Mongo } from './mongo.js';
import {
  dueForRemoval,
  isClosedKey,
  remainsOf,
  RUNS_ONLY,
  tombstone,
  toRunDocument,
  type ClosedKeyDocument,
  type Remains,
  type RunDocument,
} from './run-document.js';

/** The key of a slot that does not become a run, and why. */
export interface ClosedKey {
  readonly id: RunId;
  readonly outcome: GapOutcome;
  readonly reason: GapReason;
}

/** A run as it was inserted or read: by the time that it is withdrawn, another run may have the key of its slot. */
export type MadeRun = Pick<Run, 'id' | 'rev' | 'createdAt' | 'jobVersion' | 'spec' | 'scheduleRev'>;
const exactly = ({ id: _id, rev, createdAt, jobVersion, spec, scheduleRev }: MadeRun) => ({
  _id,
  rev,
  createdAt,
  jobVersion,
  spec,
  ...(scheduleRev === undefined ? { scheduleRev: { $exists: false } } : { scheduleRev }),
});

/** Which runs may be removed: those that ended by `counted` are in the usage ledger. */
export interface Due {
  readonly now: Instant;
  readonly counted: Instant;
}

/** Runs beyond their job's count that one call removes. */
const MAX_EXPIRED_AT_ONCE = 500;
const TOMBSTONE_BATCHES = { maxBatch: 500, maxUnderWay: 1, maxWaiting: 20_000 } as const;

export class RunsStore {
  private readonly runs;
  private readonly keys;
  private readonly writer: BulkWriter<RunDocument>;
  /** Replacements of runs by tombstones, of several jobs together. */
  private readonly tombstones: Batcher<mongo.AnyBulkWriteOperation<ClosedKeyDocument>, null>;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
    this.keys = mongo.collection<ClosedKeyDocument>('runs');
    // Another run with the same id and revision may have been inserted after this one was removed.
    this.writer = new BulkWriter(this.runs, { beside: ({ createdAt }) => ({ createdAt }) });
    this.tombstones = new Batcher(async (operations) => {
      await this.keys.bulkWrite([...operations], { ordered: false });
      return operations.map(() => null);
    }, TOMBSTONE_BATCHES);
  }

  // Writing runs

  /** Inserts in the order given; returns the ids that did not exist before. A key that exists stays unchanged. */
  async insertRuns(runs: readonly Run[]): Promise<ReadonlySet<RunId>> {
    const existed = await insertIgnoringExisting(this.runs, runs.map(toRunDocument));
    return new Set(runs.map((run) => run.id).filter((id) => !existed.has(id)));
  }

  /**
   * Replaces the run if its stored revision is still `expectedRev`; `next.rev` must be greater. False: load it again. Throws
   * UNAVAILABLE for a run that a newer version has written.
   */
  async save(next: Run, expectedRev: number): Promise<boolean> {
    refuseNewer(next, `run ${next.id}`);
    return this.writer.replace(toRunDocument(next), expectedRev);
  }

  /** Withdraws a run that is unchanged since it was inserted. False: it has changed, or does not exist any more. */
  async withdraw(run: MadeRun): Promise<boolean> {
    return (await this.runs.deleteOne({ ...exactly(run), rev: 1 })).deletedCount === 1;
  }

  /** Records that it is decided which jobs run after the run. False: the run has changed since it was read at `rev`, and the decision is repeated. */
  async markDependentsDecided(id: RunId, rev: number): Promise<boolean> {
    const update = { $unset: { dependentsPending: 1 } } as const;
    return (await this.runs.updateOne({ _id: id, rev, dependentsPending: true }, update)).matchedCount === 1;
  }

  /**
   * Removes the runs that are unchanged since they were read and were not begun to start (`isUntouched`), so that their keys are free again; the
   * others stay.
   */
  async revoke(runs: readonly MadeRun[]): Promise<void> {
    const untouched = { phase: 'Pending', generation: 0, started: null, live: [], holds: [] } as const;
    const operations = runs.map((run) => ({ deleteOne: { filter: { ...exactly(run), ...untouched } } }));
    if (operations.length > 0) await this.runs.bulkWrite(operations, { ordered: false });
  }

  // Keys of slots

  /** Closes keys for slots that become a gap. Returns those that existed, as runs or closed before; they stay unchanged. */
  async closeKeys(keys: readonly ClosedKey[], now: Instant): Promise<ReadonlySet<RunId>> {
    const expireAt = new Date(now + TOMBSTONE_MS);
    const documents = keys.map(({ id, outcome, reason }) => ({ _id: id, closed: { outcome, reason }, expireAt }));
    return new Set([...(await insertIgnoringExisting(this.keys, documents))].map(asRunId));
  }

  // Removing runs

  /**
   * Turns a run as it was read into a tombstone; its leftovers are removed next, and the key of a slot or of a dependent run stays taken for a day.
   * False: it has changed since, and stays.
   */
  async remove(
    { id, rev, scheduledFor, trigger, shard }: Pick<Run, 'id' | 'scheduledFor' | 'trigger' | 'shard' | 'rev'>,
    now: Instant,
  ): Promise<boolean> {
    // Without the time of its end: whoever deletes a run does not want its log shipped.
    const remains = remainsOf({ scheduledFor, trigger, shard }, now);
    return (await this.keys.replaceOne({ _id: id, rev }, remains)).matchedCount === 1;
  }

  /**
   * Removes the job's ended runs of a state except the newest `keep`. A run that ended less than `LATE_CALLBACK_MS` ago, one that is archived first,
   * and one that another service has to process first expire after that time instead (`removeDue`). The others are replaced by tombstones at once,
   * because to set the expiry of each of them costs as much as any other change of a run. Returns how many runs were replaced or now expire.
   */
  async keepNewest(job: JobId, state: EndedState, keep: number, { now, counted }: Due): Promise<number> {
    const beyond = await this.runs
      .find(
        { ...RUNS_ONLY, job, state },
        {
          projection: BEYOND_FIELDS,
          sort: { createdAt: -1, _id: -1 },
          skip: keep,
          limit: MAX_EXPIRED_AT_ONCE,
        },
      )
      .toArray();
    const at = now + LATE_CALLBACK_MS;
    const open = beyond.filter(({ removeAt }) => (removeAt?.getTime() ?? Infinity) > at);
    const over = open.filter((run) => isOver(run, now) && isCounted(run, counted));
    const others = open.filter((run) => !over.includes(run));
    // Guarded by the revision, because an aborted run may have been resumed since it was read.
    const replacements = over.map((run) => replacement(run, { rev: run.rev, state }, now));
    await Promise.all([
      ...replacements.map((each) => this.tombstones.add(each)),
      this.expire(others, state, new Date(at)),
    ]);
    return open.length;
  }

  /**
   * Replaces up to `limit` expired runs of the shard by tombstones, the longest expired first. Returns these and the tombstones that another process
   * has left: the leftovers of all of them are to be removed.
   */
  async removeDue(shard: number, { now, counted }: Due, limit: number): Promise<readonly Remains[]> {
    const due = dueForRemoval([shard], now);
    const documents: (RunDocument | ClosedKeyDocument)[] = await this.runs
      .find(due, {
        projection: {
          scheduledFor: 1,
          trigger: 1,
          closed: 1,
          slot: 1,
          pack: 1,
          ended: 1,
          dependentsPending: 1,
          ungrouped: 1,
          finished: 1,
        },
        sort: { removeAt: 1 },
        limit,
      })
      .toArray();
    const fresh = documents.flatMap((document) =>
      isClosedKey(document) || isAwaited(document) || !isCounted(document, counted) ? [] : [document],
    );
    const left = documents.filter(isClosedKey).map(remainsIn);
    return [...left, ...(await this.replaceDue(fresh, shard, now))];
  }

  /** The pack that the tombstone of an archived run names, until its leftovers are removed; null otherwise. */
  async packOf(run: RunId): Promise<string | null> {
    return (await this.keys.findOne({ _id: run, closed: 'removed' }, { projection: { pack: 1 } }))?.pack ?? null;
  }

  /** Records that their leftovers are removed: the keys of slots and of dependent runs stay taken for a day, the others become free. */
  async forget(remains: readonly Remains[], now: Instant): Promise<void> {
    const idsOf = (keyed: boolean): RunId[] => remains.filter((each) => each.isKeyed === keyed).map(({ run }) => run);
    const keyed = idsOf(true);
    const others = idsOf(false);
    const { expireAt } = tombstone(now);
    const gone = { closed: 'removed' as const, dated: true as const };
    const rest = { dated: 1, removeAt: 1, shard: 1, slot: 1, pack: 1, ended: 1 } as const;
    if (keyed.length > 0)
      await this.keys.updateMany({ _id: { $in: keyed }, ...gone }, { $set: { expireAt }, $unset: rest });
    if (others.length > 0) await this.keys.deleteMany({ _id: { $in: others }, ...gone });
  }

  /** Sets when ended runs expire. Guarded by the state, because an aborted run may have been resumed since it was read. */
  private async expire(runs: readonly Beyond[], state: EndedState, removeAt: Date): Promise<void> {
    for (const isArchived of [false, true]) {
      const ids = runs.filter(({ toArchive }) => (toArchive === true) === isArchived).map(({ _id }) => _id);
      const theirs = { _id: { $in: ids }, state, toArchive: isArchived ? (true as const) : { $exists: false } };
      const change = { $set: { removeAt, ...(isArchived ? {} : { dated: true as const }) } };
      if (ids.length > 0) await this.runs.updateMany(theirs, change);
    }
  }

  /** Returns the runs that were replaced: a run that was resumed since it was read stays. */
  private async replaceDue(runs: readonly RunDocument[], shard: number, now: Instant): Promise<readonly Remains[]> {
    if (runs.length === 0) return [];
    const { removeAt } = dueForRemoval([shard], now);
    const replacements = runs.map((run) => replacement({ ...run, shard }, { removeAt }, now));
    const { matchedCount } = await this.keys.bulkWrite(replacements, { ordered: false });
    if (matchedCount === runs.length) {
      return runs.map((run) => remainsIn({ _id: run._id, ...remainsOf({ ...run, shard }, now) }));
    }
    const gone = { _id: { $in: runs.map(({ _id }) => _id) }, closed: 'removed' as const, dated: true as const };
    return this.keys
      .find(gone, { projection: { slot: 1, pack: 1, ended: 1 } })
      .map(remainsIn)
      .toArray();
  }
}

/** What retention by number reads of a run. */
const BEYOND_FIELDS = {
  _id: 1,
  rev: 1,
  scheduledFor: 1,
  trigger: 1,
  shard: 1,
  finished: 1,
  removeAt: 1,
  toArchive: 1,
  dependentsPending: 1,
  ungrouped: 1,
} as const;
type Beyond = Pick<RunDocument, keyof typeof BEYOND_FIELDS>;

/** The dependents of a run are decided and a failure is counted first: within moments, unless the service that does so is unavailable. */
export const isAwaited = ({
  dependentsPending,
  ungrouped,
}: Pick<RunDocument, 'dependentsPending' | 'ungrouped'>): boolean => dependentsPending === true || ungrouped === true;

/** Whether the usage ledger has counted the end of the run. */
export const isCounted = ({ finished }: Pick<RunDocument, 'finished'>, counted: Instant): boolean =>
  (finished ?? 0) <= counted;

/** Whether nothing is expected of an ended run any more: its worker repeats no callback, and no service has work with it. */
const isOver = (run: Beyond, now: Instant): boolean =>
  run.finished !== null && run.finished <= now - LATE_CALLBACK_MS && run.toArchive !== true && !isAwaited(run);

/** Replaces a run by its tombstone if it still is as it was read, by this guard. */
const replacement = (
  { _id, ...run }: Pick<RunDocument, '_id' | 'scheduledFor' | 'trigger' | 'shard' | 'finished'>,
  guard: mongo.Filter<ClosedKeyDocument>,
  now: Instant,
): mongo.AnyBulkWriteOperation<ClosedKeyDocument> => ({
  replaceOne: { filter: { _id, ...guard }, replacement: remainsOf(run, now) },
});

type RemainsDocument = Pick<ClosedKeyDocument, '_id' | 'slot' | 'pack' | 'ended'>;
const remainsIn = ({ _id, slot, pack, ended }: RemainsDocument): Remains => ({
  run: asRunId(_id),
  isKeyed: slot === true,
  ...(pack !== undefined && { pack }),
  ...(ended !== undefined && { ended }),
});
