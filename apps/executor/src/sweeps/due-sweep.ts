/** Finds runs whose wake-up time has come: what a lost message, a lost timer or a dead replica should have announced. */
import type { Clock } from '#common/clock/clock.js';
import type { Instant } from '#common/run/run.js';
import { Failures } from '#common/runtime/continuing.js';
import type { DueRun } from '#common/mongo/run-reads.js';
import type { RunQueue } from '../loop/run-queue.js';

export interface DueRuns {
  dueAdmitted(shards: readonly number[], now: Instant, page: { skip: number; limit: number }): Promise<DueRun[]>;
}

const MAX_DUE = 500;
/** A run that has just become due is handled by its message or timer; the sweep would only repeat that. */
const GRACE_MS = 500;

export class DueSweep {
  constructor(
    private readonly runs: DueRuns,
    private readonly queue: Pick<RunQueue, 'submit'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Clock,
  ) {}

  /** Returns how many runs were due. */
  async step(): Promise<number> {
    const shards = [...this.owned()];
    if (shards.length === 0) return 0;
    const failures = new Failures();
    let count = 0;
    for (let failed = 0; ;) {
      // Runs that failed stay due, and come before the others.
      const due = await this.runs.dueAdmitted(shards, this.clock.now() - GRACE_MS, { skip: failed, limit: MAX_DUE });
      const outcomes = await Promise.allSettled(
        due.map(({ id, phase }) => this.queue.submit(id, [], { repeatEffects: true, isNew: phase === 'Pending' })),
      );
      count += due.length;
      failed += failures.addAll(outcomes);
      if (due.length < MAX_DUE) break;
    }
    failures.throwFirst();
    return count;
  }
}
