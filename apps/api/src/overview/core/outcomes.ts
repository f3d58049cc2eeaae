/** Sums of runs by day, of counts by day, state and reason. Pure. */
import type { RunState } from '#common/run/phase.js';
import { isFailure } from '#common/run/failed-ends.js';

export interface DayOfRuns {
  readonly day: string;
  readonly finished: number;
  readonly failed: number;
  readonly other: number;
}

interface Counted {
  readonly day: string;
  readonly state: RunState;
  readonly reason: string;
  readonly count: number;
}

/** One entry for each day with runs, oldest first. */
export function daysOf(counted: readonly Counted[]): DayOfRuns[] {
  const days = [...Map.groupBy(counted, ({ day }) => day)].map(([day, of]) => {
    const sum = (isMeant: (each: Counted) => boolean): number =>
      of.reduce((total, each) => total + (isMeant(each) ? each.count : 0), 0);
    const finished = sum(({ state }) => state === 'FINISHED');
    const failed = sum(isFailure);
    return { day, finished, failed, other: sum(() => true) - finished - failed };
  });
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}
