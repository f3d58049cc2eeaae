/**
 * Which runs are kept, and how those that are not go, whatever dies in between: a run's document is replaced by what only says
 * that there are remains, then these go, then that. Both are found by the same index, until nothing is left.
 */
import { asRunId, type JobId, type RunId } from '../domain/ids.js';
import type { RunState } from '../run/phase.js';
import type { Instant } from '../run/run.js';
import { keysUnder } from './log-document.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import type { RunDocument } from './runs.store.js';
import { remainsOf, tombstone, type ClosedKeyDocument } from './slot-keys.store.js';

interface Child extends StoredDocument {
  readonly run: RunId;
}

/** What count retention looks at. */
export type EndedState = Extract<RunState, 'FINISHED' | 'FAILED' | 'ABORTED'>;

/** A run that is gone, but for what hangs on it. */
export interface Remains {
  readonly run: RunId;
  /** Its key stays taken. */
  readonly isOfSlot: boolean;
}

/** What hangs on a run, whoever has written it. */
const CHILDREN = ['attempts', 'runEvents', 'runIndexes', 'logs', 'inbox'] as const;
/** Runs beyond their job's count that one call lets go. */
const MAX_EXPIRED_AT_ONCE = 500;
/** Documents that one call removes: a single run may have very many. */
const MAX_REMOVED_AT_ONCE = 2_000;
/** Nobody needs to know how many more there are. */
const MAX_COUNTED = 10_000;

export class RunRetentionStore {
  private readonly runs: DocumentCollection<RunDocument>;
  private readonly keys: DocumentCollection<ClosedKeyDocument>;
  private readonly children: readonly DocumentCollection<Child>[];

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
    this.keys = mongo.collection<ClosedKeyDocument>('runs');
    this.children = CHILDREN.map((name) => mongo.collection<Child>(name));
  }

  /** Lets the job's ended runs of a state go at `at`, but for the newest `keep`. Gives how many were let go. */
  async keepNewest(job: JobId, state: EndedState, keep: number, at: Instant): Promise<number> {
    const beyond = await this.runs
      .find(
        { job, state },
        {
          projection: { _id: 1, buryAt: 1 },
          sort: { createdAt: -1, _id: -1 },
          skip: keep,
          limit: MAX_EXPIRED_AT_ONCE,
        },
      )
      .toArray();
    const ids = beyond.filter(({ buryAt }) => (buryAt?.getTime() ?? Infinity) > at).map(({ _id }) => _id);
    if (ids.length === 0) return 0;
    // Guarded by the state, because an aborted run may have been resumed since it was read.
    const expiry = { $set: { buryAt: new Date(at), dated: true as const } };
    await this.runs.updateMany({ _id: { $in: ids }, state }, expiry);
    return ids.length;
  }

  /** Whether anything of the shards is to go. */
  async isAnyDue(shards: readonly number[], now: Instant): Promise<boolean> {
    return (await this.runs.findOne(dueBy(shards, now), { projection: { _id: 1 } })) !== null;
  }

  /** Runs of the shards that are to go and have not gone, counted no further than ten thousand. */
  async countDue(shards: readonly number[], now: Instant): Promise<number> {
    return shards.length === 0 ? 0 : this.runs.countDocuments(dueBy(shards, now), { limit: MAX_COUNTED });
  }

  /**
   * Takes away up to `limit` runs of the shard whose time has come, those first that wait for longest, and gives what there are
   * remains of: also those that somebody else has left.
   */
  async bury(shard: number, now: Instant, limit: number): Promise<readonly Remains[]> {
    const due = dueBy([shard], now);
    const options = { projection: { scheduledFor: 1, closed: 1, slot: 1 }, sort: { buryAt: 1 }, limit } as const;
    const found: (RunDocument | ClosedKeyDocument)[] = await this.runs.find(due, options).toArray();
    const fresh = found.filter((document): document is RunDocument => !('closed' in document));
    const left = found.flatMap((document) => ('closed' in document ? [remainsIn(document)] : []));
    return [...left, ...(await this.replace(fresh, shard, now))];
  }

  /** Removes everything that hangs on runs that are gone. */
  async removeChildren(runs: readonly RunId[]): Promise<void> {
    await Promise.all(this.children.map((collection) => removeAll(collection, runs)));
  }

  /** Nothing is left of them: the keys of slots stay taken for a day, the others are free. */
  async forget(remains: readonly Remains[], now: Instant): Promise<void> {
    const idsOf = (isOfSlot: boolean): RunId[] =>
      remains.filter((each) => each.isOfSlot === isOfSlot).map(({ run }) => run);
    const [ofSlots, others] = [idsOf(true), idsOf(false)];
    const { expireAt } = tombstone(now);
    const gone = { closed: 'buried' as const, dated: true as const };
    const rest = { dated: 1, buryAt: 1, shard: 1, slot: 1 } as const;
    if (ofSlots.length > 0)
      await this.keys.updateMany({ _id: { $in: ofSlots }, ...gone }, { $set: { expireAt }, $unset: rest });
    if (others.length > 0) await this.keys.deleteMany({ _id: { $in: others }, ...gone });
  }

  /** Runs that have attempts, in key order behind `run`: those of up to `limit` attempts. Empty at the end. */
  async runsWithAttempts(run: RunId | null, limit: number): Promise<RunId[]> {
    const [attempts] = this.children;
    const filter = run === null ? {} : { _id: { $gte: keysUnder(run).$lt } };
    const documents = await attempts?.find(filter, { projection: { run: 1 }, sort: { _id: 1 }, limit }).toArray();
    return [...new Set((documents ?? []).map((document) => asRunId(document.run)))];
  }

  /** Those that were replaced by what says that there are remains of them: a run may have been resumed since it was read. */
  private async replace(found: readonly RunDocument[], shard: number, now: Instant): Promise<readonly Remains[]> {
    if (found.length === 0) return [];
    const { buryAt } = dueBy([shard], now);
    const burials = found.map(({ _id, scheduledFor }) => ({
      replaceOne: { filter: { _id, buryAt }, replacement: remainsOf({ shard, scheduledFor }, now) },
    }));
    const { matchedCount } = await this.keys.bulkWrite(burials, { ordered: false });
    if (matchedCount === found.length) {
      return found.map(({ _id, scheduledFor }) => ({ run: asRunId(_id), isOfSlot: scheduledFor !== null }));
    }
    const gone = { _id: { $in: found.map(({ _id }) => _id) }, closed: 'buried' as const, dated: true as const };
    return (await this.keys.find(gone, { projection: { slot: 1 } }).toArray()).map(remainsIn);
  }
}

const dueBy = (
  shards: readonly number[],
  now: Instant,
): { dated: true; shard: { $in: number[] }; buryAt: { $lte: Date } } => ({
  dated: true as const,
  shard: { $in: [...shards] },
  buryAt: { $lte: new Date(now) },
});

const remainsIn = ({ _id, slot }: Pick<ClosedKeyDocument, '_id' | 'slot'>): Remains => ({
  run: asRunId(_id),
  isOfSlot: slot === true,
});

/** Page by page: one call that removes all of a huge run would outlast its time-out. */
async function removeAll(collection: DocumentCollection<Child>, runs: readonly RunId[]): Promise<void> {
  for (;;) {
    const options = { projection: { _id: 1 }, limit: MAX_REMOVED_AT_ONCE } as const;
    const page = await collection.find({ run: { $in: [...runs] } }, options).toArray();
    if (page.length > 0) await collection.deleteMany({ _id: { $in: page.map(({ _id }) => _id) } });
    if (page.length < MAX_REMOVED_AT_ONCE) return;
  }
}
