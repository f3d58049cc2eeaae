/** The holds, with the work that their release would start: counted up to a bound, for the admin who decides on it. */
import type { HeldWork, Hold } from '../domain/hold.js';
import type { Phase } from '../run/phase.js';
import { HoldsStore } from './holds.store.js';
import type { Mongo } from './mongo.js';
import { RunReads } from './run-reads.js';
import { SchedulesStore } from './schedules.store.js';

const MAX_RUNS_COUNTED = 10_000;

export interface HoldStatus {
  readonly holds: readonly Hold[];
  readonly waiting: HeldWork;
}

export class HeldWorkStore {
  private readonly schedules: SchedulesStore;
  private readonly runs: RunReads;

  constructor(private readonly mongo: Mongo) {
    this.schedules = new SchedulesStore(mongo);
    this.runs = new RunReads(mongo);
  }

  /** All holds, and the work of all tenants that waits now. */
  async status(): Promise<HoldStatus> {
    const [holds, waiting] = await Promise.all([new HoldsStore(this.mongo).all(), this.count()]);
    return { holds, waiting };
  }

  private async count(): Promise<HeldWork> {
    const now = await this.mongo.serverTime();
    const [overdueSchedules, phases] = await Promise.all([
      this.schedules.countOverdue(this.mongo.shards.all, now),
      this.runs.unfinishedPhases(MAX_RUNS_COUNTED),
    ]);
    const runs: Partial<Record<Phase, number>> = {};
    for (const phase of phases) runs[phase] = (runs[phase] ?? 0) + 1;
    return { overdueSchedules, runs, isAllOfThem: phases.length < MAX_RUNS_COUNTED };
  }
}
