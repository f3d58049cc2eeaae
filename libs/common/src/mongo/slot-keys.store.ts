/**
 * The keys of scheduled runs, which outlive the runs: a key that is closed or has a tombstone can never become a run again, until
 * it is removed long after any planner could still be late. A closed key has the `_id` of a run and no other field of one.
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
  /** The revision of the former run, which guards the tombstone. */
  readonly rev?: number;
  /** Present while leftovers of the former run exist, as in a run that is to be removed (RunRetentionStore). */
  readonly dated?: true;
  readonly buryAt?: Date;
  readonly shard?: number;
  /** Whether the former run had a slot. */
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
  /** Its run was deleted, or retention removed it. */
  | { readonly kind: 'buried' };

export class SlotKeysStore {
  private readonly keys: DocumentCollection<ClosedKeyDocument>;
  private readonly runs: DocumentCollection<RunDocument>;

  constructor(mongo: Mongo) {
    this.keys = mongo.collection<ClosedKeyDocument>('runs');
    this.runs = mongo.collection<RunDocument>('runs');
  }

  /** Closes keys for slots that become a gap. Returns those that existed, as runs or closed before; they stay unchanged. */
  async close(keys: readonly ClosedKey[], now: Instant): Promise<ReadonlySet<RunId>> {
    const expireAt = new Date(now + TOMBSTONE_MS);
    const documents = keys.map(({ id, outcome, reason }) => ({ _id: id, closed: { outcome, reason }, expireAt }));
    return new Set([...(await insertIgnoringExisting(this.keys, documents))].map(asRunId));
  }

  /** The state of the keys that exist. */
  async read(ids: readonly RunId[]): Promise<Map<RunId, StoredKey>> {
    if (ids.length === 0) return new Map();
    const documents: (RunDocument | ClosedKeyDocument)[] = await this.runs.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(documents.map((document) => [asRunId(document._id), toStoredKey(document)]));
  }

  /**
   * Turns a run as it was read into a tombstone; its leftovers are removed next, and the key of a slot stays taken for a day.
   * False: it has changed since, and stays.
   */
  async bury({ id, rev, ...run }: Pick<Run, 'id' | 'scheduledFor' | 'shard' | 'rev'>, now: Instant): Promise<boolean> {
    return (await this.keys.replaceOne({ _id: id, rev }, remainsOf(run, now))).matchedCount === 1;
  }

  /** Withdraws a run that nobody has changed since it was inserted. False: it has changed, or does not exist. */
  async withdraw(id: RunId): Promise<boolean> {
    return (await this.runs.deleteOne({ _id: id, rev: 1 })).deletedCount === 1;
  }
}

/** The tombstone that keeps the key of a removed run taken. */
export const tombstone = (now: Instant): { readonly closed: 'buried'; readonly expireAt: Date } => ({
  closed: 'buried',
  expireAt: new Date(now + TOMBSTONE_MS),
});

/** The tombstone of a removed run that still has leftovers. */
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
