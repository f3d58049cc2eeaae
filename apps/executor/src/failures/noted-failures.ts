/**
 * Failed runs that are to be counted. They are noted as the last failures of their jobs before they are counted: a process that dies in
 * between finds them again.
 */
import type { FailedRunsStore, UngroupedRun } from '#common/mongo/failed-runs.store.js';
import type { FailingJobsStore } from '#common/mongo/failing-jobs.store.js';

export class NotedFailures {
  constructor(
    private readonly runs: Pick<FailedRunsStore, 'ungrouped'>,
    private readonly failing: Pick<FailingJobsStore, 'note'>,
  ) {}

  async ungrouped(shards: readonly number[], limit: number): Promise<UngroupedRun[]> {
    const failed = await this.runs.ungrouped(shards, limit);
    await this.failing.note(failed);
    return failed;
  }
}
