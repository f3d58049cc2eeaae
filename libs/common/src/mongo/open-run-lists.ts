/** Unfinished runs of all tenants. No index has them in the order of lists, and a search for few of them would read all runs. */
import { isFinal } from '../run/phase.js';
import type { Run } from '../run/run.js';
import type { DocumentCollection } from './document.js';
import { fromRunDocument, openOf, type RunDocument } from './run-document.js';
import { isOfOneTenant, type RunFilter } from './run-filter.js';

/** Up to this many are read and sorted here; if there are more, the first ones are found quickly in the order of the list. */
const MAX_FEW = 1_000;
const BY_WAKE_UP = { shard: 1, wakeAt: 1, _id: 1 } as const;

export const areOpenOfAll = (filter: RunFilter): boolean =>
  !isOfOneTenant(filter) && filter.job === null && filter.errorGroup === null && isUnfinished(filter);

const isUnfinished = ({ state, phase }: RunFilter): boolean =>
  state === 'QUEUED' || state === 'RUNNING' || (state === null && phase !== null && !isFinal(phase));

/** The source of the unfinished runs of all tenants. */
const amongOpen = (shards: readonly number[], conditions: readonly object[]): object => ({
  $and: [openOf(shards), ...conditions],
});

/** All unfinished runs, in no order; null where there are more than a thousand. */
export async function fewOpenRuns(
  runs: DocumentCollection<RunDocument>,
  shards: readonly number[],
  conditions: readonly object[],
): Promise<Run[] | null> {
  const found = await runs.find(amongOpen(shards, conditions), { limit: MAX_FEW + 1, hint: BY_WAKE_UP }).toArray();
  return found.length > MAX_FEW ? null : found.map(fromRunDocument);
}

export const countOpenRuns = async (
  runs: DocumentCollection<RunDocument>,
  shards: readonly number[],
  conditions: readonly object[],
  limit: number,
): Promise<number> => runs.countDocuments(amongOpen(shards, conditions), { limit, hint: BY_WAKE_UP });
