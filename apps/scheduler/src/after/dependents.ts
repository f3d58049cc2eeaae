/** Decides for each job that depends on an ended run whether it runs now, and creates its run. */
import type { Clock } from '#common/clock/clock.js';
import type { JobId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { decideAfter } from './core/decide-after.js';
import type { FactReader } from './fact-reader.js';
import type { Chain, DependencyOutcome, DependentOutcome } from './ports.js';
import type { RunMaker } from './run-maker.js';

/** Dependent jobs in one read. */
const PAGE = 50;

export class Dependents {
  constructor(
    private readonly schedules: Pick<SchedulesStore, 'followersOf'>,
    private readonly facts: FactReader,
    private readonly maker: RunMaker,
    private readonly tools: {
      readonly clock: Clock;
      readonly metrics: Pick<Metrics, 'dependencies' | 'dependencyDelay'>;
    },
  ) {}

  /** Decides for all jobs that depend on the run, as part of the chain. Returns one outcome for each. Safe to repeat. */
  async runAfter(run: Run, chain: Chain): Promise<readonly DependentOutcome[]> {
    const all: DependentOutcome[] = [];
    let after: JobId | null = null;
    for (;;) {
      const page: ScheduleState[] = await this.schedules.followersOf(run.job, after, PAGE);
      for (const follower of page) {
        const outcome = await this.judge(run, follower, chain);
        this.tools.metrics.dependencies.inc({ outcome: outcome.outcome });
        all.push(outcome);
      }
      if (page.length < PAGE) return all;
      after = page.at(-1)?.job ?? null;
    }
  }

  private async judge(trigger: Run, follower: ScheduleState, chain: Chain): Promise<DependentOutcome> {
    const { job } = follower;
    const nothing = (outcome: DependencyOutcome, unmet: readonly number[] = []): DependentOutcome => ({
      job,
      outcome,
      unmet,
      run: null,
    });
    if (follower.after === undefined || !follower.active) return nothing('inactive');
    if (!(await this.facts.mayFollow(follower.tenant, trigger.tenant))) return nothing('notAllowed');
    const verdict = decideAfter(follower.after, await this.facts.read(follower.after, trigger, chain));
    if (verdict.type === 'wait') return nothing('waiting', verdict.unmet);
    const now = this.tools.clock.now();
    const { run, outcome, isNew } = await this.maker.make(follower, chain, verdict, now);
    if (isNew) this.tools.metrics.dependencyDelay.observe(Math.max(0, now - (trigger.finished ?? now)) / 1_000, run);
    return { job, outcome, run, unmet: [] };
  }
}
