/** The permits of a shared limit and its waiting list: the rules on one document of `limits`. */
import type { JobId, RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import type { SharedLimit, SharedPermit } from '#common/domain/shared-limit.js';

export type LimitOp =
  /** Take a permit for a run that has the permit of its job, or (unless `join` is false) join the waiting list. */
  | {
      readonly type: 'take';
      readonly run: RunId;
      readonly job: JobId;
      readonly grant: number;
      readonly join: boolean;
    }
  /** The run has ended, does not exist or cannot start: what it has for grants up to `upTo` is free. */
  | { readonly type: 'release'; readonly run: RunId; readonly upTo: number }
  /** The run is under way or does not exist: it does not wait. */
  | { readonly type: 'leave'; readonly run: RunId }
  /** The run is under way without a permit, because it started before the limit existed. */
  | { readonly type: 'adopt'; readonly run: RunId; readonly job: JobId }
  /** Nothing happened, but waiting runs for which permits are free are to be woken. */
  | { readonly type: 'look' }
  /** Runs that wait for this limit and had no room in its list, oldest first; `more`: there are others. */
  | { readonly type: 'list'; readonly permits: readonly SharedPermit[]; readonly more: boolean };

export interface LimitChange {
  readonly next: SharedLimit;
  readonly changed: boolean;
  /** Of the runs that asked: those that hold a permit now. */
  readonly taken: ReadonlySet<RunId>;
  /** Waiting runs for which a permit is free now, oldest first. */
  readonly woken: readonly SharedPermit[];
}

/** Bounds the waiting list, because every change writes the whole document. */
export const MAX_LISTED_WAITING = 256;

/** Applies the operations in order. `size`: the number of permits; null is no limit. */
export function changeLimit(
  limit: SharedLimit,
  ops: readonly LimitOp[],
  size: number | null,
  now: Instant,
): LimitChange {
  const draft = { holders: [...limit.holders], waiting: [...limit.waiting], overflow: limit.overflow };
  const taken = new Set<RunId>();
  const free = (): number => (size ?? Infinity) - draft.holders.length;
  let changed = false;
  for (const op of ops) {
    if (op.type === 'take') {
      if (take(draft, op, free(), now)) taken.add(op.run);
      changed = true;
    } else changed = applyOther(draft, op, now) || changed;
  }
  const next = changed ? { ...limit, ...draft, rev: limit.rev + 1 } : limit;
  return { next, changed, taken, woken: draft.waiting.slice(0, Math.max(0, Math.min(free(), draft.waiting.length))) };
}

interface Draft {
  holders: SharedPermit[];
  waiting: SharedPermit[];
  overflow: boolean;
}

/**
 * A permit is free for a run only if those that wait before it have theirs. A run that has a permit keeps it under the later
 * grant: the process that took it for the earlier grant can no longer release it or start the run. But the run has not started,
 * so a limit that was lowered meanwhile applies: then it releases the permit and gets the next one.
 */
function take(
  draft: Draft,
  { run, job, grant, join }: Extract<LimitOp, { type: 'take' }>,
  free: number,
  now: Instant,
): boolean {
  const held = draft.holders.find((permit) => permit.run === run);
  if (held && free < 0 && grant > held.grant) {
    giveUp(draft, { run, job, since: now, grant }, join);
    return false;
  }
  if (held) {
    const kept = { ...held, since: now, grant: Math.max(grant, held.grant) };
    draft.holders = draft.holders.map((permit) => (permit === held ? kept : permit));
    return true;
  }
  const position = draft.waiting.findIndex((permit) => permit.run === run);
  const ahead = position >= 0 ? position : draft.waiting.length + (draft.overflow ? 1 : 0);
  if (free > ahead) {
    draft.waiting = draft.waiting.filter((permit) => permit.run !== run);
    draft.holders.push({ run, job, since: now, grant });
    return true;
  }
  if (position < 0 && join) {
    if (draft.overflow || draft.waiting.length >= MAX_LISTED_WAITING) draft.overflow = true;
    else draft.waiting.push({ run, job, since: now, grant });
  }
  return false;
}

/** Moving from one list to the other does not lengthen the document: it needs no room in the waiting list. */
function giveUp(draft: Draft, permit: SharedPermit, join: boolean): void {
  draft.holders = draft.holders.filter(({ run }) => run !== permit.run);
  const others = draft.waiting.filter(({ run }) => run !== permit.run);
  draft.waiting = join ? [permit, ...others] : others;
}

function applyOther(draft: Draft, op: Exclude<LimitOp, { type: 'take' }>, now: Instant): boolean {
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
      if (!draft.holders.some((permit) => permit.run === op.run))
        draft.holders.push({ ...keyOf(op), since: now, grant: 0 });
      break;
    case 'list':
      draft.waiting = op.permits.slice(0, MAX_LISTED_WAITING);
      draft.overflow = op.more || op.permits.length > MAX_LISTED_WAITING;
      return true;
    case 'look':
      return false;
  }
  return draft.holders.length + draft.waiting.length !== before;
}

const keyOf = ({ run, job }: { run: RunId; job: JobId }): { run: RunId; job: JobId } => ({ run, job });

export const emptyLimit = (key: string, tenant: SharedLimit['tenant']): SharedLimit => ({
  key,
  tenant,
  rev: 0,
  holders: [],
  waiting: [],
  overflow: false,
});
