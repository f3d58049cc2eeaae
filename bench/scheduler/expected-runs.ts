/** The runs that jobs have to have in a span of time, and the wait for them. */
import { setTimeout as delay } from 'node:timers/promises';
import { slotsOf, type BenchJob } from './bench-jobs.js';
import type { Recorder } from './recorder.js';

/** How long after the last slot the last run is waited for. */
export const PATIENCE_MS = 60_000;

export function expectedRuns(jobs: readonly BenchJob[], from: number, to: number): Set<string> {
  return new Set(jobs.flatMap((job) => slotsOf(job, from, to).map((slot) => `${job.id}-${slot / 1_000}`)));
}

/** Gives the number of runs that never came. */
export async function waitForAll(
  recorder: Recorder,
  expected: ReadonlySet<string>,
  from: number,
  to: number,
): Promise<number> {
  const missing = (): number => {
    const heard = new Set(recorder.between(from, to).map(({ run }) => run));
    return [...expected].filter((run) => !heard.has(run)).length;
  };
  for (const end = Date.now() + PATIENCE_MS; missing() > 0 && Date.now() < end;) await delay(1_000);
  return missing();
}
