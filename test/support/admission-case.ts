/** A job at the scheduler's admission: a request for a manual run is answered as the service answers it, over documents in memory. */
import { shards } from '#testing/shards.js';
import type { Clock } from '#common/clock/clock.js';
import type { ConcurrencyPolicy } from '#common/spec/schedule.js';
import type { ReplyOf } from '#common/messages/contract.js';
import type { contracts } from '#common/messages/registry.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import type { InsertedRun } from '#common/run/inserted-run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { createLogger } from '#common/logging/logger.js';
import { Admission } from '../../apps/scheduler/src/admission/admission.js';
import { JobPermits } from '../../apps/scheduler/src/admission/job-permits.js';
import { PermitAllocator } from '../../apps/scheduler/src/admission/permit-allocator.js';
import { ManualRuns } from '../../apps/scheduler/src/admission/manual-runs.js';
import { NewRuns } from '../../apps/scheduler/src/admission/new-runs.js';
import { RunRecords } from '../../apps/scheduler/src/admission/run-records.js';
import { TenantLimits } from '../../apps/scheduler/src/admission/tenant-limits.js';
import { UncountedRuns } from '../../apps/scheduler/src/admission/uncounted-runs.js';
import type { Outbox, RunStore } from '../../apps/scheduler/src/ports.js';
import { aSchedule } from './builders/a-schedule.js';
import { T0 } from './builders/run-builder.js';

export interface AdmissionCaseOptions {
  readonly policy: ConcurrencyPolicy;
  readonly most?: number;
  /** Runs that hold permits, and runs that wait for one. */
  readonly active?: number;
  readonly queued?: number;
  readonly mostQueued?: number;
}

const nothing = (): void => undefined;
const never = (): Promise<never> => Promise.reject(new Error('nobody asks for this here'));

export class AdmissionCase {
  now = T0;
  state: ScheduleState;
  /** Stored runs: those that were requested here and not refused. */
  readonly runs = new Map<RunId, Run>();
  /** Messages to the executor. */
  readonly dispatched: { readonly run: RunId; readonly made: InsertedRun | undefined }[] = [];
  private readonly admission: Admission;
  private readonly manual: ManualRuns;

  constructor({ policy, most = 1, active = 0, queued = 0, mostQueued = 20 }: AdmissionCaseOptions) {
    const names = (count: number, what: string): RunId[] =>
      Array.from({ length: count }, (_, at) => asRunId(`${what}-${at}`));
    this.state = aSchedule(null, T0, {
      concurrency: { policy, maxConcurrency: most, maxQueued: mostQueued, group: null },
      holders: names(active, 'active').map((run) => ({ run, since: T0, grant: 1 })),
      queue: names(queued, 'queued').map((run) => ({ run, policy: 'Enqueue', startAfter: T0, blockedBy: null })),
    });
    const clock: Clock = { now: () => this.now, monotonic: () => this.now, after: () => nothing };
    const limits = new TenantLimits({ load: () => Promise.resolve(null) }, clock);
    const permits = new PermitAllocator({ load: never, insert: never, save: never }, limits, clock);
    const dispatch: Outbox['dispatch'] = ({ id: run }, made) => void this.dispatched.push({ run, made });
    const outbox = { dispatch, changed: nothing };
    const reads = {
      load: (ids: readonly RunId[]) => Promise.resolve(new Map([...this.runs].filter(([id]) => ids.includes(id)))),
    };
    const records = new RunRecords(this.store, reads, outbox, clock);
    const schedules = {
      load: () => Promise.resolve(this.state),
      save: (next: ScheduleState, rev: number) => Promise.resolve(this.save(next, rev)),
    };
    const jobs = new JobPermits(schedules, records, limits, clock);
    const log = createLogger('test', 'silent');
    this.admission = new Admission(jobs, permits, records, { demands: { replace: never }, log });
    const sync = () => Promise.resolve({ ok: true as const, state: this.state });
    const definitions = { sync, prepare: never };
    const uncounted = new UncountedRuns({ underWayOfJob: () => Promise.resolve([]) }, this.admission, clock);
    const runs = new NewRuns(this.store, outbox, limits, { admission: this.admission, uncounted });
    this.manual = new ManualRuns(reads, definitions, { runs, limits }, { clock, shardCount: shards.count });
  }

  /** A manual run is requested; with null as the policy that of the job applies. */
  ask(
    run: string,
    policy: ConcurrencyPolicy | null = null,
    startAfter: number | null = null,
  ): Promise<ReplyOf<typeof contracts.admitRun>> {
    const request = { v: 1 as const, run, job: this.state.job, requestedBy: 'anna', startAfter };
    return this.manual.admit({ ...request, ...(policy && { concurrencyPolicy: policy }) });
  }

  /** Checks again which runs may begin, and performs the results. */
  async look(): Promise<void> {
    await this.admission.apply(this.state.job, { type: 'look' });
  }

  private get store(): Pick<RunStore, 'insertRuns' | 'save' | 'withdraw'> {
    const { runs } = this;
    return {
      insertRuns: (all) => {
        const added = all.filter(({ id }) => !runs.has(id));
        for (const run of added) runs.set(run.id, run);
        return Promise.resolve(new Set(added.map(({ id }) => id)));
      },
      save: (next, rev) => {
        const isCurrent = runs.get(next.id)?.rev === rev;
        if (isCurrent) runs.set(next.id, next);
        return Promise.resolve(isCurrent);
      },
      withdraw: never,
    };
  }

  private save(next: ScheduleState, rev: number): boolean {
    if (this.state.rev !== rev) return false;
    this.state = next;
    return true;
  }
}
