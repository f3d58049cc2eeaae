/**
 * Gangs: attempts that are placed together or not at all. One gang per wave of tasks (`waves.ts`), so that tasks which wait
 * for others are never part of what the others wait for.
 *
 * How the engine calls it: it keeps a `GangState` per wave and generation in the run. Before it starts anything of the wave and whenever something about its attempts changed, `decideGang`.
 * `create`: claim until `required` attempts of the wave are live, all of them in one decision. `release`: stop every attempt
 * of the wave (reason `replaced`) and keep the new state. `open`: start whatever `maxActive` and grants allow.
 *
 * Sources: Volcano 1.1 (minAvailable), 1.8, V30, V37, V40, #2298; design 6, point 7.
 */
import { GANG_TIMEOUT_MS } from '../domain/limits.js';
import { fnv1a } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import type { NormalTask } from '../spec/normal-task.js';
import { backoffMs, type Backoff } from './retry-delay.js';

const GANG_BACKOFF: Backoff = { baseMs: 5_000, capMs: 300_000 };

/** What a task can contribute to a gang at once. */
const placeable = ({ minAvailable, indexes, maxActive }: NormalTask): number =>
  Math.min(minAvailable ?? indexes, indexes, maxActive ?? Infinity);

/**
 * How many attempts of each wave are placed together, by wave. The run's `minAvailable` is spent on waves in their order; null
 * or an empty wave asks for none.
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

/** Of a wave's gang, what each of its tasks gives: earlier tasks (in start order) as much as they can. */
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

/** Kept in the run, per wave of a generation. `round` counts the times it was released. */
export type GangState =
  | { readonly type: 'waiting'; readonly round: number; readonly notBefore: Instant }
  | { readonly type: 'placing'; readonly round: number; readonly since: Instant }
  /** It was whole once: from now on its attempts are started and replaced one by one. */
  | { readonly type: 'placed'; readonly round: number };

export const NEW_GANG: GangState = { type: 'waiting', round: 0, notBefore: 0 };

export interface GangView {
  /** Members needed (`gangSizes`). */
  readonly required: number;
  /** Indexes of the wave with an attempt that is placed (scheduled, running), and those that have ended for good. */
  readonly placed: number;
  /** Attempts of the wave that could be started now, or have begun and found no place yet. */
  readonly startable: number;
  /** The wave's attempts that are asked to end and have not ended. */
  readonly leaving: number;
}

export interface GangDecision {
  readonly do: 'wait' | 'create' | 'release' | 'open';
  readonly state: GangState;
  /** When to look again if nothing happens; null: no need. */
  readonly wakeAt: Instant | null;
}

/** `seed` names the run and wave: it spreads the retries of gangs that got into each other's way. */
export function decideGang(
  state: GangState,
  view: GangView,
  { now, seed }: { now: Instant; seed: string },
): GangDecision {
  if (state.type === 'placed' || view.required <= 1) return { do: 'open', state, wakeAt: null };
  if (view.placed >= view.required) return { do: 'open', state: { type: 'placed', round: state.round }, wakeAt: null };
  if (state.type === 'placing') return keepPlacing(state, { now, seed });
  if (now < state.notBefore) return { do: 'wait', state, wakeAt: state.notBefore };
  // Members of the former round must be gone, and there must be room for all: half a gang only takes room from others.
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

/** Between half and one and a half of the wait, by the seed alone. */
const spread = (waitMs: number, seed: string): number => Math.round(waitMs * (0.5 + fnv1a(seed) / 2 ** 32));

/**
 * The event `Unknown`: a gang that was whole has fewer members placed than it needs, and what should replace them finds no
 * place. A member that only failed is none of this: it has its own event.
 */
export const hasLostMembers = (
  state: GangState,
  { required, placed, unplaceable }: Pick<GangView, 'required' | 'placed'> & { readonly unplaceable: number },
): boolean => state.type === 'placed' && placed < required && unplaceable > 0;
