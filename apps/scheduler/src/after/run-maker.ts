/** Creates the run of a job for a cause, under a key made of both and within the limits of the job. Safe to repeat. */
import type { RunId } from '#common/domain/ids.js';
import { dependentRunId } from '#common/run/cause.js';
import type { Instant, Run } from '#common/run/run.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { Admission } from '../admission/admission.js';
import type { TenantLimits } from '../admission/tenant-limits.js';
import { dropped } from '../core/leave-queue.js';
import { dependentRun } from '../core/slot-run.js';
import type { Outbox } from '../ports.js';
import type { Verdict } from './core/decide-after.js';
import type { Chain } from './ports.js';

export interface MakerStores {
  readonly runs: Pick<RunsStore, 'insertRuns'>;
  readonly reads: Pick<RunReads, 'storedKeys'>;
}

export interface MakerPartners {
  readonly admission: Pick<Admission, 'admit'>;
  readonly limits: Pick<TenantLimits, 'isLimited'>;
  readonly outbox: Pick<Outbox, 'dispatch' | 'changed'>;
  readonly shardCount: number;
}

export interface Made {
  readonly run: RunId;
  readonly outcome: 'started' | 'skipped';
  /** False: the run existed before. */
  readonly isNew: boolean;
}

export class RunMaker {
  constructor(
    private readonly stores: MakerStores,
    private readonly partners: MakerPartners,
  ) {}

  async make(
    follower: ScheduleState,
    { cause, root, requestedBy }: Chain,
    { by, parameters }: Extract<Verdict, { type: 'run' }>,
    now: Instant,
  ): Promise<Made> {
    const id = dependentRunId(follower.job, cause);
    const key = (await this.stores.reads.storedKeys([id])).get(id);
    // A queued run may belong to a process that died before it was admitted.
    if (key !== undefined && !(key.kind === 'run' && key.run.phase === 'Queued'))
      return { run: id, outcome: 'started', isNew: false };
    const limited = await this.partners.limits.isLimited(follower);
    const causedBy = by.map((each) => ({ run: each.id, job: each.job }));
    const { shardCount } = this.partners;
    const request = { id, cause, root, requestedBy, causedBy, parameters, limited, shardCount };
    const newRun = dependentRun(follower, request, now);
    const run = key?.run ?? newRun;
    const outcome = limited ? await this.admit(run, follower, now) : await this.insert(run);
    return { run: id, outcome, isNew: key === undefined };
  }

  private async insert(run: Run): Promise<'started'> {
    await this.stores.runs.insertRuns([run]);
    this.partners.outbox.dispatch(run);
    return 'started';
  }

  /**
   * A run that the limits of its job refuse is stored as `Skipped`, like the run of a slot: its key is used, and its own dependents are
   * decided.
   */
  private async admit(run: Run, { concurrency }: ScheduleState, now: Instant): Promise<'started' | 'skipped'> {
    const { policy } = concurrency;
    const answer = await this.partners.admission.admit(run, {
      type: 'admit',
      run: run.id,
      policy,
      startAfter: run.startAfter,
    });
    if (answer !== 'forbidden' && answer !== 'queueFull') return 'started';
    const skipped = dropped(run, answer === 'forbidden' ? 'ConcurrencyForbidden' : 'QueueFull', now);
    if ((await this.stores.runs.insertRuns([skipped])).has(run.id)) this.partners.outbox.changed(skipped, 0);
    return 'skipped';
  }
}
