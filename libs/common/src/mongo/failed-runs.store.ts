/**
 * Failed runs that are to be counted in error groups: the executor's writes to ended runs. A run is marked from the write that ends
 * it until its group has counted it; its group is fixed before that, so that a repeated pass finds the same group.
 */
import { asRunId, type RunId } from '../domain/ids.js';
import type { FailedRun } from '../watch/failure.js';
import { indexTexts } from '../run/stored-tables.js';
import { ANY_NUMBER } from './index-order.js';
import { inShards, byKeys } from './document.js';
import type { OutputOf } from './last-lines.js';
import type { Mongo } from './mongo.js';
import type { RunDocument } from './run-document.js';

/** A failed run that is to be counted. */
export interface UngroupedRun extends FailedRun {
  /** Its group, if it was fixed before. */
  readonly errorGroup: string | null;
  /** The output that shows why it failed; null where it is not known. */
  readonly output: OutputOf | null;
}

const FIELDS = [
  ...(['tenant', 'job', 'jobName', 'jobVersion', 'reason', 'message', 'exitCode', 'createdAt', 'finished'] as const),
  ...(['errorGroup', 'ending.failed', 'tasks'] as const),
];
const PROJECTION = Object.fromEntries(FIELDS.map((field) => [field, 1]));
const UNGROUPED = { ungrouped: true as const };

export class FailedRunsStore {
  private readonly runs;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<RunDocument>('runs');
  }

  /** Failed runs of the shards that have not been counted, the oldest first. */
  async ungrouped(shards: readonly number[], limit: number): Promise<UngroupedRun[]> {
    return this.runs
      .find(
        { ...UNGROUPED, ...inShards(shards), finished: ANY_NUMBER },
        { projection: PROJECTION, sort: { finished: 1 }, limit },
      )
      .map(toUngrouped)
      .toArray();
  }

  /** Fixes the group of the runs; one that has a group keeps it. */
  async assign(groups: ReadonlyMap<string, readonly RunId[]>): Promise<void> {
    const operations = [...groups].map(([errorGroup, runs]) => ({
      updateMany: {
        filter: { ...UNGROUPED, _id: { $in: [...runs] }, errorGroup: { $exists: false } },
        update: { $set: { errorGroup, grouped: true as const } },
      },
    }));
    if (operations.length > 0) await this.runs.bulkWrite(operations, { ordered: false });
  }

  /** The runs among these that are not yet marked as counted, each with its group. */
  async stillUngrouped(ids: readonly RunId[]): Promise<Map<RunId, string>> {
    const documents = await byKeys(this.runs, ids, UNGROUPED, { projection: { errorGroup: 1 } });
    return new Map(
      documents.flatMap(({ _id, errorGroup }) => (errorGroup === undefined ? [] : [[asRunId(_id), errorGroup]])),
    );
  }

  /** Marks them as counted; a repeat changes nothing. */
  async settle(ids: readonly RunId[]): Promise<void> {
    if (ids.length === 0) return;
    await this.runs.updateMany({ ...UNGROUPED, _id: { $in: [...ids] } }, { $unset: { ungrouped: 1 } });
  }
}

function toUngrouped(document: RunDocument): UngroupedRun {
  const { _id, tenant, job, jobName, jobVersion, reason, message, exitCode, createdAt, finished } = document;
  const failed = document.ending?.failed;
  return {
    id: asRunId(_id),
    tenant,
    job,
    jobName,
    jobVersion,
    reason,
    message,
    exitCode,
    createdAt,
    finished: finished ?? createdAt,
    ...(failed && { failed }),
    errorGroup: document.errorGroup ?? null,
    output: outputOf(document),
  };
}

/** The output of the attempt that decided the failure, of the only index, or of the first failed index. */
function outputOf({ ending, tasks }: Pick<RunDocument, 'ending' | 'tasks'>): OutputOf | null {
  if (ending?.failed) return { type: 'attempt', attempt: ending.failed.attempt };
  if (tasks.reduce((sum, { indexes }) => sum + indexes, 0) === 1) return { type: 'run' };
  for (const task of tasks) {
    const [first] = task.table === undefined ? [] : (/^\d+/u.exec(indexTexts(task).failedIndexes) ?? []);
    if (first !== undefined) return { type: 'index', task: task.name, index: Number(first) };
  }
  return null;
}
