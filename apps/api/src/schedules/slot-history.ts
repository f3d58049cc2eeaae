import { backfillRunId, type Backfill } from '#common/domain/backfill.js';
import { scheduledRunId, type JobId, type RunId } from '#common/domain/ids.js';
import { MAX_BACKFILLS_LISTED } from '#common/domain/limits.js';
import type { BackfillsStore } from '#common/mongo/backfills.store.js';
import { stateOf } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import type { OpenGap, ScheduleState } from '#common/schedule/schedule-state.js';
import type { GapsStore } from '#common/mongo/gaps.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { backfilledIn, hasMade } from './core/backfilled.js';
import { outcomeOf, type OutcomeOf } from './core/slot-outcome.js';
import { MAX_GAPS_SHOWN, toGapOutcome, type BackfilledGap, type SlotOutcome } from './schedule.routes.js';

type OwnOutcome = Omit<SlotOutcome, 'backfill'>;

const GONE: OwnOutcome = {
  state: null,
  run: null,
  reason: 'RunRemoved',
  message: 'The slot had a run, which was deleted or removed by retention.',
};

/** Reads the outcomes of a job's past slots from the documents of the scheduler. */
export class SlotHistory {
  constructor(
    private readonly recorded: Pick<GapsStore, 'within'>,
    private readonly runs: Pick<RunReads, 'storedKeys'>,
    private readonly schedules: Pick<SchedulesStore, 'load'>,
    private readonly backfills: Pick<BackfillsStore, 'ofJob'>,
  ) {}

  /** The outcomes of the slots that have one. */
  async outcomes(job: JobId, slots: readonly Instant[]): Promise<ReadonlyMap<Instant, SlotOutcome>> {
    const first = slots[0];
    const last = slots.at(-1);
    if (first === undefined || last === undefined) return new Map();
    const [state, keys] = await Promise.all([
      this.schedules.load(job),
      this.runs.storedKeys(slots.map((nominal): RunId => scheduledRunId(job, nominal))),
    ]);
    const [gaps, backfills] = await Promise.all([
      this.gapsWithin(job, state, first, last),
      this.backfillRuns(job, slots),
    ]);
    return new Map(
      slots.flatMap((nominal) => {
        const outcome = outcomeOf(nominal, keys.get(scheduledRunId(job, nominal)), gaps, state);
        return outcome === null
          ? []
          : [[nominal, { ...toSlotOutcome(outcome), backfill: backfills.get(nominal) ?? null }]];
      }),
    );
  }

  /** For each slot, the run of the newest backfill that has reached it, unless that run is gone. */
  private async backfillRuns(
    job: JobId,
    slots: readonly Instant[],
  ): Promise<ReadonlyMap<Instant, SlotOutcome['backfill']>> {
    const newestFirst = await this.backfills.ofJob(job, MAX_BACKFILLS_LISTED);
    const wanted = new Map(
      slots.flatMap((nominal): [Instant, RunId][] => {
        const backfill = newestFirst.find((each) => hasMade(each, nominal));
        return backfill ? [[nominal, backfillRunId(backfill, nominal)]] : [];
      }),
    );
    const keys = await this.runs.storedKeys([...wanted.values()]);
    return new Map(
      [...wanted].flatMap(([nominal, id]) => {
        const key = keys.get(id);
        return key?.kind === 'run' ? [[nominal, { run: id, state: stateOf(key.run.phase) }]] : [];
      }),
    );
  }

  /** The newest ranges of slots that did not run, oldest first. */
  async gaps(job: JobId, from: Instant, to: Instant): Promise<readonly BackfilledGap[]> {
    const [state, backfills] = await Promise.all([
      this.schedules.load(job),
      this.backfills.ofJob(job, MAX_BACKFILLS_LISTED),
    ]);
    return withBackfilled(await this.gapsWithin(job, state, from, to), () => backfills);
  }

  /** The latest gap may be only in the schedule, or be longer there than in its copy. */
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

/** The gaps, each with the number of its slots that the backfills of its job have run. */
export function withBackfilled<G extends OpenGap>(
  gaps: readonly G[],
  backfillsOf: (gap: G) => readonly Backfill[],
): readonly (G & BackfilledGap)[] {
  const counts = backfilledIn(gaps.map((gap) => ({ gap, backfills: backfillsOf(gap) })));
  return gaps.map((gap, i) => ({ ...gap, backfilled: counts[i] ?? 0 }));
}

function toSlotOutcome(outcome: OutcomeOf<Run>): OwnOutcome {
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
