import { scheduledRunId, type JobId, type RunId } from '#common/domain/ids.js';
import { stateOf } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import type { OpenGap, ScheduleState } from '#common/schedule/schedule-state.js';
import type { GapsStore } from '#common/mongo/gaps.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { outcomeOf, type OutcomeOf } from './core/slot-outcome.js';
import { MAX_GAPS_SHOWN, toGapOutcome, type SlotOutcome } from './slot.view.js';

const GONE: SlotOutcome = {
  state: null,
  run: null,
  reason: 'RunRemoved',
  message: 'The slot had a run, which was deleted or has passed its retention.',
};

/** What became of a job's slots, from the scheduler's books. */
export class SlotHistory {
  constructor(
    private readonly recorded: Pick<GapsStore, 'within'>,
    private readonly runs: Pick<RunReads, 'storedKeys'>,
    private readonly schedules: Pick<SchedulesStore, 'load'>,
  ) {}

  /** The outcomes of those slots that have one. */
  async outcomes(job: JobId, slots: readonly Instant[]): Promise<ReadonlyMap<Instant, SlotOutcome>> {
    const [first, last] = [slots[0], slots.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const [state, keys] = await Promise.all([
      this.schedules.load(job),
      this.runs.storedKeys(slots.map((nominal): RunId => scheduledRunId(job, nominal))),
    ]);
    const gaps = await this.gapsWithin(job, state, first, last);
    return new Map(
      slots.flatMap((nominal) => {
        const outcome = outcomeOf(nominal, keys.get(scheduledRunId(job, nominal)), gaps, state);
        return outcome === null ? [] : [[nominal, toSlotOutcome(outcome)]];
      }),
    );
  }

  /** Ranges of slots that did not run, oldest first. */
  async gaps(job: JobId, from: Instant, to: Instant): Promise<readonly OpenGap[]> {
    return this.gapsWithin(job, await this.schedules.load(job), from, to);
  }

  /** The latest gap may stand in the schedule alone, or stand there longer than in its copy. */
  private async gapsWithin(
    job: JobId,
    state: ScheduleState | null,
    from: Instant,
    to: Instant,
  ): Promise<readonly OpenGap[]> {
    const stored = await this.recorded.within(job, from, to, MAX_GAPS_SHOWN);
    const open = state?.openGap;
    if (!open || open.from > to || open.to < from) return stored;
    return [...stored.filter((gap) => gap.from !== open.from), open];
  }
}

function toSlotOutcome(outcome: OutcomeOf<Run>): SlotOutcome {
  switch (outcome.kind) {
    case 'run': {
      const { id, phase, reason, message } = outcome.run;
      return { state: stateOf(phase), run: id, reason, message };
    }
    case 'gap':
      return toGapOutcome(outcome);
    case 'gone':
      return GONE;
  }
}
