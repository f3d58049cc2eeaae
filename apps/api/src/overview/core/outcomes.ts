/** Sums of runs by day, of counts by day and state. Pure. */
import type { RunState } from '#common/run/phase.js';

export interface DayOfRuns {
  readonly day: string;
  readonly finished: number;
  readonly failed: number;
  readonly other: number;
}

interface Counted {
  readonly day: string;
  readonly state: RunState;
  readonly count: number;
}

/** One entry for each day with runs, oldest first. */
export function daysOf(counted: readonly Counted[]): DayOfRuns[] {
  const days = [...Map.groupBy(counted, ({ day }) => day)].map(([day, of]) => {
    const sum = (isMeant: (state: RunState) => boolean): number =>
      of.reduce((total, { state, count }) => total + (isMeant(state) ? count : 0), 0);
    return {
      day,
      finished: sum((state) => state === 'FINISHED'),
      failed: sum((state) => state === 'FAILED'),
      other: sum((state) => state !== 'FINISHED' && state !== 'FAILED'),
    };
  });
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}
