/** Finds the failed runs of the shards of this replica that are in no error group yet, and has them counted, many with one write. */
import { FAILURES_COUNTED_AT_ONCE } from '#common/domain/limits.js';
import type { FailedRunsStore } from '#common/mongo/failed-runs.store.js';
import type { Instant } from '#common/run/run.js';
import type { FailureCounter } from './failure-counter.js';
import type { GroupRoom } from './group-room.js';

/** Pages in one turn: the pause between turns leaves the lane to other work. */
const PAGES_PER_TURN = 20;

export class FailureSweep {
  constructor(
    private readonly parts: {
      readonly runs: Pick<FailedRunsStore, 'ungrouped'>;
      readonly counter: Pick<FailureCounter, 'count'>;
      readonly room: Pick<GroupRoom, 'follow'>;
    },
    private readonly owned: () => ReadonlySet<number>,
    /** Called with the end of the run that has waited longest to be counted; null if no run waits. */
    private readonly tellOldest: (finished: Instant | null) => void,
  ) {}

  /** Returns how many runs it has found. */
  async step(): Promise<number> {
    const { runs, counter, room } = this.parts;
    const shards = [...this.owned()];
    let count = 0;
    for (let page = 0; page < PAGES_PER_TURN && shards.length > 0; page++) {
      const failed = await runs.ungrouped(shards, FAILURES_COUNTED_AT_ONCE);
      this.tellOldest(failed[0]?.finished ?? null);
      if (failed.length === 0) break;
      count += failed.length;
      const { done, groups } = await counter.count(failed);
      await room.follow(groups);
      // If `done` is 0, other replicas count the same runs, which need not be read again now.
      if (done === 0 || failed.length < FAILURES_COUNTED_AT_ONCE) break;
    }
    return count;
  }
}
