/**
 * The order in which runs of one tenant that wait for the same resource are served. A step of priority counts as much as `AGEING_MS` of
 * waiting: a run goes before another if the sum of its priority and its waiting is greater. So the order of two runs never changes
 * while they wait, and a run of the lowest priority goes before every run that comes `AGEING_MS * (MAX_PRIORITY - MIN_PRIORITY)` later.
 */
import { AGEING_MS } from './limits.js';
import type { Instant } from './instant.js';

/** A waiting run, and the time since when it waits. */
export interface Waits {
  /** 0 if absent. */
  readonly priority?: number;
  /** Absent in documents of former versions: these go before all others. */
  readonly waitsSince?: Instant;
}

/** A lower number goes first. */
export const rankOf = ({ priority = 0, waitsSince = 0 }: Waits): number => waitsSince - priority * AGEING_MS;

/** True if the first goes before the second by priority; with equal priorities, the run that requested first goes first. */
export const outranks = (a: Waits, b: Waits): boolean =>
  (a.priority ?? 0) !== (b.priority ?? 0) && rankOf(a) < rankOf(b);

/** In the order in which they are served: with equal priorities as they are listed. */
export function inRank<T extends Waits>(list: readonly T[]): readonly T[] {
  const [first] = list;
  if (list.every(({ priority = 0 }) => priority === (first?.priority ?? 0))) return list;
  return [...list].sort((a, b) => rankOf(a) - rankOf(b));
}

/** The fields of a priority as they are stored: none for the default. */
export const storedPriority = (priority: number | undefined): { readonly priority?: number } =>
  priority === undefined || priority === 0 ? {} : { priority };
