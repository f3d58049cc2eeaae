/** The sweeps of dependencies: ended runs whose dependents are not decided yet, and deadlines that have passed. */
import type { Clock } from '#common/clock/clock.js';
import { GUARD_SWEEP_MS, MAX_UPSTREAM_RUNS_AT_ONCE } from '#common/domain/limits.js';
import type { JobId, RunId } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/run/run.js';
import type { Gap, ScheduleState } from '#common/schedule/schedule-state.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { GapStore, ScheduleStore } from '../ports.js';
import type { Sweep } from '../sweeps/sweeps.js';
import { nextDeadline } from './core/read-after.js';
import type { EndedUpstream } from './ended-upstream.js';

/** Runs whose decision failed are decided after the others, so that they do not delay them. */
const MAX_PASSED_OVER = 1_000;

export class DependentsSweep implements Sweep {
  readonly name = 'undecided dependents';
  readonly everyMs = GUARD_SWEEP_MS;
  readonly findsLost = 'atLeisure';
  private failed: readonly RunId[] = [];

  constructor(
    private readonly reads: { pendingDependentsIn(shards: readonly number[], limit: number): Promise<Run[]> },
    private readonly ended: Pick<EndedUpstream, 'decideAll'>,
  ) {}

  async run(shards: readonly number[]): Promise<number> {
    const passed = new Set(this.failed);
    const pending = await this.reads.pendingDependentsIn(shards, MAX_UPSTREAM_RUNS_AT_ONCE + passed.size);
    // Runs whose decision failed before come last.
    const fresh = pending.filter(({ id }) => !passed.has(id));
    const again = pending.filter(({ id }) => passed.has(id));
    const failed = await this.ended.decideAll([...fresh, ...again]);
    this.failed = failed.slice(0, MAX_PASSED_OVER);
    return pending.length;
  }
}

export interface DeadlineStores {
  readonly schedules: Pick<ScheduleStore, 'save'> & {
    pastDeadline(shards: readonly number[], now: Instant, limit: number): Promise<ScheduleState[]>;
  };
  readonly reads: { isAnyOf(job: JobId, after: Instant, until: Instant): Promise<boolean> };
  readonly gaps: Pick<GapStore, 'record'>;
}

const PAGE = 100;
const DAY_MS = 86_400_000;
/** Eight days before a deadline there is certainly an earlier one, for every choice of weekdays. */
const LOOK_BACK_MS = 8 * DAY_MS;

export class DeadlineSweep implements Sweep {
  readonly name = 'deadlines of dependencies';
  readonly everyMs = GUARD_SWEEP_MS;

  constructor(
    private readonly stores: DeadlineStores,
    private readonly tools: {
      readonly clock: Clock;
      readonly metrics: Pick<Metrics, 'dependencies'>;
    },
  ) {}

  async run(shards: readonly number[]): Promise<number> {
    const due = await this.stores.schedules.pastDeadline(shards, this.tools.clock.now(), PAGE);
    // A deadline that cannot be decided now does not delay the others.
    const judged = await Promise.allSettled(due.map((state) => this.judge(state)));
    for (const each of judged) if (each.status === 'rejected') throw each.reason;
    return due.length;
  }

  /** Records a missed deadline under its own key before it sets the next one, so that a crash in between repeats it without a second record. */
  private async judge(state: ScheduleState): Promise<void> {
    const { deadlineAt: at, after, ...rest } = state;
    if (at === undefined || after === undefined) return;
    const now = this.tools.clock.now();
    const since = Math.max(deadlineBefore(after.deadline, at), state.effectiveFrom);
    const isMet = await this.stores.reads.isAnyOf(state.job, since, at);
    if (!isMet) await this.stores.gaps.record([lateness(state, at, now)]);
    // Of several deadlines that passed while no scheduler ran, only the oldest is recorded.
    const next = nextDeadline(after.deadline, now);
    const moved = { ...rest, after, ...(next !== null && { deadlineAt: next }), rev: state.rev + 1 };
    const isSaved = await this.stores.schedules.save(moved, state.rev);
    if (isSaved && !isMet) this.tools.metrics.dependencies.inc({ outcome: 'late' });
  }
}

const lateness = ({ job, tenant }: ScheduleState, at: Instant, now: Instant): Gap => ({
  job,
  tenant,
  from: at,
  to: at,
  count: 1,
  outcome: 'missed',
  reason: 'DependenciesLate',
  recordedAt: now,
});

/** The deadline before the one at `at`. */
function deadlineBefore(deadline: Parameters<typeof nextDeadline>[0], at: Instant): Instant {
  let before = at - LOOK_BACK_MS;
  for (let next = nextDeadline(deadline, before); next !== null && next < at; next = nextDeadline(deadline, next))
    before = next;
  return before;
}
