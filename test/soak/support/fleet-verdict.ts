/** Whether each slot has its run, in time. */
import type { Stroke } from './freezes.js';

/** Other replicas have taken over by then, on a machine that is busy with the restart of the dead one. */
const TAKEOVER_MS = 20_000;

/** The run of a slot: the slot, and when the run was recorded. */
export interface Found {
  readonly at: number;
  readonly createdAt: number;
}

/** Milliseconds from the slot to its run; 0 for an early run. */
export const latenessOf = ({ at, createdAt }: Found): number => Math.max(0, createdAt - at);

/** The faults, by kind; empty if there is none. */
export function faultsOf(
  expected: ReadonlyMap<string, number>,
  runs: ReadonlyMap<string, Found>,
  diary: readonly Stroke[],
): Record<string, string[]> {
  const faults = {
    'no run of a slot': [...expected.keys()].filter((run) => !runs.has(run)),
    'a run of no slot': [...runs.keys()].filter((run) => !expected.has(run)),
    late: [...runs]
      .filter(([, run]) => latenessOf(run) > TAKEOVER_MS)
      .map(([run, { at, createdAt }]) => {
        const under = diary.filter((stroke) => stroke.from <= createdAt && at <= stroke.to).map(({ name }) => name);
        return `${run}: ${createdAt - at} ms, while ${under.join(' and ') || 'nobody'} stood still`;
      }),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, list]) => list.length > 0));
}
