/** A job at the scheduler's admission: who asks for a run by hand is answered as the service answers, over documents in memory. */
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
import { Admission, type AdmissionStores } from '../../apps/scheduler/src/admission/admission.js';
import { PermitAllocator } from '../../apps/scheduler/src/admission/permit-allocator.js';
import { ManualRuns, type ManualRunStores } from '../../apps/scheduler/src/admission/manual-runs.js';
import { TenantLimits } from '../../apps/scheduler/src/admission/tenant-limits.js';
import type { Outbox } from '../../apps/scheduler/src/ports.js';
import type { DefinitionSync } from '../../apps/scheduler/src/definitions/definition-sync.js';
import { aSchedule } from './builders/a-schedule.js';
import { T0 } from './builders/run-builder.js';

export interface AdmissionCaseOptions {
  readonly policy: ConcurrencyPolicy;
  readonly most?: number;
  /** Runs that hold places, and those that wait for one. */
  readonly active?: number;
  readonly queued?: number;
  readonly mostQueued?: number;
}

const nothing = (): void => undefined;
const never = (): Promise<never> => Promise.reject(new Error('nobody asks for this here'));

export class AdmissionCase {
  now = T0;
  state: ScheduleState;
  /** Stored runs: those that asked here and were not refused. */
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
    const outbox: Outbox = { dispatch, changed: nothing, jobChanged: nothing };
    this.admission = new Admission(
      {
        schedules: {
          load: () => Promise.resolve(this.state),
          insert: never,
          save: (next, rev) => Promise.resolve(this.save(next, rev)),
        },
        ...this.stores,
        commands: { add: never },
      },
      { permits, limits },
      outbox,
      { clock, log: createLogger('test', 'silent') },
    );
    const definitions = { sync: () => Promise.resolve({ ok: true, state: this.state }) } as unknown as DefinitionSync;
    this.manual = new ManualRuns(
      this.stores,
      definitions,
      { admission: this.admission, limits, outbox, shardCount: shards.count },
      clock,
    );
  }

  /** Somebody starts a run by hand; null as a policy is that of the job. */
  ask(
    run: string,
    policy: ConcurrencyPolicy | null = null,
    startAfter: number | null = null,
  ): Promise<ReplyOf<typeof contracts.admitRun>> {
    const request = { v: 1 as const, run, job: this.state.job, requestedBy: 'anna', startAfter };
    return this.manual.admit({ ...request, ...(policy && { concurrencyPolicy: policy }) });
  }

  /** Looks again who may begin, and does what follows. */
  async look(): Promise<void> {
    await this.admission.apply(this.state.job, { type: 'look' });
  }

  private get stores(): Pick<AdmissionStores, 'runs'> & Pick<ManualRunStores, 'reads'> {
    const { runs } = this;
    return {
      runs: {
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
        revoke: () => Promise.resolve(),
        closeKeys: never,
      },
      reads: {
        load: (ids) => Promise.resolve(new Map([...runs].filter(([id]) => ids.includes(id)))),
        underWayOfJob: () => Promise.resolve([]),
      },
    };
  }

  private save(next: ScheduleState, rev: number): boolean {
    if (this.state.rev !== rev) return false;
    this.state = next;
    return true;
  }
}
