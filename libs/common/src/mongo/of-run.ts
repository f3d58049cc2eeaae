/**
 * Filters of collections that are divided by `run` (see shard-keys): beside the keys they name the runs that the keys begin with, so that a
 * cluster queries only the shards that have them.
 */
import type { mongo } from 'mongoose';
import { asRunId, runOfAttempt, type AttemptId, type RunId } from '../domain/ids.js';
import type { DocumentCollection, StoredDocument } from './document.js';
import { keysUnder } from './log-document.js';

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

/** Runs that have documents, in key order after `run`: those of up to `limit` documents. Empty at the end. */
export async function runsIn<T extends StoredDocument & { readonly run: RunId }>(
  collection: DocumentCollection<T>,
  run: RunId | null,
  limit: number,
): Promise<RunId[]> {
  const filter = (run === null ? {} : { _id: { $gte: keysUnder(run).$lt } }) as mongo.Filter<T>;
  const documents = await collection.find(filter, { projection: { run: 1 }, sort: { _id: 1 }, limit }).toArray();
  return [...new Set(documents.map((document) => asRunId(document.run)))];
}
