/** Exponential back-off, of runs as of everything else that is tried again. Sources: Furiko 83, 85, 87; K34. */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * The delay of restarts of pods, tasks and whole runs by policies; Volcano has none there. It counts from the end of the last attempt and
 * is stored with it, so that no crash shortens or repeats it.
 */
export const RESTART_BACKOFF: Backoff = { baseMs: 1_000, capMs: 300_000 };

/** Doubles from the second time on: `times` is 1 for the first wait. */
export function backoffMs({ baseMs, capMs }: Backoff, times: number): number {
  return Math.min(capMs, baseMs * 2 ** Math.min(Math.max(0, times - 1), 40));
}
