/** Begins delays whose run has ended, or does not exist any more, without a message about it. */
import type { JobId, RunId } from '#common/domain/ids.js';
import { GUARD_SWEEP_MS } from '#common/domain/limits.js';
import { isFinal } from '#common/run/phase.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import { awaitedRunOf } from '#common/schedule/fixed-delay.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { FixedDelays } from '../plan/fixed-delays.js';
import type { Sweep } from './sweeps.js';

const PAGE = 500;

interface DelayStores {
  readonly schedules: {
    busyIn(shards: readonly number[], after: JobId | null, limit: number): Promise<ScheduleState[]>;
  };
  readonly runs: { standingOf(runs: readonly RunId[]): Promise<ReadonlyMap<RunId, RunStanding>> };
}

export class DelaySweep implements Sweep {
  readonly name = 'fixed delays';
  readonly everyMs = GUARD_SWEEP_MS;
  readonly findsLost = 'atLeisure';
  private cursor: JobId | null = null;

  constructor(
    private readonly stores: DelayStores,
    private readonly delays: Pick<FixedDelays, 'begin'>,
  ) {}

  /** Checks one page. */
  async run(shards: readonly number[]): Promise<number> {
    const page = await this.stores.schedules.busyIn(shards, this.cursor, PAGE);
    this.cursor = page.length === PAGE ? (page.at(-1)?.job ?? null) : null;
    const awaiting = page.flatMap((state) => {
      const run = awaitedRunOf(state);
      return run === null ? [] : [{ job: state.job, run }];
    });
    const standing = await this.stores.runs.standingOf(awaiting.map(({ run }) => run));
    await forEachContinuing(awaiting, async ({ job, run }) => {
      const ofRun = standing.get(run);
      if (!ofRun || isFinal(ofRun.phase)) await this.delays.begin(job, run, ofRun?.finished ?? null);
    });
    return page.length;
  }
}
