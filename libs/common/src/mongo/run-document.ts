/**
 * The two kinds of document of the collection `runs`: a run, and the key of a slot that is taken though there is no run. A key
 * outlives its run: while it is closed or buried it can never become a run again, until it is forgotten long after any planner
 * could still be late.
 */
import { asRunId, type RunId } from '../domain/ids.js';
import { TOMBSTONE_MS } from '../domain/limits.js';
import { isFinal, stateOf, type RunState } from '../run/phase.js';
import type { Instant, Run } from '../run/run.js';
import { transitionsMade } from '../run/run-changed.js';
import type { GapOutcome, GapReason } from '../schedule/schedule-state.js';
import type { GuardedDocument } from './bulk-writer.js';
import type { StoredDocument } from './document.js';

/** A run as stored: its id as the key, and what the indexes need. */
export interface RunDocument extends Omit<Run, 'id' | 'expireAt'>, GuardedDocument {
  readonly state: RunState;
  /** True until the run is final: what the sweep's partial index covers. */
  readonly open?: true;
  /** When a sweep removes it: a TTL would leave what hangs on it, and free a key that must stay taken. */
  readonly buryAt?: Date;
  /** True where `buryAt` is set: what the burial's partial index covers. */
  readonly dated?: true;
  /** When it made its last transition, and how many it has made: what live feeds look up (`RunReads.changedSince`). */
  readonly changedAt?: Instant;
  readonly changes?: number;
}

/** A key that is taken though there is no run: it has the `_id` of a run and nothing else of one. */
export interface ClosedKeyDocument extends StoredDocument {
  /** Why its slot became no run; `buried` where a run was deleted, or retention let it go. */
  readonly closed: { readonly outcome: GapOutcome; readonly reason: GapReason } | 'buried';
  readonly expireAt?: Date;
  /** Of the run that was; what a burial is guarded by. */
  readonly rev?: number;
  /** Present while something still hangs on the run that was, as in a run that is to go. */
  readonly dated?: true;
  readonly buryAt?: Date;
  readonly shard?: number;
  /** Whether a slot asked for the run that was. */
  readonly slot?: boolean;
}

/** A run that is gone, but for what hangs on it. */
export interface Remains {
  readonly run: RunId;
  /** Its key stays taken. */
  readonly isOfSlot: boolean;
}

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

export const isClosedKey = (document: RunDocument | ClosedKeyDocument): document is ClosedKeyDocument =>
  'closed' in document;

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

/** Selects what is to go: runs whose time has come, and what remains of runs that are gone. */
export const dueToGo = (
  shards: readonly number[],
  now: Instant,
): { dated: true; shard: { $in: number[] }; buryAt: { $lte: Date } } => ({
  dated: true as const,
  shard: { $in: [...shards] },
  buryAt: { $lte: new Date(now) },
});
