/** Finds the failed runs of the shards of this replica that are in no error group yet, and has them counted, many with one write. */
import type { Clock } from '#common/clock/clock.js';
import { FAILURES_COUNTED_AT_ONCE } from '#common/domain/limits.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { FailedRunsStore } from '#common/mongo/failed-runs.store.js';
import type { FailureCounter } from './failure-counter.js';
import type { GroupRoom } from './group-room.js';

/** Pages in one turn: the pause between turns lets other work of the lane in. */
const PAGES_PER_TURN = 20;

export class FailureSweep {
  constructor(
    private readonly parts: {
      readonly runs: Pick<FailedRunsStore, 'ungrouped'>;
      readonly counter: Pick<FailureCounter, 'count'>;
      readonly room: Pick<GroupRoom, 'make'>;
    },
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly metrics: Pick<Metrics, 'failuresGrouped' | 'errorGroupsOpened' | 'failuresLag'>,
  ) {}

  /** How many it has found. */
  async step(): Promise<number> {
    const shards = [...this.owned()];
    let found = 0;
    for (let page = 0; page < PAGES_PER_TURN && shards.length > 0; page++) {
      const runs = await this.parts.runs.ungrouped(shards, FAILURES_COUNTED_AT_ONCE);
      const { clock, metrics } = this;
      metrics.failuresLag.set({}, Math.max(0, clock.now() - (runs[0]?.finished ?? clock.now())) / 1_000);
      if (runs.length === 0) break;
      found += runs.length;
      const { done, groups } = await this.parts.counter.count(runs);
      const fresh = groups.filter(({ rev }) => rev === 1);
      metrics.failuresGrouped.inc(
        {},
        groups.reduce((sum, { counted }) => sum + counted.length, 0),
      );
      metrics.errorGroupsOpened.inc({}, fresh.length);
      await this.parts.room.make(new Set(fresh.map(({ tenant }) => tenant)));
      // Others are at the same runs: they need not be asked for over and over.
      if (done === 0 || runs.length < FAILURES_COUNTED_AT_ONCE) break;
    }
    return found;
  }
}
