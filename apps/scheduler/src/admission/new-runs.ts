/** Begins the runs that are requested by hand: a run that needs no permit is stored and dispatched, any other is admitted. */
import { MAX_INSERTED_RUNS_SENT, toInsertedRun, type InsertedRun } from '#common/run/inserted-run.js';
import type { Run } from '#common/run/run.js';
import { Batcher } from '#common/runtime/batcher.js';
import type { ConcurrencyPolicy } from '#common/spec/schedule.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { Outbox, RunStore } from '../ports.js';
import type { Admission } from './admission.js';
import type { AdmitAnswer } from './job-permits.js';
import type { TenantLimits } from './tenant-limits.js';
import type { UncountedRuns } from './uncounted-runs.js';

/** Requests that are answered together, such groups under way at once, and requests that may wait. */
export const GROUPS = { maxBatch: 1_000, maxUnderWay: 2, maxWaiting: 20_000 };

export class NewRuns {
  private readonly inserts: Batcher<Run, InsertedRun | undefined>;

  constructor(
    runs: Pick<RunStore, 'insertRuns'>,
    private readonly outbox: Pick<Outbox, 'dispatch' | 'carriesRuns'>,
    private readonly limits: Pick<TenantLimits, 'isLimited'>,
    private readonly permits: {
      readonly admission: Pick<Admission, 'admit'>;
      readonly uncounted: Pick<UncountedRuns, 'adopt'>;
    },
  ) {
    this.inserts = new Batcher(async (all) => {
      const inserted = await runs.insertRuns(all);
      const areFew = all.length <= MAX_INSERTED_RUNS_SENT;
      // A run with a later start time may have changed by then, so it is not sent.
      const isSent = ({ id, startAfter, createdAt }: Run): boolean =>
        areFew && inserted.has(id) && startAfter <= createdAt;
      return all.map((run) => (isSent(run) ? toInsertedRun(run) : undefined));
    }, GROUPS);
  }

  /** Whether a run of the job with this policy needs any permit. */
  async needPermits(state: ScheduleState, policy: ConcurrencyPolicy): Promise<boolean> {
    return policy !== 'Allow' || (await this.limits.isLimited(state));
  }

  /**
   * Stores and dispatches a run that needs no permit. A run that exists already stays as it is, and a further message about it changes
   * nothing.
   */
  async start(run: Run): Promise<InsertedRun | undefined> {
    const inserted = await this.inserts.add(run);
    const carried = this.outbox.carriesRuns === false ? undefined : inserted;
    this.outbox.dispatch(run, carried);
    return carried;
  }

  async admit(state: ScheduleState, run: Run, policy: ConcurrencyPolicy): Promise<AdmitAnswer> {
    await this.countOthers(state, policy);
    const { id, startAfter } = run;
    return this.permits.admission.admit(run, { type: 'admit', run: id, policy, startAfter });
  }

  /** Runs of a job without a limit hold no permits. If a run names a limit, the job's other runs are counted. */
  async countOthers(state: ScheduleState, policy: ConcurrencyPolicy): Promise<void> {
    if (state.concurrency.policy === 'Allow' && policy !== 'Allow') await this.permits.uncounted.adopt(state);
  }
}
