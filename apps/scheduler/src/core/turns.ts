/** Decides which runs get the next permits of a shared limit. */
import { inRank, rankOf, storedPriority } from '#common/domain/priority.js';
import { groupOf, type SharedPermit } from '#common/domain/shared-limit.js';
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
  const lines = linesOf(ranked, holders, weights);
  const turns: SharedPermit[] = [];
  while (turns.length < Math.min(most, ranked.length)) {
    const next = lines.reduce((best, line) => (goesBefore(line, best) ? line : best));
    const run = next.runs[next.served];
    if (run === undefined) break;
    turns.push(run);
    next.served += 1;
    next.held += 1;
  }
  return turns;
}

export const weightOf = (weights: GroupWeights, group: string): number =>
  (Object.hasOwn(weights, group) ? weights[group] : undefined) ?? 1;

/** The waiting runs of one group. */
interface Line {
  readonly runs: SharedPermit[];
  readonly weight: number;
  held: number;
  served: number;
}

function linesOf(
  ranked: readonly SharedPermit[],
  holders: readonly SharedPermit[],
  weights: GroupWeights,
): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const permit of ranked) {
    const group = permit.group ?? '';
    const line = lines.get(group) ?? { runs: [], weight: weightOf(weights, group), held: 0, served: 0 };
    line.runs.push(permit);
    lines.set(group, line);
  }
  for (const { group = '' } of holders) {
    const line = lines.get(group);
    if (line) line.held += 1;
  }
  return [...lines.values()];
}

function goesBefore(a: Line, b: Line): boolean {
  const first = a.runs[a.served];
  const second = b.runs[b.served];
  if (first === undefined || second === undefined) return second === undefined && first !== undefined;
  const difference = a.held / a.weight - b.held / b.weight;
  return difference === 0 ? rankOf(first) < rankOf(second) : difference < 0;
}
