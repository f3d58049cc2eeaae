import type { Clock } from '#common/clock/clock.js';
import type { Payload } from '#common/messages/registry.js';
import { asJobId, asRunId, type JobId, type RunId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import type { Successes } from '../successes.js';
import { Batcher } from '#common/runtime/batcher.js';
import { BATCHES } from './permit-allocator.js';
import { isConcerned, type RunEnds } from './run-ends.js';

export interface EndedRunStores {
  readonly schedules: { busyOf(jobs: readonly JobId[]): Promise<ScheduleState[]> };
  readonly runs: {
    standingOf(runs: readonly RunId[]): Promise<ReadonlyMap<RunId, Pick<RunStanding, 'phase' | 'holds' | 'finished'>>>;
  };
}

interface EndedRun {
  readonly run: RunId;
  readonly job: JobId;
}

/** Handles the event that a run has ended: its permits are released, its success is noted, and the fixed delay of its schedule begins. */
export class EndedRuns {
  private readonly batches = new Batcher<EndedRun, undefined>((ended) => this.release(ended), BATCHES);

  constructor(
    private readonly stores: EndedRunStores,
    private readonly ends: Pick<RunEnds, 'apply'>,
    private readonly successes: Pick<Successes, 'note'>,
    private readonly clock: Clock,
  ) {}

  async handle(change: Payload<'runChanged'>): Promise<void> {
    if (!isFinal(change.phase)) return;
    const job = asJobId(change.job);
    const { started, finished } = change;
    if (change.state === 'FINISHED' && started !== null && finished !== null) {
      this.successes.note(job, { started, finished }, this.clock.monotonic());
    }
    await this.batches.add({ run: asRunId(change.run), job });
  }

  /** Most runs hold no permit, and no schedule awaits their end: one query finds the jobs of a batch for which the end matters. */
  private async release(ended: readonly EndedRun[]): Promise<undefined[]> {
    const busy = await this.stores.schedules.busyOf([...new Set(ended.map(({ job }) => job))]);
    const states = new Map(busy.map((state) => [state.job, state]));
    const concerned = ended.flatMap(({ run, job }) => {
      const state = states.get(job);
      return state && isConcerned(state, run) ? [{ run, state }] : [];
    });
    // The event may be late: the run may have been resumed since, and have new permits.
    const standing = await this.stores.runs.standingOf(concerned.map(({ run }) => run));
    const over = concerned.filter(({ run }) => {
      const ofRun = standing.get(run);
      return ofRun === undefined || isFinal(ofRun.phase);
    });
    await Promise.all(over.map(({ run, state }) => this.ends.apply(state, run, standing.get(run))));
    return ended.map(() => undefined);
  }
}
