import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import type { ServiceParts, Startable } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { ErrorGroupsStore } from '#common/mongo/error-groups.store.js';
import { FailedRunsStore } from '#common/mongo/failed-runs.store.js';
import { LastLines } from '#common/mongo/last-lines.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { ExecutorConfig } from '../config.js';
import { FailureCounter } from './failure-counter.js';
import { FailureSweep } from './failure-sweep.js';
import { GroupChanges } from './group-changes.js';
import { GroupRoom } from './group-room.js';

export class FailureLoop implements Startable {
  constructor(private readonly loop: SweepLoop) {}

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }
}

/** Makes the parts that maintain error groups. Their reads and writes use the database capacity that other work leaves. */
export function failuresOf({ mongo, membership, clock, metrics, log, calm }: ServiceParts<ExecutorConfig>): {
  readonly changes: GroupChanges;
  readonly loop: FailureLoop;
} {
  const bulk = mongo.inLane('bulk');
  const [runs, groups] = [new FailedRunsStore(bulk), new ErrorGroupsStore(bulk)];
  const stores = { runs, groups, lines: new LastLines(bulk), tenants: new TenantsStore(bulk) };
  const counter = new FailureCounter(stores, clock);
  const parts = { runs, counter, room: new GroupRoom(stores, metrics) };
  const tellOldest = (finished: number | null): void => {
    metrics.failuresLag.set({}, finished === null ? 0 : Math.max(0, clock.now() - finished) / 1_000);
  };
  const sweep = new FailureSweep(parts, () => membership.owned(), tellOldest);
  const loop = new SweepLoop('failures', () => sweep.step(), SWEEP_INTERVAL_MS, {
    log: moduleLog(log, 'sweeps'),
  }).restWith(calm);
  return { changes: new GroupChanges(new ErrorGroupsStore(mongo), clock), loop: new FailureLoop(loop) };
}
