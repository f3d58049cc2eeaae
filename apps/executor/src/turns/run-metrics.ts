import type { RunId } from '#common/domain/ids.js';
import { isFinal, stateOf, type Phase } from '#common/domain/phase.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { RunObserver, Saved } from './aftermath.js';

const MODE = { completion_mode: 'Indexed' } as const;
const SECOND = 1_000;

/** Counts what decisions bring about. */
export class RunMetrics implements RunObserver {
  private readonly phases = new Map<RunId, Phase>();

  constructor(private readonly metrics: Metrics) {}

  observe({ before, decision, basis }: Saved): void {
    const { next, records } = decision;
    const { engine } = basis.plan;
    this.follow(next.id, next.phase);
    for (const { end } of records) this.metrics.attempts.inc({ engine, result: end.result });
    if (before.started === null && next.started !== null)
      this.metrics.runStart.observe(Math.max(0, next.started - next.createdAt) / SECOND);
    if (isFinal(next.phase) && !isFinal(before.phase)) {
      const state = stateOf(next.phase);
      this.metrics.runs.inc({ state, engine, trigger: next.trigger });
      this.metrics.jobsFinished.inc({ ...MODE, result: state === 'FINISHED' ? 'succeeded' : 'failed' });
      if (next.started !== null && next.finished !== null)
        this.metrics.runDuration.observe((next.finished - next.started) / SECOND);
    }
  }

  /** One turn's time, in milliseconds. */
  turn(ms: number, result: 'success' | 'error'): void {
    this.metrics.syncs.inc({ ...MODE, result });
    this.metrics.syncDuration.observe({ ...MODE, result }, ms / SECOND);
  }

  /** Runs of other replicas are not counted here any more. */
  keepOnly(mine: (run: RunId) => boolean): void {
    for (const [run, phase] of this.phases) if (!mine(run)) this.count(run, phase, null);
  }

  private follow(run: RunId, phase: Phase): void {
    this.count(run, this.phases.get(run) ?? null, isFinal(phase) ? null : phase);
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
