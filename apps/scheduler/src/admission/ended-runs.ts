import type { Clock } from '#common/clock/clock.js';
import type { contracts } from '#common/contracts/registry.js';
import type { PayloadOf } from '#common/contracts/contract.js';
import { asJobId, asRunId, type JobId, type RunId } from '#common/domain/ids.js';
import { isFinal } from '#common/domain/phase.js';
import type { ScheduleState } from '#common/domain/schedule-state.js';
import type { Successes } from '../successes.js';
import type { Admission } from './admission.js';
import { KeyedBatches } from './keyed-batches.js';

export interface BusyBook {
  busyOf(jobs: readonly JobId[]): Promise<ScheduleState[]>;
}

interface EndedRun {
  readonly run: RunId;
  readonly job: JobId;
}

const ALL = 'all';

/** What the event feed tells of runs that have ended: places are freed, successes are noted. */
export class EndedRuns {
  private readonly batches = new KeyedBatches<EndedRun, undefined>((_, ended) => this.release(ended));

  constructor(
    private readonly book: BusyBook,
    private readonly admission: Admission,
    private readonly successes: Successes,
    private readonly clock: Clock,
  ) {}

  async handle(change: PayloadOf<typeof contracts.runChanged>): Promise<void> {
    if (!isFinal(change.phase)) return;
    const job = asJobId(change.job);
    const { started, finished } = change;
    if (change.state === 'FINISHED' && started !== null && finished !== null) {
      this.successes.note(job, { started, finished }, this.clock.monotonic());
    }
    await this.batches.submit(ALL, { run: asRunId(change.run), job });
  }

  /** Most runs hold no place: one query tells which jobs of a batch have any. */
  private async release(ended: readonly EndedRun[]): Promise<undefined[]> {
    const busy = await this.book.busyOf([...new Set(ended.map(({ job }) => job))]);
    const states = new Map(busy.map((state) => [state.job, state]));
    await Promise.all(
      ended.map(async ({ run, job }) => {
        const state = states.get(job);
        const concerns = state?.holders.some((each) => each.run === run) ?? false;
        const waits = state?.queue.some((each) => each.run === run) ?? false;
        if (state && (concerns || waits)) await this.admission.release(state, run);
      }),
    );
    return ended.map(() => undefined);
  }
}
