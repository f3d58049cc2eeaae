import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { isFinal, stateOf, type Phase } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { RunPlan } from '../run/plan.js';
import { REASONS } from '../run/reasons.js';
import { START_OUTCOMES, startOutcome } from '../run/start-outcome.js';
import type { RunObserver, RunWatcher, Saved } from './post-commit.js';
import type { ReportInput } from './run-queue.js';

const SECOND = 1_000;
/** Why logs are incomplete, by the collector (`apps/log-collector/src`), or because it did not answer in time. */
const LOG_GAPS = [
  ...['SourceGone', 'RotatedAway', 'NoSource', 'LogLost', 'SupervisorLost', 'OutputNotWritten', 'UnknownRun'],
  REASONS.SealHoldPassed,
];

/** A run without a plan (never loaded) counts as Indexed. */
const modeOf = (plan: RunPlan | null): { completion_mode: 'Indexed' | 'NonIndexed' } => ({
  completion_mode: plan?.tasks.some(({ isIndexed }) => !isIndexed) === true ? 'NonIndexed' : 'Indexed',
});

interface Seen {
  readonly phase: Phase;
  readonly tenant: string;
}

/** Metrics of runs and attempts, counted after each saved decision. */
export class RunMetrics implements RunObserver, RunWatcher {
  private readonly seen = new Map<RunId, Seen>();

  constructor(
    private readonly metrics: Metrics,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    // A counter that first appears with a value above 0 shows no increase.
    for (const outcome of START_OUTCOMES) metrics.starts.inc({ outcome }, 0);
    for (const reason of LOG_GAPS) metrics.logsIncomplete.inc({ reason }, 0);
  }

  /** Counts the answers to starts on their way to `report`. */
  countingStarts(report: ReportInput): ReportInput {
    return (input) => {
      const outcome = input.type === 'startResult' ? startOutcome(input.result) : null;
      if (outcome !== null) this.metrics.starts.inc({ outcome });
      report(input);
    };
  }

  observe({ before, decision, basis }: Saved): void {
    const { next, records } = decision;
    const { engine } = basis.plan;
    const tenant = this.metrics.tenantNames.of(next.tenant);
    const worker = this.metrics.workerNames.of(next.worker);
    for (const { end } of records) {
      this.metrics.attempts.inc({ engine, result: end.result });
      this.metrics.workerAttempts.inc({ worker, result: end.result });
    }
    this.countIncomplete(decision);
    this.metrics.preemptions.inc((next.preemptions ?? 0) - (before.preemptions ?? 0));
    if (before.started === null && next.started !== null)
      this.metrics.runStart.observe(
        Math.max(0, next.started - Math.max(next.createdAt, next.startAfter)) / SECOND,
        next.id,
      );
    if (isFinal(next.phase) && !isFinal(before.phase)) {
      const state = stateOf(next.phase);
      this.metrics.runs.inc({ state, engine, trigger: next.trigger });
      // A tenant without failures has a series of failures, too, with the value 0.
      for (const each of ['FAILED', 'FINISHED']) this.metrics.tenantRuns.inc({ tenant, state: each }, 0);
      this.metrics.tenantRuns.inc({ tenant, state });
      this.metrics.jobsFinished.inc({ ...modeOf(basis.plan), result: state === 'FINISHED' ? 'succeeded' : 'failed' });
      if (next.started !== null && next.finished !== null)
        this.metrics.runDuration.observe((next.finished - next.started) / SECOND, next.id);
    }
  }

  /** Queued runs belong to the scheduler and are not counted here. */
  see({ id, phase, tenant }: Run): void {
    const isOurs = !isFinal(phase) && phase !== 'Queued';
    const before = this.seen.get(id) ?? null;
    if (before?.phase === phase) return;
    this.count(id, before, isOurs ? { phase, tenant: this.metrics.tenantNames.of(tenant) } : null);
  }

  /** Counts one reconciliation and its duration. `work` gives the plan of the run as soon as it knows it. */
  async timed<T>(work: (setPlan: (plan: RunPlan) => void) => Promise<T>): Promise<T> {
    const startedAt = this.clock.monotonic();
    let plan: RunPlan | null = null;
    let result: 'success' | 'error' = 'error';
    try {
      const value = await work((planOfRun) => (plan = planOfRun));
      result = 'success';
      return value;
    } finally {
      const labels = { ...modeOf(plan), result };
      this.metrics.syncs.inc(labels);
      this.metrics.syncDuration.observe(labels, (this.clock.monotonic() - startedAt) / SECOND);
    }
  }

  /** Stops counting runs that other replicas own. */
  keepOnly(mine: (run: RunId) => boolean): void {
    for (const [run, seen] of this.seen) if (!mine(run)) this.count(run, seen, null);
  }

  private countIncomplete({ records, verdicts }: Saved['decision']): void {
    const ended = records.map(({ logComplete, logReason }) => ({ complete: logComplete, reason: logReason }));
    for (const { complete, reason } of [...ended, ...verdicts])
      if (complete === false) this.metrics.logsIncomplete.inc({ reason: reason ?? 'unknown' });
  }

  private count(run: RunId, from: Seen | null, to: Seen | null): void {
    if (from !== null) this.add(from, -1);
    if (to === null) this.seen.delete(run);
    else {
      this.add(to, 1);
      this.seen.set(run, to);
    }
  }

  private add({ phase, tenant }: Seen, count: 1 | -1): void {
    this.metrics.runsActive.inc({ phase }, count);
    this.metrics.tenantRunsActive.inc({ tenant }, count);
  }
}
