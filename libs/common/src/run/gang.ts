/**
 * Gangs: attempts that are placed together or not at all. There is one gang per wave of tasks (`waves.ts`), so a task that waits
 * for another is never in the same gang as that other task.
 *
 * A run stores a `GangState` per wave and generation. `decideGang` is called before anything of the wave starts and whenever its
 * attempts have changed. `create`: claim until `required` attempts of the wave are live, all in one decision. `release`: stop
 * every attempt of the wave (reason `replaced`) and store the new state. `open`: start as much as `maxActive` and grants allow.
 *
 * Sources: V30, V37, V40; volcano-sh/volcano#2298.
 */
import { GANG_TIMEOUT_MS } from '../domain/limits.js';
import { fnv1a } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import type { NormalTask } from '../spec/normal-task.js';
import { backoffMs, type Backoff } from '../domain/back-off.js';

const GANG_BACKOFF: Backoff = { baseMs: 5_000, capMs: 300_000 };

/** The number of members that a task can contribute to a gang at once. */
const placeable = ({ minAvailable, indexes, maxActive }: NormalTask): number =>
  Math.min(minAvailable ?? indexes, indexes, maxActive ?? Infinity);

/**
 * How many attempts of each wave are placed together, by wave. The run's `minAvailable` is distributed over the waves in their
 * order; null, or an empty wave, gives no gang.
 */
export function gangSizes(tasks: readonly NormalTask[], minAvailable: number | null): readonly number[] {
  const waves = Math.max(-1, ...tasks.map(({ wave }) => wave)) + 1;
  let left = minAvailable ?? 0;
  return Array.from({ length: waves }, (_, wave) => {
    const wanted = tasks.filter((task) => task.wave === wave).reduce((sum, task) => sum + placeable(task), 0);
    const size = Math.min(wanted, left);
    left -= size;
    return size;
  });
}

/** The share of each task in a wave's gang: earlier tasks (in start order) contribute as much as they can. */
export function gangShares(tasks: readonly NormalTask[], size: number): ReadonlyMap<string, number> {
  let left = size;
  return new Map(
    tasks.map((task) => {
      const share = Math.min(placeable(task), left);
      left -= share;
      return [task.name, share];
    }),
  );
}

/** Stored in the run, per wave of a generation. `round` counts releases. */
export type GangState =
  | { readonly type: 'waiting'; readonly round: number; readonly notBefore: Instant }
  | { readonly type: 'placing'; readonly round: number; readonly since: Instant }
  /** The gang was complete once: from then on its attempts are started and replaced one by one. */
  | { readonly type: 'placed'; readonly round: number };

export const NEW_GANG: GangState = { type: 'waiting', round: 0, notBefore: 0 };

export interface GangView {
  /** Members needed (`gangSizes`). */
  readonly required: number;
  /** Indexes of the wave with an attempt that is placed (scheduled, running), and indexes that have ended permanently. */
  readonly placed: number;
  /** Attempts of the wave that could start now, or have started and are not placed yet. */
  readonly startable: number;
  /** The wave's attempts that are asked to end and have not ended. */
  readonly leaving: number;
}

export interface GangDecision {
  readonly do: 'wait' | 'create' | 'release' | 'open';
  readonly state: GangState;
  /** When to check again if nothing happens; null: no need. */
  readonly wakeAt: Instant | null;
}

/** `seed` identifies the run and wave: it spreads the retries of gangs that block each other. */
export function decideGang(
  state: GangState,
  view: GangView,
  { now, seed }: { now: Instant; seed: string },
): GangDecision {
  if (state.type === 'placed' || view.required <= 1) return { do: 'open', state, wakeAt: null };
  if (view.placed >= view.required) return { do: 'open', state: { type: 'placed', round: state.round }, wakeAt: null };
  if (state.type === 'placing') return keepPlacing(state, { now, seed });
  if (now < state.notBefore) return { do: 'wait', state, wakeAt: state.notBefore };
  // Members of the former round must have ended, and there must be room for all: half a gang would only occupy room.
  if (view.leaving > 0 || view.startable < view.required - view.placed) return { do: 'wait', state, wakeAt: null };
  const placing = { type: 'placing', round: state.round, since: now } as const;
  return { do: 'create', state: placing, wakeAt: now + GANG_TIMEOUT_MS };
}

function keepPlacing(
  state: Extract<GangState, { type: 'placing' }>,
  { now, seed }: { now: Instant; seed: string },
): GangDecision {
  const until = state.since + GANG_TIMEOUT_MS;
  if (now < until) return { do: 'wait', state, wakeAt: until };
  const round = state.round + 1;
  const notBefore = now + spread(backoffMs(GANG_BACKOFF, round), `${seed}/${round}`);
  return { do: 'release', state: { type: 'waiting', round, notBefore }, wakeAt: notBefore };
}

/** Between half and one and a half of the wait, determined by the seed. */
const spread = (waitMs: number, seed: string): number => Math.round(waitMs * (0.5 + fnv1a(seed) / 2 ** 32));

/**
 * The event `Unknown`: a gang that was complete has fewer members placed than it needs, and their replacements cannot be placed.
 * The failure of a single member has its own event.
 */
export const hasLostMembers = (
  state: GangState,
  { required, placed, unplaceable }: Pick<GangView, 'required' | 'placed'> & { readonly unplaceable: number },
): boolean => state.type === 'placed' && placed < required && unplaceable > 0;
