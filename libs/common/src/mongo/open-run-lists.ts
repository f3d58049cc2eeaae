/** Runs of all tenants that have not ended. No index has them in the order of lists, and where there are few of them all others would be read. */
import { isFinal } from '../run/phase.js';
import type { Run } from '../run/run.js';
import type { DocumentCollection } from './document.js';
import { fromRunDocument, openOf, type RunDocument } from './run-document.js';
import { isOfOneTenant, type RunFilter } from './run-filter.js';

/** So many are read and put in order here; of more, the first ones are not far. */
const MAX_FEW = 1_000;
const BY_WAKE_UP = { shard: 1, wakeAt: 1, _id: 1 } as const;

export const areOpenOfAll = (filter: RunFilter): boolean =>
  !isOfOneTenant(filter) && filter.job === null && filter.errorGroup === null && isUnfinished(filter);

const isUnfinished = ({ state, phase }: RunFilter): boolean =>
  state === 'QUEUED' || state === 'RUNNING' || (state === null && phase !== null && !isFinal(phase));

/** Where the open runs of all tenants are found. */
const amongOpen = (shards: readonly number[], conditions: readonly object[]): object => ({
  $and: [openOf(shards), ...conditions],
});

/** All of them, in no order; null where there are more than a thousand. */
export async function fewOpenRuns(
  runs: DocumentCollection<RunDocument>,
  shards: readonly number[],
  conditions: readonly object[],
): Promise<Run[] | null> {
  const options = { limit: MAX_FEW + 1, hint: BY_WAKE_UP } as const;
  const found = await runs.find(amongOpen(shards, conditions), options).toArray();
  return found.length > MAX_FEW ? null : found.map(fromRunDocument);
}

export const countOpenRuns = async (
  runs: DocumentCollection<RunDocument>,
  shards: readonly number[],
  conditions: readonly object[],
  limit: number,
): Promise<number> => runs.countDocuments(amongOpen(shards, conditions), { limit, hint: BY_WAKE_UP });
