import type { Run } from '#common/run/run.js';
import type { RunReader, RunStore } from '../ports.js';

/** The revision from which on a run is not taken back (`RunStore.withdraw`). */
const KEPT_REV = 2;

/**
 * A run that somebody else has inserted is about to be counted: a new revision keeps whoever it was from taking it back. Gives
 * it as it is now: one that was changed meanwhile is read again, since it may have ended. Null if it is no more.
 */
export async function keepRun(
  stores: { readonly runs: Pick<RunStore, 'save'>; readonly reads: Pick<RunReader, 'load'> },
  run: Run,
): Promise<Run | null> {
  if (run.rev >= KEPT_REV) return run;
  const kept = { ...run, rev: KEPT_REV };
  if (await stores.runs.save(kept, run.rev)) return kept;
  return (await stores.reads.load([run.id])).get(run.id) ?? null;
}
