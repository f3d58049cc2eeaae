/**
 * Frees the permits of runs that other executors own or have ended. This one does not learn of them in another way: an ended run is never
 * due, and nothing is recovered if the shards are unchanged.
 */
import type { RunId } from '#common/domain/ids.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import { isFinal } from '#common/run/phase.js';
import type { AttemptClaim, Run } from '#common/run/run.js';
import { chunked } from '#common/runtime/continuing.js';
import { isActive } from '../run/attempt.js';
import type { StartQueue } from './start-queue.js';

const RUNS_PER_READ = 500;

/** Runs that were ended while this executor was paused. */
export async function freeEndedRuns(
  starts: Pick<StartQueue, 'holders' | 'forget'>,
  reads: { standingOf(runs: readonly RunId[]): Promise<ReadonlyMap<RunId, Pick<RunStanding, 'phase'>>> },
): Promise<void> {
  for (const some of chunked(starts.holders, RUNS_PER_READ)) {
    const standing = await reads.standingOf(some);
    for (const run of some) if (isFinal(standing.get(run)?.phase ?? 'Completed')) starts.forget(run);
  }
}

export interface LeftRuns {
  readonly isMine: (run: RunId) => boolean;
  /** Whether the attempt counts in the parts of this replica under its present lease. */
  readonly isOwn: (claim: AttemptClaim) => boolean;
}

/** Attempts that were claimed here, of runs that others own now: they count in the parts of this executor until they end. */
export async function freeLeftRuns(
  starts: Pick<StartQueue, 'left' | 'setLeft' | 'keepOnly'>,
  reads: { load(runs: readonly RunId[]): Promise<ReadonlyMap<RunId, Run>> },
  { isMine, isOwn }: LeftRuns,
): Promise<void> {
  // A decision that was under way when a shard moved has counted its run again, or let it wait.
  starts.keepOnly(isMine);
  for (const some of chunked(starts.left, RUNS_PER_READ)) {
    const runs = await reads.load(some);
    for (const run of some) {
      const live = runs.get(run)?.live ?? [];
      starts.setLeft(run, live.filter((each) => isActive(each) && isOwn(each.claim)).length);
    }
  }
}
