/** Ended runs that are due to be archived: they stay in `runs` until they are in a pack, then tombstones replace them. */
import type { mongo } from 'mongoose';
import { asJobId, asRunId, type JobId, type RunId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { isAny } from './document.js';
import type { Mongo } from './mongo.js';
import { remainsOf, type ClosedKeyDocument, type RunDocument } from './run-document.js';
import { isAwaited, isCounted, type Due } from './runs.store.js';

/** Runs that one call releases. */
const MAX_RELEASED_AT_ONCE = 500;

/** The guard of a write: the run was not changed since it was read. */
export type ReadRun = Pick<RunDocument, '_id' | 'rev' | 'scheduledFor' | 'trigger' | 'shard' | 'finished'>;

const dueIn = (shards: readonly number[], until: Instant) => ({
  toArchive: true as const,
  jobShard: { $in: [...shards] },
  removeAt: { $lte: new Date(until) },
});

export class ArchivableRunsStore {
  private readonly runs;
  private readonly keys;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
    this.keys = mongo.collection<ClosedKeyDocument>('runs');
  }

  /** True if any run of the jobs of these shards has been due since `until` or longer. */
  async isAnyDue(shards: readonly number[], until: Instant): Promise<boolean> {
    return isAny(this.runs, dueIn(shards, until));
  }

  /** The run that has been due for longest among the jobs of a shard, except some jobs. */
  async oldestDue(shard: number, without: readonly JobId[]): Promise<{ job: JobId; dueAt: Instant } | null> {
    const oldest = await this.runs.findOne(
      {
        toArchive: true,
        jobShard: shard,
        removeAt: { $gt: new Date(0) },
        ...(without.length > 0 && { job: { $nin: [...without] } }),
      },
      { sort: { removeAt: 1 }, projection: { job: 1, removeAt: 1 } },
    );
    return oldest && { job: asJobId(oldest.job), dueAt: oldest.removeAt?.getTime() ?? 0 };
  }

  /** Runs of a job that are due by now, the longest due first. Runs that another service has to process first are left out. */
  async dueOf(job: JobId, { now, counted }: Due, limit: number): Promise<RunDocument[]> {
    const runs = await this.runs
      .find({ toArchive: true, job, removeAt: { $lte: new Date(now) } }, { sort: { removeAt: 1 }, limit })
      .toArray();
    return runs.filter((run) => !isAwaited(run) && isCounted(run, counted));
  }

  /** Replaces runs, unless they have changed since the read, by tombstones that name the pack; returns these and earlier ones. */
  async bury(runs: readonly ReadRun[], pack: string, now: Instant): Promise<RunId[]> {
    if (runs.length === 0) return [];
    const burials = runs.map(({ _id, rev, ...run }) => ({
      replaceOne: { filter: { _id, rev }, replacement: { ...remainsOf(run, now), pack } },
    }));
    await this.keys.bulkWrite(burials, { ordered: false });
    const buried = { _id: { $in: runs.map(({ _id }) => _id) }, closed: 'removed' as const, pack };
    return this.keys
      .find(buried, { projection: { _id: 1 } })
      .map(({ _id }) => asRunId(_id))
      .toArray();
  }

  /** Marks runs of a job with earlier versions for removal without being archived. Returns their number. */
  async releaseOf(job: JobId, belowVersion: number): Promise<number> {
    const theirs = { toArchive: true as const, job, removeAt: { $gt: new Date(0) }, jobVersion: { $lt: belowVersion } };
    return this.releaseSome(theirs);
  }

  /** Marks runs of the shards that have been due since `until` for removal without being archived. Returns their number. */
  async releaseDue(shards: readonly number[], until: Instant): Promise<number> {
    return this.releaseSome(dueIn(shards, until));
  }

  private async releaseSome(theirs: mongo.Filter<RunDocument>): Promise<number> {
    const documents = await this.runs.find(theirs, { projection: { _id: 1 }, limit: MAX_RELEASED_AT_ONCE }).toArray();
    if (documents.length === 0) return 0;
    const these = { _id: { $in: documents.map(({ _id }) => _id) }, toArchive: true as const };
    const change = { $set: { dated: true as const }, $unset: { toArchive: 1, jobShard: 1, archiveMs: 1 } } as const;
    return (await this.runs.updateMany(these, change)).modifiedCount;
  }
}
