/** How the API shows past slots. */
import { z } from 'zod';
import { RUN_STATES, type RunState } from '#common/run/phase.js';
import { GAP_OUTCOMES, GAP_REASONS, type GapOutcome, type OpenGap } from '#common/schedule/schedule-state.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';

export const MAX_GAPS_SHOWN = 1_000;

export const slotOutcome = z.object({
  state: z
    .enum(RUN_STATES)
    .nullable()
    .describe("The state of the slot's run, or SKIPPED or MISSED; null if it is no longer known."),
  run: z.string().nullable().describe("The id of the slot's run; null where there is none."),
  reason: z.string().describe('The reason, as a code.'),
  message: z.string().describe('The reason, as a sentence.'),
  backfill: z
    .object({
      run: z.string().describe('The id of the run.'),
      state: z.enum(RUN_STATES).describe('The state of the run.'),
    })
    .nullable()
    .describe('The run that the newest backfill of the slot started; null if there is none.'),
});
export type SlotOutcome = z.output<typeof slotOutcome>;

export const gapView = z.object({
  from: shownTime.describe('The first slot of the range.'),
  to: shownTime.describe('The last slot of the range.'),
  count: z.int().describe('How many slots the range has.'),
  backfilled: z.int().describe('How many of the slots a backfill has run since.'),
  outcome: z.enum(GAP_OUTCOMES).describe('The outcome of the slots, which have no runs.'),
  reason: z.string().describe('The reason, as a code.'),
  message: z.string().describe('The reason, as a sentence.'),
});
export type GapView = z.output<typeof gapView>;

const STATES: Readonly<Record<GapOutcome, RunState>> = {
  skipped: 'SKIPPED',
  missed: 'MISSED',
  paused: 'SKIPPED',
  excluded: 'SKIPPED',
};

export function toGapOutcome({ outcome, reason }: Pick<OpenGap, 'outcome' | 'reason'>): Omit<SlotOutcome, 'backfill'> {
  return { state: STATES[outcome], run: null, reason, message: GAP_REASONS[reason] };
}

/** A gap, and the number of its slots that backfills have run. */
export interface BackfilledGap extends OpenGap {
  readonly backfilled: number;
}

export function toGapView({ from, to, outcome, reason, count, backfilled }: BackfilledGap): GapView {
  return {
    from: timeText(from),
    to: timeText(to),
    count,
    backfilled,
    outcome,
    reason,
    message: GAP_REASONS[reason],
  };
}
