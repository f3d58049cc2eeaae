/** The permits of a shared limit and its waiting list: the rules on one document of `limits`. */
import type { JobId, RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import type { Waits } from '#common/domain/priority.js';
import type { SharedLimit, SharedPermit } from '#common/domain/shared-limit.js';
import { inTurn, type GroupWeights } from './turns.js';

export type LimitOp =
  /** Take a permit for a run that has the permit of its job, or (unless `join` is false) join the waiting list. */
  | ({
      readonly type: 'take';
      readonly run: RunId;
      readonly job: JobId;
      readonly group?: string;
      readonly grant: number;
      readonly join: boolean;
    } & Waits)
  /** The run waits for this limit and is to be listed, unless it is or holds a permit. */
  | ({ readonly type: 'join'; readonly run: RunId; readonly job: JobId; readonly group?: string } & Waits)
  /** The run has ended, does not exist or cannot start: its permits and its place for grants up to `upTo` are free. */
  | { readonly type: 'release'; readonly run: RunId; readonly upTo: number }
  /** The run is under way or does not exist: it does not wait. */
  | { readonly type: 'leave'; readonly run: RunId }
  /** The run is under way without a permit, because it started before the limit existed. */
  | { readonly type: 'adopt'; readonly run: RunId; readonly job: JobId; readonly group?: string }
  /** No run has changed, but waiting runs for which permits are free are to be woken. */
  | { readonly type: 'look' }
  /**
   * Runs that wait for this limit, including runs that had no room in its list, oldest first; `more`: there are others. Other listed runs
   * stay.
   */
  | { readonly type: 'list'; readonly permits: readonly SharedPermit[]; readonly more: boolean };

/** A limit as the tenant defines it. */
export interface LimitTerms {
  /** The number of permits; null is no limit. */
  readonly size: number | null;
  /** The weights of the groups that share it; null if runs of all groups wait in one queue. */
  readonly weights: GroupWeights | null;
}

export interface LimitChange {
  readonly next: SharedLimit;
  readonly changed: boolean;
  /** The runs among those that asked which hold a permit now. */
  readonly taken: ReadonlySet<RunId>;
  /** Waiting runs for which a permit is free now, in turn. */
  readonly woken: readonly SharedPermit[];
}

/** Bounds the waiting list, because every change writes the whole document. */
export const MAX_LISTED_WAITING = 256;

/** Applies the operations in order. */
export function changeLimit(
  limit: SharedLimit,
  ops: readonly LimitOp[],
  { size, weights }: LimitTerms,
  now: Instant,
): LimitChange {
  const draft = { holders: [...limit.holders], waiting: [...limit.waiting], overflow: limit.overflow };
  const taken = new Set<RunId>();
  const free = (): number => (size ?? Infinity) - draft.holders.length;
  let changed = false;
  for (const op of ops) {
    if (op.type === 'take') {
      if (take(draft, op, { free: free(), weights }, now)) taken.add(op.run);
      changed = true;
    } else changed = applyOther(draft, op, weights, now) || changed;
  }
  const next = changed ? { ...limit, ...draft, rev: limit.rev + 1 } : limit;
  return { next, changed, taken, woken: inTurn(draft.waiting, draft.holders, weights, Math.max(0, free())) };
}

interface Draft {
  holders: readonly SharedPermit[];
  waiting: readonly SharedPermit[];
  overflow: boolean;
}

/**
 * A permit is free for a run only if the runs that wait before it have their permits. A run that has a permit keeps it under the later
 * grant: the process that took it for the earlier grant can no longer release it or start the run. But the run has not started, so a limit
 * that was lowered meanwhile applies: then it releases the permit and gets the next one.
 */
function take(
  draft: Draft,
  { type: _type, join, ...place }: Extract<LimitOp, { type: 'take' }>,
  { free, weights }: { readonly free: number; readonly weights: GroupWeights | null },
  now: Instant,
): boolean {
  const { run, grant } = place;
  const permit: SharedPermit = { ...place, since: now };
  const held = draft.holders.find((other) => other.run === run);
  if (held && free < 0 && grant > held.grant) {
    giveUp(draft, permit, join);
    return false;
  }
  if (held) {
    const kept = { ...held, since: now, grant: Math.max(grant, held.grant) };
    draft.holders = draft.holders.map((other) => (other === held ? kept : other));
    return true;
  }
  const { turns, position, isListed, isBehindUnlisted } = turnOf(draft, permit, weights);
  if (free > position + (isBehindUnlisted ? 1 : 0)) {
    draft.waiting = draft.waiting.filter((other) => other.run !== run);
    // The time that the run waited is not needed any more, and every change writes the whole document.
    draft.holders = [...draft.holders, { ...keyOf(permit), since: now, grant }];
    return true;
  }
  if (join && !isListed && !isBehindUnlisted) list(draft, turns);
  return false;
}

interface Turn {
  /** All listed runs and this one. */
  readonly turns: readonly SharedPermit[];
  readonly position: number;
  readonly isListed: boolean;
  /** Unlisted runs are later in turn than listed runs, so they may come before a run that is last. */
  readonly isBehindUnlisted: boolean;
}

function turnOf({ waiting, holders, overflow }: Draft, permit: SharedPermit, weights: GroupWeights | null): Turn {
  const isListed = waiting.some(({ run }) => run === permit.run);
  const turns = inTurn(isListed ? waiting : [...waiting, permit], holders, weights);
  const position = turns.findIndex(({ run }) => run === permit.run);
  return { turns, position, isListed, isBehindUnlisted: !isListed && overflow && position === turns.length - 1 };
}

function list(draft: Draft, turns: readonly SharedPermit[]): void {
  draft.waiting = turns.slice(0, MAX_LISTED_WAITING);
  draft.overflow ||= turns.length > MAX_LISTED_WAITING;
}

function joinList(draft: Draft, permit: SharedPermit, weights: GroupWeights | null): void {
  if (draft.holders.some(({ run }) => run === permit.run)) return;
  const { turns, isListed, isBehindUnlisted } = turnOf(draft, permit, weights);
  if (!isListed && !isBehindUnlisted) list(draft, turns);
}

/** Moving from one list to the other does not lengthen the document: it needs no room in the waiting list. */
function giveUp(draft: Draft, permit: SharedPermit, join: boolean): void {
  draft.holders = draft.holders.filter(({ run }) => run !== permit.run);
  const others = draft.waiting.filter(({ run }) => run !== permit.run);
  draft.waiting = join ? [permit, ...others] : others;
}

function applyOther(
  draft: Draft,
  op: Exclude<LimitOp, { type: 'take' }>,
  weights: GroupWeights | null,
  now: Instant,
): boolean {
  const before = draft.holders.length + draft.waiting.length;
  switch (op.type) {
    case 'release':
      draft.holders = draft.holders.filter((permit) => permit.run !== op.run || permit.grant > op.upTo);
      draft.waiting = draft.waiting.filter((permit) => permit.run !== op.run || permit.grant > op.upTo);
      break;
    case 'leave':
      draft.waiting = draft.waiting.filter((permit) => permit.run !== op.run);
      break;
    case 'adopt':
      if (draft.holders.some((permit) => permit.run === op.run)) return false;
      draft.holders = [...draft.holders, { ...keyOf(op), since: now, grant: 0 }];
      draft.waiting = draft.waiting.filter((permit) => permit.run !== op.run);
      return true;
    case 'join': {
      const { type: _type, ...permit } = op;
      const listed = draft.waiting;
      joinList(draft, { ...permit, since: now, grant: 0 }, weights);
      return draft.waiting !== listed;
    }
    case 'list': {
      const holders = new Set(draft.holders.map(({ run }) => run));
      const listed = new Set(op.permits.map(({ run }) => run));
      // Some runs may have got their permits since they were read.
      const permits = op.permits.filter(({ run }) => !holders.has(run));
      const all = [...permits, ...draft.waiting.filter(({ run }) => !listed.has(run))];
      draft.waiting = inTurn(all, draft.holders, weights, MAX_LISTED_WAITING);
      draft.overflow = op.more || all.length > MAX_LISTED_WAITING;
      return true;
    }
    case 'look':
      return false;
  }
  return draft.holders.length + draft.waiting.length !== before;
}

const keyOf = ({ run, job, group }: PermitKey): PermitKey => ({ run, job, ...(group !== undefined && { group }) });
type PermitKey = Pick<SharedPermit, 'run' | 'job' | 'group'>;

export const emptyLimit = (key: string, tenant: SharedLimit['tenant']): SharedLimit => ({
  key,
  tenant,
  rev: 0,
  holders: [],
  waiting: [],
  overflow: false,
});
