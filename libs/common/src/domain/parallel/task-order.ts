/**
 * In which order a run's tasks get their attempts started, and which attempts go first when there are too many.
 * Sources: V39, seed 001 (priority within a job); design 6, point 3; Kubernetes 2.3 (deletion order), K29.
 */
import type { Instant } from '../run.js';
import type { NormalTask } from './normal-task.js';

/**
 * Earlier waves first, then by falling priority, then as listed. `priorityOf` knows the value of a priority class; a class that
 * it does not know, and no class, count 0 as in Kubernetes.
 */
export function byStartOrder<T extends NormalTask>(
  tasks: readonly T[],
  priorityOf: (priorityClassName: string) => number | null,
): readonly T[] {
  const priority = ({ priorityClassName }: T): number =>
    priorityClassName === null ? 0 : (priorityOf(priorityClassName) ?? 0);
  return [...tasks].sort((a, b) => a.wave - b.wave || priority(b) - priority(a) || a.position - b.position);
}

export interface Advance {
  /** `claimed` has not begun; any other state exists where it runs. */
  readonly state: string;
  readonly startedAt: Instant | null;
  readonly index: number;
  readonly attempt: number;
}

/**
 * The least advanced first: what has not begun before what exists, what exists before what runs, of running ones the youngest;
 * among equals the highest index.
 */
export function byLeastAdvanced<A extends Advance>(attempts: readonly A[]): readonly A[] {
  return [...attempts].sort(
    (a, b) =>
      stageOf(a) - stageOf(b) || (b.startedAt ?? 0) - (a.startedAt ?? 0) || b.index - a.index || b.attempt - a.attempt,
  );
}

function stageOf({ state, startedAt }: Advance): number {
  if (startedAt !== null) return 2;
  return state === 'claimed' ? 0 : 1;
}
