/**
 * Filters of collections that are divided by `run` (see shard-keys): beside the keys they name the runs that the keys begin with, so that a
 * cluster queries only the shards that have them.
 */
import { runOfAttempt, type AttemptId, type RunId } from '../domain/ids.js';

/** The runs of these attempts. */
export const runsOf = (attempts: readonly AttemptId[]): { readonly run: { readonly $in: RunId[] } } => ({
  run: { $in: [...new Set(attempts.map(runOfAttempt))] },
});

/** Documents whose keys are these attempts. */
export const keyedBy = (
  attempts: readonly AttemptId[],
): { readonly _id: { $in: AttemptId[] } } & ReturnType<typeof runsOf> => ({
  _id: { $in: [...attempts] },
  ...runsOf(attempts),
});
