import type { Clock } from '#common/clock/clock.js';
import type { JobId, RunId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { Failures, forEachContinuing } from '#common/runtime/continuing.js';
import { PagedScan } from '#common/runtime/paged-scan.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import type { Admission } from '../admission/admission.js';
import type { QueuedRuns } from '../admission/queued-runs.js';
import { waitingForKeys } from '../core/key-permits.js';
import type { Sweep } from './sweeps.js';

export interface PermitStores {
  readonly schedules: {
    busyIn(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]>;
    admittable(shards: readonly number[], now: number, limit: number): Promise<ScheduleState[]>;
  };
  readonly runs: { standingOf(runs: readonly RunId[]): Promise<ReadonlyMap<RunId, RunStanding>> };
}

export interface QueuedReads {
  queuedIn(shards: readonly number[], after: RunId | null, limit: number): Promise<Run[]>;
}

const PAGE = 200;
/** A younger permit may belong to a run that is just being stored. */
const SETTLING_MS = 10_000;

/** Compares the runs that hold or await permits with the runs that exist. */
export class PermitSweep {
  private readonly busy = new PagedScan<ScheduleState, JobId>({ size: PAGE, cursorOf: ({ job }) => job });
  private keyedInRound = 0;

  constructor(
    private readonly stores: PermitStores,
    private readonly admission: Admission,
    private readonly clock: Clock,
    private readonly metrics: Pick<Metrics, 'keyWaits'>,
  ) {}

  /** Releases permits of runs that have ended or do not exist. */
  readonly holders: Sweep = {
    name: 'permits',
    everyMs: 5_000,
    run: async (shards) => {
      const read = (after: JobId | null): Promise<ScheduleState[]> => this.stores.schedules.busyIn(shards, after, PAGE);
      if (!this.busy.isUnderWay) this.keyedInRound = 0;
      await forEachContinuing(this.busy.resume(read), (state) => this.check(state));
      this.metrics.keyWaits.set(this.keyedInRound);
    },
  };

  /** Waiting runs whose `startAfter` has come, or for which a permit is free that was not given. */
  readonly timers: Sweep = {
    name: 'delayed runs',
    everyMs: 500,
    isAnyDue: async (shards, until) => (await this.stores.schedules.admittable(shards, until, 1)).length > 0,
    run: async (shards) => {
      const states = await this.stores.schedules.admittable(shards, this.clock.now(), PAGE);
      await Promise.all(states.map((state) => this.admission.apply(state.job, { type: 'look' })));
    },
  };

  private async check(state: ScheduleState): Promise<void> {
    const now = this.clock.now();
    this.keyedInRound += waitingForKeys(state, now);
    const old = state.holders.filter((holder) => now - holder.since > SETTLING_MS).map((holder) => holder.run);
    const waiting = state.queue.map((waiter) => waiter.run);
    const standing = await this.stores.runs.standingOf([...state.holders.map(({ run }) => run), ...waiting]);
    const isOver = (run: RunId): boolean => {
      const ofRun = standing.get(run);
      return ofRun !== undefined && isFinal(ofRun.phase);
    };
    const gone = old.filter((run) => !standing.has(run));
    const ended = state.holders.map(({ run }) => run).filter(isOver);
    const vanished = waiting.filter((run) => !standing.has(run) || isOver(run));
    for (const run of new Set([...gone, ...ended, ...vanished]))
      await this.admission.release(state, run, standing.get(run)?.holds ?? []);
    await this.admission.listBlocked(state);
    // The run may have left the queue since: a run under way must not also wait.
    const started = waiting.filter((run) => standing.has(run) && !isOver(run) && standing.get(run)?.phase !== 'Queued');
    for (const run of started) await this.admission.apply(state.job, { type: 'adopt', run });
  }
}

/** Applies commands to queued runs and repairs those that their job does not know. */
export class QueueSweep {
  private readonly queue = new PagedScan<Run, RunId>({ size: PAGE, cursorOf: ({ id }) => id });
  private queuedInRound = 0;

  constructor(
    private readonly runs: QueuedReads,
    private readonly queued: Pick<QueuedRuns, 'applyCommands' | 'reconcileQueued'>,
    private readonly metrics: Pick<Metrics, 'queueDepth'>,
  ) {}

  readonly sweep: Sweep = {
    name: 'queued runs',
    everyMs: 2_000,
    findsLost: 'soon',
    run: async (shards) => {
      const failures = new Failures();
      if (!this.queue.isUnderWay) this.queuedInRound = 0;
      const read = async (after: RunId | null): Promise<Run[]> => {
        const page = await this.runs.queuedIn(shards, after, PAGE);
        await failures.during(() => this.queued.applyCommands(page.map((run) => run.id)));
        return page;
      };
      const reconcile = (run: Run): Promise<void> => {
        this.queuedInRound++;
        return this.queued.reconcileQueued(run);
      };
      await failures.during(() => forEachContinuing(this.queue.resume(read), reconcile));
      this.metrics.queueDepth.set({ queue: 'admission' }, this.queuedInRound);
      failures.throwFirst();
      return this.queuedInRound;
    },
  };
}
