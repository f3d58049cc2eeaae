import type { Instant } from '#common/run/run.js';

export interface Success {
  readonly started: Instant;
  readonly finished: Instant;
}

/**
 * A job's last success from what two places know: its kept runs, which know the newest at once but forget by retention,
 * and its schedule, which never forgets but may be told a moment late.
 */
export function laterSuccess(fromRuns: Success | null, fromSchedule: Success | null): Success | null {
  if (fromRuns === null || fromSchedule === null) return fromRuns ?? fromSchedule;
  return fromSchedule.started > fromRuns.started ? fromSchedule : fromRuns;
}
