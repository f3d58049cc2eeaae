/** Decides which runs get the next permits of a shared limit. */
import { inRank, storedPriority } from '#common/domain/priority.js';
import { groupOf, type SharedPermit } from '#common/domain/shared-limit.js';
import { Lane, nextLane, Turns, type LanePlace } from '#common/limits/lanes.js';
import type { Share } from '#common/limits/scope.js';
import { Shares } from '#common/limits/shares.js';
import type { Instant } from '#common/run/run.js';
import type { ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { KeyPermits } from './key-permits.js';

/** A run that waits for a permit of a shared limit. */
export const placeOf = (
  state: Pick<ScheduleState, 'job' | 'concurrency'>,
  { run, waitsSince = 0, priority }: Waiter,
): Pick<SharedPermit, 'run' | 'job' | 'group' | 'priority'> & { readonly waitsSince: Instant } => ({
  run,
  job: state.job,
  waitsSince,
  ...storedPriority(priority),
  ...groupOf(state),
});

/** For each shared limit that runs of the job wait for: the run that is next in turn. */
export function firstBlocked(
  state: Pick<ScheduleState, 'concurrency' | 'holders' | 'queue' | 'keyBuckets'>,
  now: Instant,
): ReadonlyMap<string, Waiter> {
  const keys = new KeyPermits(state, now);
  const first = new Map<string, Waiter>();
  for (const waiter of inRank(state.queue)) {
    if (waiter.blockedBy === null) continue;
    const former = first.get(waiter.blockedBy);
    // A run whose key has no room could not use the permit, and must not block the runs behind it.
    const isNearer = former && !keys.hasRoom(former.key, state.holders) && keys.hasRoom(waiter.key, state.holders);
    if (former === undefined || isNearer) first.set(waiter.blockedBy, waiter);
  }
  return first;
}

/** Weights of groups by name; 1 for a group that is not named, and for all jobs without a group together. */
export type GroupWeights = Readonly<Record<string, number>>;

/**
 * The first `most` of the waiting runs in the order in which they get permits. Without weights that is the order of their ranks. With
 * weights each permit goes to the group that holds the fewest for its weight, permits given before included; among equal groups, to the
 * group whose first run ranks first. So a group without permits is never behind a group with permits.
 */
export function inTurn(
  waiting: readonly SharedPermit[],
  holders: readonly SharedPermit[],
  weights: GroupWeights | null,
  most = Infinity,
): readonly SharedPermit[] {
  const ranked = inRank(waiting);
  if (weights === null) return most < ranked.length ? ranked.slice(0, most) : ranked;
  const shares = new Shares(() => null);
  for (const holder of holders) shares.use([], shareOf(holder, weights), 1);
  const lanes = new Map<string, Lane>();
  for (const [order, permit] of ranked.entries()) {
    const share = shareOf(permit, weights);
    const lane = lanes.get(share.group) ?? new Lane(share.group, { limits: [], share });
    lane.add({ run: permit.run, rank: order, order });
    lanes.set(share.group, lane);
  }
  return [...served([...lanes.values()], shares, Math.min(most, ranked.length))].flatMap(
    ({ order }) => ranked[order] ?? [],
  );
}

/** The share under which the permits of a run count, within its tenant. */
export const shareOf = (
  { group = '' }: Pick<SharedPermit, 'group'>,
  weights: GroupWeights,
): Share & { readonly group: string } => ({
  tenant: '',
  weight: 1,
  group,
  groupWeight: (Object.hasOwn(weights, group) ? weights[group] : undefined) ?? 1,
});

function* served(lanes: readonly Lane[], shares: Shares, most: number): Iterable<LanePlace> {
  let open = lanes.map((lane) => new Turns(lane));
  for (let count = 0; count < most; count++) {
    const next = nextLane(open, shares);
    const place = next?.first;
    if (!next || !place) return;
    yield place;
    next.pass();
    shares.use([], next.scope.share, 1);
    open = open.filter(({ first }) => first !== undefined);
  }
}
