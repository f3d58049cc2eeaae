/**
 * Frees the places of runs that other executors have ended while this one was paused. It does not learn of them in another way: an ended
 * run is never due, and nothing is recovered if the shards are unchanged.
 */
import type { RunId } from '#common/domain/ids.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import { isFinal } from '#common/run/phase.js';
import { chunked } from '#common/runtime/continuing.js';
import type { StartQueue } from './start-queue.js';

const RUNS_PER_READ = 500;

export async function freeEndedPlaces(
  starts: Pick<StartQueue, 'holders' | 'forget'>,
  reads: { standingOf(runs: readonly RunId[]): Promise<ReadonlyMap<RunId, Pick<RunStanding, 'phase'>>> },
): Promise<void> {
  for (const some of chunked(starts.holders, RUNS_PER_READ)) {
    const standing = await reads.standingOf(some);
    for (const run of some) if (isFinal(standing.get(run)?.phase ?? 'Completed')) starts.forget(run);
  }
}
