/** Which runs are kept, and what is left of those that are not. Asked by the executor alone, in throttled sweeps. */
import { asRunId, type JobId, type RunId } from '../domain/ids.js';
import type { RunState } from '../domain/phase.js';
import type { Instant } from '../domain/run.js';
import { keysUnder } from './log-document.js';
import type { DocumentCollection, Mongo, StoredDocument } from './mongo.js';
import { expiryOf, type RunDocument } from './runs.store.js';

interface Child extends StoredDocument {
  readonly run: RunId;
}

/** What count retention looks at. */
export type EndedState = Extract<RunState, 'FINISHED' | 'FAILED' | 'ABORTED'>;

const CHILDREN = ['attempts', 'runEvents', 'runIndexes'] as const;
/** Runs beyond their job's count that one call lets go. */
const MAX_EXPIRED_AT_ONCE = 500;

export class RunRetentionStore {
  private readonly runs: DocumentCollection<RunDocument>;
  private readonly children: readonly DocumentCollection<Child>[];

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
    this.children = CHILDREN.map((name) => mongo.collection<Child>(name));
  }

  /** Lets the job's ended runs of a state expire at `at`, but for the newest `keep`. Gives how many were let go. */
  async keepNewest(job: JobId, state: EndedState, keep: number, at: Instant): Promise<number> {
    const beyond = await this.runs
      .find(
        { job, state },
        {
          projection: { _id: 1, expireAt: 1, buryAt: 1 },
          sort: { createdAt: -1, _id: -1 },
          skip: keep,
          limit: MAX_EXPIRED_AT_ONCE,
        },
      )
      .toArray();
    const ids = beyond
      .filter(({ expireAt, buryAt }) => ((expireAt ?? buryAt)?.getTime() ?? 0) > at)
      .map(({ _id }) => _id);
    if (ids.length === 0) return 0;
    // Guarded by the state, because an aborted run may have been resumed since it was read.
    const [ofSlots, others] = [{ scheduledFor: { $ne: null } }, { scheduledFor: null }];
    const chosen = { _id: { $in: ids }, state };
    await this.runs.updateMany({ ...chosen, ...ofSlots }, { $set: expiryOf({ scheduledFor: at }, new Date(at)) });
    await this.runs.updateMany({ ...chosen, ...others }, { $set: expiryOf({ scheduledFor: null }, new Date(at)) });
    return ids.length;
  }

  /** The run of the first attempt after those of `run` in key order (null: of all); null at the end. */
  async nextRunWithAttemptsAfter(run: RunId | null): Promise<RunId | null> {
    const [attempts] = this.children;
    const filter = run === null ? {} : { _id: { $gte: keysUnder(run).$lt } };
    const document = await attempts?.findOne(filter, { projection: { run: 1 }, sort: { _id: 1 } });
    return document ? asRunId(document.run) : null;
  }

  /** Removes everything that hangs on a run that is gone. */
  async removeChildren(run: RunId): Promise<void> {
    await Promise.all(this.children.map((collection) => collection.deleteMany({ _id: keysUnder(run) })));
  }
}
