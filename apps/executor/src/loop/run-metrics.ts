import type { RunId } from '#common/domain/ids.js';
import { isFinal, stateOf, type Phase } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { RunPlan } from '../run/plan.js';
import type { RunObserver, RunWatcher, Saved } from './post-commit.js';

const SECOND = 1_000;

/** A run without a plan (never loaded) counts as Indexed. */
const modeOf = (plan: RunPlan | null): { completion_mode: 'Indexed' | 'NonIndexed' } => ({
  completion_mode: plan?.tasks.some(({ isIndexed }) => !isIndexed) === true ? 'NonIndexed' : 'Indexed',
});

/** Metrics of runs and attempts, counted after each saved decision. */
export class RunMetrics implements RunObserver, RunWatcher {
  private readonly phases = new Map<RunId, Phase>();

  constructor(private readonly metrics: Metrics) {}

  observe({ before, decision, basis }: Saved): void {
    const { next, records } = decision;
    const { engine } = basis.plan;
    for (const { end } of records) this.metrics.attempts.inc({ engine, result: end.result });
    if (before.started === null && next.started !== null)
      this.metrics.runStart.observe(Math.max(0, next.started - next.createdAt) / SECOND);
    if (isFinal(next.phase) && !isFinal(before.phase)) {
      const state = stateOf(next.phase);
      this.metrics.runs.inc({ state, engine, trigger: next.trigger });
      this.metrics.jobsFinished.inc({ ...modeOf(basis.plan), result: state === 'FINISHED' ? 'succeeded' : 'failed' });
      if (next.started !== null && next.finished !== null)
        this.metrics.runDuration.observe((next.finished - next.started) / SECOND);
    }
  }

  /** Queued runs belong to the scheduler and are not counted here. */
  see({ id, phase }: Run): void {
    const isOurs = !isFinal(phase) && phase !== 'Queued';
    this.count(id, this.phases.get(id) ?? null, isOurs ? phase : null);
  }

  /** Counts one reconciliation and its duration in milliseconds. */
  reconciled(plan: RunPlan | null, ms: number, result: 'success' | 'error'): void {
    const labels = { ...modeOf(plan), result };
    this.metrics.syncs.inc(labels);
    this.metrics.syncDuration.observe(labels, ms / SECOND);
  }

  /** Stops counting runs that other replicas own. */
  keepOnly(mine: (run: RunId) => boolean): void {
    for (const [run, phase] of this.phases) if (!mine(run)) this.count(run, phase, null);
  }

  private count(run: RunId, from: Phase | null, to: Phase | null): void {
    if (from === to) return;
    if (from !== null) this.metrics.runsActive.dec({ phase: from });
    if (to === null) this.phases.delete(run);
    else {
      this.metrics.runsActive.inc({ phase: to });
      this.phases.set(run, to);
    }
  }
}
