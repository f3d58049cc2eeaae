/**
 * The two kinds of document in the collection `runs`: a run, and a key that is taken without a run. Keys of scheduled runs outlive
 * the runs: a key that is closed or has a tombstone cannot become a run again until it is removed, long after the latest time at
 * which a delayed planner could use it.
 */
import { asRunId, type RunId } from '../domain/ids.js';
import { coarsestShardOf } from '../domain/shards.js';
import { stampOf, type FormStamp } from '../domain/stored-form.js';
import { TOMBSTONE_MS } from '../domain/limits.js';
import { isGathering } from '../run/gathered.js';
import { isFinal, stateOf, type RunState } from '../run/phase.js';
import type { RunGlance } from '../run/run-glance.js';
import { lastChangeOf, type Instant, type Run } from '../run/run.js';
import { transitionsMade } from '../run/run-changed.js';
import type { GapOutcome, GapReason } from '../schedule/schedule-state.js';
import { hasFailed } from '../watch/failure.js';
import type { GuardedDocument } from './batched-operations.js';
import { type StoredDocument, inShards } from './document.js';
import { withStoredNumbers } from './stored-numbers.js';

/** A run as stored: its id is the key, and some fields exist for the indexes. */
export interface RunDocument
  extends Omit<Run, 'id' | 'expireAt' | 'archivedAt'>, GuardedDocument, Pick<FormStamp, 'formed'> {
  readonly state: RunState;
  /** Closed keys do not have it: partial indexes of lists leave them out, which makes closing a key three times cheaper. */
  readonly listed: true;
  /** True until the run is final: the partial index of the sweeps covers it. */
  readonly open?: true;
  /** True for a final run whose dependents are undecided. The scheduler clears this, and changes nothing else of the run. */
  readonly dependentsPending?: true;
  /** True if the run has failed and its error group has not counted it yet (`FailedRunsStore`). */
  readonly ungrouped?: true;
  /** True if `errorGroup` is set: the partial index of its runs covers it. */
  readonly grouped?: true;
  /** True while it takes further requests: the partial index of the release covers it. */
  readonly gathering?: true;
  /** When a sweep removes it. A TTL index would not remove its leftovers, and would free a key that must stay taken. */
  readonly removeAt?: Date;
  /** True if `removeAt` is set: the partial index of the removal covers it. */
  readonly dated?: true;
  /** True if `removeAt` is set and the run is archived first: the partial indexes of the archive cover it. */
  readonly toArchive?: true;
  /** Shard of its job (`coarsestShardOf`), whose owner archives it: runs of a job share packs. Present with `toArchive`. */
  readonly jobShard?: number;
  /** When it made its last transition, and how many it has made; live feeds query them (`RunReads.changedSince`). */
  readonly changedAt?: Instant;
  readonly changes?: number;
}

/** A key that is taken without a run: it has the `_id` of a run and no other field of one. */
export interface ClosedKeyDocument extends StoredDocument {
  /** Why its slot did not become a run; `removed` is the tombstone of a run that was deleted, or that retention removed. */
  readonly closed: { readonly outcome: GapOutcome; readonly reason: GapReason } | 'removed';
  readonly expireAt?: Date;
  /** The revision of the removed run, by which writes of the tombstone are guarded. */
  readonly rev?: number;
  /** Present while leftovers of the former run exist, as in a run that is to be removed. */
  readonly dated?: true;
  readonly removeAt?: Date;
  readonly shard?: number;
  /** Whether the key stays taken once the leftovers are removed (`isKeyed`). */
  readonly slot?: boolean;
  /** The pack of the archive that the former run is in. */
  readonly pack?: string;
  /** When the former run ended; absent if somebody has deleted it. */
  readonly ended?: Instant;
}

/** A run that has a tombstone, and whose leftovers are to be removed. */
export interface Remains {
  readonly run: RunId;
  /** Whether its key stays taken (`isKeyed`). */
  readonly isKeyed: boolean;
  /** The pack of the archive that it is in; absent: it was not archived. */
  readonly pack?: string;
  /** When it ended; absent if somebody has deleted it, who does not want its log any more. */
  readonly ended?: Instant;
}

export function toRunDocument(run: Run): RunDocument {
  const { id, expireAt, archivedAt: _archivedAt, ...rest } = run;
  return {
    _id: id,
    ...rest,
    state: stateOf(run.phase),
    listed: true,
    changedAt: lastChangeOf(run),
    changes: transitionsMade(run),
    ...(isFinal(run.phase) ? {} : { open: true as const }),
    ...(isGathering(run) ? { gathering: true as const } : {}),
    ...(run.followed && isFinal(run.phase) ? { dependentsPending: true as const } : {}),
    ...(run.errorGroup === undefined ? {} : { grouped: true as const }),
    ...(run.errorGroup === undefined && run.finished !== null && hasFailed(run) ? { ungrouped: true as const } : {}),
    ...(expireAt === null ? {} : { removeAt: new Date(expireAt), ...dueOf(run) }),
    ...stampOf(run.form),
  };
}

/** Whether the run is archived or removed once `removeAt` has passed. */
const dueOf = ({
  job,
  archiveMs,
}: Pick<Run, 'job' | 'archiveMs'>): Pick<RunDocument, 'dated' | 'toArchive' | 'jobShard'> =>
  archiveMs === undefined ? { dated: true } : { toArchive: true, jobShard: coarsestShardOf(job) };

export function fromRunDocument(document: RunDocument): Run {
  // A rest pattern copies all fields, and very many runs are read: so this is done in one step.
  const {
    _id,
    state: _state,
    listed: _listed,
    open: _open,
    dated: _dated,
    toArchive: _toArchive,
    jobShard: _jobShard,
    writer: _writer,
    formed: _formed,
    changedAt: _changedAt,
    changes: _changes,
    dependentsPending: _dependentsPending,
    ungrouped: _ungrouped,
    grouped: _grouped,
    gathering: _gathering,
    removeAt,
    ...rest
  } = document;
  const run = { id: asRunId(_id), ...rest, expireAt: removeAt?.getTime() ?? null };
  const { outputs, overrides, live } = rest;
  const hasProgress = live.some(({ lastStatus }) => lastStatus !== undefined);
  if (outputs === undefined && overrides === null && !hasProgress) return run;
  return {
    ...run,
    ...(outputs && { outputs: withStoredNumbers(outputs) }),
    overrides: withStoredNumbers(overrides),
    live: hasProgress ? withStoredNumbers(live) : live,
  };
}

const GLANCE: readonly (keyof RunGlance)[] = [
  ...(['job', 'jobName', 'tenant', 'state', 'phase', 'phaseSince', 'reason', 'message', 'trigger'] as const),
  ...(['scheduledFor', 'startAfter', 'createdAt', 'started', 'finished'] as const),
];
/** The projection from which `toGlance` makes a glance. */
export const GLANCE_FIELDS = Object.fromEntries(GLANCE.map((field) => [field, 1]));

export const toGlance = ({ _id, ...rest }: RunDocument): RunGlance => ({ ...rest, id: asRunId(_id) });

/** Selects runs, and no closed keys: a query must contain it to use an index of lists. */
export const RUNS_ONLY = { listed: true as const };

export const isClosedKey = (document: RunDocument | ClosedKeyDocument): document is ClosedKeyDocument =>
  'closed' in document;

/** The state of a key. */
export type StoredKey =
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'closed'; readonly outcome: GapOutcome; readonly reason: GapReason }
  /** True if its run was deleted, or removed by retention. */
  | { readonly kind: 'removed' };
export function toStoredKey(document: RunDocument | ClosedKeyDocument): StoredKey {
  if (!isClosedKey(document)) return { kind: 'run', run: fromRunDocument(document) };
  return document.closed === 'removed' ? { kind: 'removed' } : { kind: 'closed', ...document.closed };
}

/** The tombstone that keeps the key of a removed run taken. */
export const tombstone = (now: Instant): { readonly closed: 'removed'; readonly expireAt: Date } => ({
  closed: 'removed',
  expireAt: new Date(now + TOMBSTONE_MS),
});

/** The tombstone of a removed run that still has leftovers. */
export const remainsOf = (
  run: Pick<Run, 'scheduledFor' | 'trigger' | 'shard'> & { readonly finished?: Instant | null },
  now: Instant,
): Omit<ClosedKeyDocument, '_id'> => ({
  closed: 'removed',
  dated: true,
  removeAt: new Date(now),
  shard: run.shard,
  slot: isKeyed(run),
  ...(typeof run.finished === 'number' && { ended: run.finished }),
});

/**
 * True if the key of the run stays taken for a while after its removal, because its id is that of a slot, or of a job and a cause: a run that
 * it runs after may be resumed, and end again.
 */
export const isKeyed = ({ scheduledFor, trigger }: Pick<Run, 'scheduledFor' | 'trigger'>): boolean =>
  scheduledFor !== null || trigger === 'dependency';

/** Runs of these shards that have not ended. */
export const openOf = (shards: readonly number[]): { open: true; shard: { $in: number[] } } => ({
  open: true,
  ...inShards(shards),
});

/** Selects what is to be removed by now: expired runs, and removed runs that still have leftovers. */
export const dueForRemoval = (
  shards: readonly number[],
  now: Instant,
): { dated: true; shard: { $in: number[] }; removeAt: { $lte: Date } } => ({
  dated: true as const,
  ...inShards(shards),
  removeAt: { $lte: new Date(now) },
});
