/** Keeps the newest runs of each job, and removes the attempts and transitions of runs that are gone. Slow on purpose. */
import type { Clock } from '#common/clock/clock.js';
import { shardOf, type JobId, type RunId } from '#common/domain/ids.js';
import { isFinal, stateOf } from '#common/domain/phase.js';
import type { Instant, Run } from '#common/domain/run.js';
import { inTurn } from '#common/mongo/in-turn.js';
import type { EndedState } from '#common/mongo/run-retention.store.js';
import type { RetentionPlan } from '../core/plan.js';
import type { RunObserver, Saved } from '../turns/aftermath.js';

export interface Keeping {
  keepNewest(job: JobId, state: EndedState, keep: number, at: Instant): Promise<number>;
  nextRunWithAttemptsAfter(run: RunId | null): Promise<RunId | null>;
  removeChildren(run: RunId): Promise<void>;
}

/** Jobs whose runs ended lately; one that does not fit is looked at after its next run. */
const MAX_JOBS = 10_000;
const JOBS_PER_STEP = 50;
/** Runs with attempts that one step looks at. */
const RUNS_PER_STEP = 100;
const UNSUCCESSFUL: readonly EndedState[] = ['FAILED', 'ABORTED'];

export class RetentionSweep implements RunObserver {
  private readonly jobs = new Map<JobId, RetentionPlan>();
  private last: RunId | null = null;

  constructor(
    private readonly keeping: Keeping,
    private readonly runs: { load(ids: readonly RunId[]): Promise<Map<RunId, Run>> },
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Clock,
  ) {}

  observe({ decision, basis }: Saved): void {
    const { job, phase } = decision.next;
    if (isFinal(phase) && stateOf(phase) !== 'SKIPPED' && this.jobs.size < MAX_JOBS)
      this.jobs.set(job, basis.plan.retention);
  }

  async step(): Promise<void> {
    const due = [...this.jobs].slice(0, JOBS_PER_STEP);
    await inTurn(due, async ([job, { successful, failed }]) => {
      this.jobs.delete(job);
      const now = this.clock.now();
      await this.keeping.keepNewest(job, 'FINISHED', successful, now);
      for (const state of UNSUCCESSFUL) await this.keeping.keepNewest(job, state, failed, now);
    });
  }

  /** Looks at the next runs that have attempts, and removes what hangs on those that are gone. */
  async removeRests(): Promise<void> {
    const candidates: RunId[] = [];
    for (let looked = 0; looked < RUNS_PER_STEP; looked++) {
      this.last = await this.keeping.nextRunWithAttemptsAfter(this.last);
      if (this.last === null) break;
      if (this.owned().has(shardOf(this.last))) candidates.push(this.last);
    }
    const there = await this.runs.load(candidates);
    await inTurn(
      candidates.filter((run) => !there.has(run)),
      (run) => this.keeping.removeChildren(run),
    );
  }
}
