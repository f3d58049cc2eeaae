/** Applies the end of a run to the schedule of its job: permits become free, a fixed delay begins. */
import type { RunId } from '#common/domain/ids.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import { awaitedRunOf } from '#common/schedule/fixed-delay.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { FixedDelays } from '../plan/fixed-delays.js';
import type { Admission } from './admission.js';

const isAdmitted = ({ holders, queue }: ScheduleState, run: RunId): boolean =>
  [...holders, ...queue].some((each) => each.run === run);

/** Whether the end of the run changes anything. */
export const isConcerned = (state: ScheduleState, run: RunId): boolean =>
  isAdmitted(state, run) || awaitedRunOf(state) === run;

export class RunEnds {
  constructor(
    private readonly admission: Pick<Admission, 'release'>,
    private readonly delays: Pick<FixedDelays, 'begin'>,
  ) {}

  /** Applies the end of the run; `standing` is undefined if the run does not exist any more. */
  async apply(
    state: ScheduleState,
    run: RunId,
    standing: Pick<RunStanding, 'holds' | 'finished'> | undefined,
  ): Promise<void> {
    if (isAdmitted(state, run)) await this.admission.release(state, run, standing?.holds ?? []);
    if (awaitedRunOf(state) === run) await this.delays.begin(state.job, run, standing?.finished ?? null);
  }
}
