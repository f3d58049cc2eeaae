/**
 * How a shared limit is stored, so that a permit costs a small write regardless of the number of holders: a small head document, the
 * only one that every change writes, and buckets, which contain most of the holders. The head lists the latest changes of holders
 * (`recent`), which override the buckets. When it lists more than `MAX_RECENT_HOLDERS` they are folded: first written into their
 * buckets, then dropped from the head.
 *
 * Invariants, even if a process dies or stands still between two writes:
 * - The head decides: a change takes effect when the head with it is saved, by compare-and-set on its `rev`.
 * - A long head changes only by being folded: all writers that fold it write the same buckets. All schedulers use the same number of
 *   changes above which a head is long.
 * - A bucket lists its holders as of its `rev`, that of a long head, which only grows: buckets are saved by compare-and-set.
 * - A change is removed from the head only after its bucket has it (`folded`), or if no bucket has or will ever have it (`without`).
 */
import { fnv1a, type RunId } from './ids.js';
import { HOLDER_BUCKETS, MAX_RECENT_HOLDERS } from './limits.js';
import type { SharedLimit, SharedPermit } from './shared-limit.js';

/** The latest change of a run's permit, made with this `rev` of the head: the permit that it holds, or that it holds none. */
export type RecentHolder = { readonly at: number } & ({ readonly held: SharedPermit } | { readonly freed: RunId });

export interface LimitHead extends Omit<SharedLimit, 'holders'> {
  /** At most one change of each run. */
  readonly recent: readonly RecentHolder[];
  /** Changes up to this `rev` are in the buckets; 0: there are no buckets. */
  readonly folded: number;
}

export interface HolderBucket {
  readonly limit: string;
  readonly bucket: number;
  readonly rev: number;
  readonly holders: readonly SharedPermit[];
}

export type HolderBuckets = ReadonlyMap<number, HolderBucket>;

/** A limit that was read: its stored pieces, and the limit that they form. */
export interface LimitPieces {
  readonly head: LimitHead;
  readonly buckets: HolderBuckets;
  readonly limit: SharedLimit;
}

export const NO_BUCKETS: HolderBuckets = new Map();

/** Never changes for a stored bucket. */
const bucketOf = (run: RunId): number => fnv1a(run) % HOLDER_BUCKETS;
const runOf = (change: RecentHolder): RunId => ('held' in change ? change.held.run : change.freed);

/** The limit that the pieces form together. Buckets may have a later `rev` than the head: then the head was replaced meanwhile. */
export function joined(head: LimitHead, buckets: HolderBuckets): LimitPieces {
  const { recent: _recent, folded: _folded, ...rest } = head;
  const changed = new Map(unfolded(head, buckets).map((change) => [runOf(change), change]));
  const kept = [...buckets.values()].flatMap(({ holders }) => holders.filter(({ run }) => !changed.has(run)));
  const held = [...changed.values()].flatMap((change) => ('held' in change ? [change.held] : []));
  return { head, buckets, limit: { ...rest, holders: [...kept, ...held] } };
}

/** The head of a limit that is not stored yet. */
export const firstHead = ({ holders, ...rest }: SharedLimit): LimitHead => ({
  ...rest,
  recent: holders.map((held) => ({ at: rest.rev, held })),
  folded: 0,
});

/** True: the changes that the head lists must be folded before further ones are added. */
export const isLong = ({ recent }: LimitHead, most = MAX_RECENT_HOLDERS): boolean => recent.length > most;

/** The buckets that change when the changes in the head are folded. */
export function foldedBuckets({ head, buckets }: LimitPieces): HolderBucket[] {
  const changes = Map.groupBy(unfolded(head, buckets), (change) => bucketOf(runOf(change)));
  return [...changes].map(([bucket, ofBucket]) => {
    const changed = new Set(ofBucket.map(runOf));
    const kept = (buckets.get(bucket)?.holders ?? []).filter(({ run }) => !changed.has(run));
    const held = ofBucket.flatMap((change) => ('held' in change ? [change.held] : []));
    return { limit: head.key, bucket, rev: head.rev, holders: [...kept, ...held] };
  });
}

/** The head after all its changes have been folded; it is stored only with the next change. */
export const afterFold = (head: LimitHead): LimitHead => ({ ...head, recent: [], folded: head.rev });

/** The head by which the pieces form `next`; the present head must not be long. */
export function nextHead({ head, buckets, limit }: LimitPieces, next: SharedLimit): LimitHead {
  const { holders, ...rest } = next;
  const before = new Map(limit.holders.map((permit) => [permit.run, permit]));
  const recent = new Map(head.recent.map((change) => [runOf(change), change]));
  for (const held of holders) {
    if (before.get(held.run) !== held) recent.set(held.run, { at: rest.rev, held });
    before.delete(held.run);
  }
  for (const run of before.keys()) {
    if (without(run, buckets)) recent.delete(run);
    else recent.set(run, { at: rest.rev, freed: run });
  }
  return { ...rest, recent: [...recent.values()], folded: head.folded };
}

/**
 * True if no bucket lists the run, and no delayed fold will add it: the head that such a fold read has been folded since, so each
 * bucket that it would change already has a later `rev`.
 */
const without = (run: RunId, buckets: HolderBuckets): boolean =>
  buckets.get(bucketOf(run))?.holders.every((permit) => permit.run !== run) ?? true;

/** The changes that are not yet in their buckets. */
function unfolded({ recent }: LimitHead, buckets: HolderBuckets): RecentHolder[] {
  return recent.filter((change) => change.at > (buckets.get(bucketOf(runOf(change)))?.rev ?? 0));
}
