/** Keeps the newest runs of each job: older ones are replaced by tombstones or expire, and `RemovalSweep` removes what is left of them. */
import type { Clock } from '#common/clock/clock.js';
import type { JobId } from '#common/domain/ids.js';
import { isFinal, stateOf } from '#common/run/phase.js';
import { Failures, chunked } from '#common/runtime/continuing.js';
import type { Due } from '#common/mongo/runs.store.js';
import type { EndedState } from '#common/usage/ledger.js';
import type { RetentionPlan } from '../run/plan.js';
import type { RunObserver, Saved } from '../loop/post-commit.js';
import type { CountedThrough } from '../usage/counted-through.js';

export interface Keeping {
  keepNewest(job: JobId, state: EndedState, keep: number, due: Due): Promise<number>;
}

/** Jobs whose runs ended recently; a job beyond these is checked after a later run, and age ends its runs in any case. */
const MAX_JOBS = 200_000;
/** A job that keeps a hundred runs is checked after 25 more, because each check reads past the hundred. */
const SLACK = 0.25;
/** The job is checked after this long at the latest. */
const MAX_SLACK_MS = 600_000;
/** Jobs that one step checks, and how many at once. */
const JOBS_PER_STEP = 1_000;
const JOBS_AT_ONCE = 16;

interface Ended {
  readonly plan: RetentionPlan;
  /** When the first of them ended, on the monotonic clock. */
  readonly since: number;
  readonly counts: Readonly<Record<EndedState, number>>;
}

const NONE: Ended['counts'] = { FINISHED: 0, FAILED: 0, ABORTED: 0 };
const STATES = Object.keys(NONE) as EndedState[];

export class RetentionSweep implements RunObserver {
  private readonly jobs = new Map<JobId, Ended>();

  constructor(
    private readonly keeping: Keeping,
    private readonly counted: Pick<CountedThrough, 'due'>,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  observe({ decision, basis }: Saved): void {
    const { job, phase } = decision.next;
    if (!isFinal(phase)) return;
    const state = STATES.find((each) => each === stateOf(phase));
    const ofJob = this.jobs.get(job);
    if (state === undefined || (ofJob === undefined && this.jobs.size >= MAX_JOBS)) return;
    const counts = ofJob?.counts ?? NONE;
    this.jobs.set(job, {
      plan: basis.plan.retention,
      since: ofJob?.since ?? this.clock.monotonic(),
      counts: { ...counts, [state]: counts[state] + 1 },
    });
  }

  async step(): Promise<void> {
    const due: [JobId, Ended][] = [];
    for (const each of this.jobs) {
      if (due.length === JOBS_PER_STEP) break;
      if (this.isDue(each[1])) due.push(each);
    }
    const failures = new Failures();
    for (const some of chunked(due, JOBS_AT_ONCE))
      failures.addAll(await Promise.allSettled(some.map(([job, ended]) => this.look(job, ended))));
    failures.throwFirst();
  }

  private isDue({ plan, since, counts }: Ended): boolean {
    if (this.clock.monotonic() - since >= MAX_SLACK_MS) return true;
    return STATES.some((state) => counts[state] >= Math.max(1, Math.floor(keptOf(plan, state) * SLACK)));
  }

  private async look(job: JobId, { plan, counts }: Ended): Promise<void> {
    this.jobs.delete(job);
    const due = await this.counted.due();
    for (const state of STATES)
      if (counts[state] > 0) await this.keeping.keepNewest(job, state, keptOf(plan, state), due);
  }
}

const keptOf = ({ successful, failed }: RetentionPlan, state: EndedState): number =>
  state === 'FINISHED' ? successful : failed;
