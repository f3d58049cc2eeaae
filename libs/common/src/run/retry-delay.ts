/**
 * How long to wait before the next try. Counted from the end of the last one and kept with it, so that no crash shortens or
 * repeats it (Kubernetes 2.4: there, kept in memory). Sources: Furiko 83, 85, 87; K34; design 6, point 1.
 */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
}

/** Restarts that policies make of pods, tasks and whole runs; Volcano has no delay there. */
export const RESTART_BACKOFF: Backoff = { baseMs: 1_000, capMs: 300_000 };

/** Doubles from the second time on: `times` is 1 for the first wait. */
export function backoffMs({ baseMs, capMs }: Backoff, times: number): number {
  return Math.min(capMs, baseMs * 2 ** Math.min(Math.max(0, times - 1), 40));
}
