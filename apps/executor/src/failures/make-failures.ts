import { GUARD_SWEEP_MS, SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { ErrorGroupsStore } from '#common/mongo/error-groups.store.js';
import { FailingJobsStore } from '#common/mongo/failing-jobs.store.js';
import { FailedRunsStore, type UngroupedRun } from '#common/mongo/failed-runs.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { LastLines } from '#common/mongo/last-lines.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import { SweepLoops } from '#common/runtime/sweep-loops.js';
import type { ExecutorConfig } from '../config.js';
import { FailureCounter } from './failure-counter.js';
import { FailureSweep } from './failure-sweep.js';
import { GroupChanges } from './group-changes.js';
import { GroupRoom } from './group-room.js';
import { RecoverySweep } from './recovery-sweep.js';

export class FailureLoop extends SweepLoops {}

/** Makes the parts that maintain error groups and failing jobs. Their reads and writes use the database capacity that other work leaves. */
export function failuresOf({ mongo, membership, clock, metrics, log, calm }: ServiceParts<ExecutorConfig>): {
  readonly changes: GroupChanges;
  readonly loop: FailureLoop;
} {
  const bulk = mongo.inLane('bulk');
  const runs = new FailedRunsStore(bulk);
  const groups = new ErrorGroupsStore(bulk);
  const failing = new FailingJobsStore(bulk);
  const stores = { runs, groups, lines: new LastLines(bulk), tenants: new TenantsStore(bulk) };
  const counter = new FailureCounter(stores, clock);
  const parts = { runs: new NotedFailures(runs, failing), counter, room: new GroupRoom(stores, metrics) };
  const tellOldest = (finished: number | null): void => {
    metrics.failuresLag.set({}, finished === null ? 0 : Math.max(0, clock.now() - finished) / 1_000);
  };
  const sweep = new FailureSweep(parts, () => membership.owned(), tellOldest);
  const recovery = new RecoverySweep({ failing, runs: new RunReads(bulk), jobs: new JobsStore(bulk) }, () =>
    membership.owned().coarsest(),
  );
  const tools = { log: moduleLog(log, 'sweeps') };
  const loops = [
    new SweepLoop('failures', () => sweep.step(), SWEEP_INTERVAL_MS, tools).restWith(calm),
    new SweepLoop('recovered jobs', () => recovery.step(), GUARD_SWEEP_MS, tools).restWith(calm),
  ];
  return { changes: new GroupChanges(new ErrorGroupsStore(mongo), clock), loop: new FailureLoop(loops) };
}

/*
 * Failed runs that are to be counted. They are noted as the last failures of their jobs before they are counted: a process that dies in
 * between finds them again.
 */

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
