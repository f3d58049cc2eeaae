/**
 * The keys of scheduled runs, which outlive the runs: a key that is closed or buried can never become a run again, until it is
 * forgotten long after any planner could still be late. A closed key has the `_id` of a run and nothing else of one.
 */
import { asRunId, type RunId } from '../domain/ids.js';
import { TOMBSTONE_MS } from '../domain/limits.js';
import type { Instant, Run } from '../run/run.js';
import type { GapOutcome, GapReason } from '../schedule/schedule-state.js';
import { insertIgnoringExisting } from './insert-many.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import { fromRunDocument, type RunDocument } from './runs.store.js';

export interface ClosedKeyDocument extends StoredDocument {
  readonly closed: { readonly outcome: GapOutcome; readonly reason: GapReason } | 'buried';
  readonly expireAt?: Date;
  /** Of the run that was; what a burial is guarded by. */
  readonly rev?: number;
  /** Present while something still hangs on the run that was, as in a run that is to go (RunRetentionStore). */
  readonly dated?: true;
  readonly buryAt?: Date;
  readonly shard?: number;
  /** Whether a slot asked for the run that was. */
  readonly slot?: boolean;
}

export interface ClosedKey {
  readonly id: RunId;
  readonly outcome: GapOutcome;
  readonly reason: GapReason;
}

export type StoredKey =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'closed'; readonly outcome: GapOutcome; readonly reason: GapReason }
  /** Its run was deleted, or retention let it go. */
  | { readonly kind: 'buried' };

export class SlotKeysStore {
  private readonly keys: DocumentCollection<ClosedKeyDocument>;
  private readonly runs: DocumentCollection<RunDocument>;

  constructor(mongo: Mongo) {
    this.keys = mongo.collection<ClosedKeyDocument>('runs');
    this.runs = mongo.collection<RunDocument>('runs');
  }

  /** Closes keys for slots that become a gap. Gives those that existed, as runs or closed before; they are left as they are. */
  async close(keys: readonly ClosedKey[], now: Instant): Promise<ReadonlySet<RunId>> {
    const expireAt = new Date(now + TOMBSTONE_MS);
    const documents = keys.map(({ id, outcome, reason }) => ({ _id: id, closed: { outcome, reason }, expireAt }));
    return new Set([...(await insertIgnoringExisting(this.keys, documents))].map(asRunId));
  }

  /** What the keys stand for, of those that exist. */
  async read(ids: readonly RunId[]): Promise<Map<RunId, StoredKey>> {
    if (ids.length === 0) return new Map();
    const documents: (RunDocument | ClosedKeyDocument)[] = await this.runs.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(documents.map((document) => [asRunId(document._id), toStoredKey(document)]));
  }

  /**
   * Deletes a run as it was seen; what hangs on it goes next, and the key of one that a slot asked for stays taken for a day.
   * False: it has changed since, and is left as it is.
   */
  async bury({ id, rev, ...run }: Pick<Run, 'id' | 'scheduledFor' | 'shard' | 'rev'>, now: Instant): Promise<boolean> {
    return (await this.keys.replaceOne({ _id: id, rev }, remainsOf(run, now))).matchedCount === 1;
  }

  /** Takes back a run that nobody has touched since it was inserted. False: it has gone on, or is no more. */
  async withdraw(id: RunId): Promise<boolean> {
    return (await this.runs.deleteOne({ _id: id, rev: 1 })).deletedCount === 1;
  }
}

/** What keeps the key of a run that is gone taken. */
export const tombstone = (now: Instant): { readonly closed: 'buried'; readonly expireAt: Date } => ({
  closed: 'buried',
  expireAt: new Date(now + TOMBSTONE_MS),
});

/** What stands for a run that is gone while something still hangs on it. */
export const remainsOf = (
  { scheduledFor, shard }: Pick<Run, 'scheduledFor' | 'shard'>,
  now: Instant,
): Omit<ClosedKeyDocument, '_id'> => ({
  closed: 'buried',
  dated: true,
  buryAt: new Date(now),
  shard,
  slot: scheduledFor !== null,
});

function toStoredKey(document: RunDocument | ClosedKeyDocument): StoredKey {
  if (!('closed' in document)) return { kind: 'run', run: fromRunDocument(document) };
  return document.closed === 'buried' ? { kind: 'buried' } : { kind: 'closed', ...document.closed };
}
