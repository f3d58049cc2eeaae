import { z } from 'zod';
import { SLOT_FLAGS } from '#common/schedule/tick.js';
import { slug } from '#common/spec/fields.js';
import { scheduleSpec } from '#common/spec/schedule.js';
import { byId, queryTime, int, text, textOrNull, time, timeText } from '../http/page.js';
import { route, routesOf } from '../http/route.js';
import { gapsExample, slotsExample } from '../openapi/examples.js';
import { RUN_STATES, type RunState } from '#common/run/phase.js';
import { GAP_OUTCOMES, GAP_REASONS, type GapOutcome, type OpenGap } from '#common/schedule/schedule-state.js';

/* How the API shows past slots. */

export const MAX_GAPS_SHOWN = 1_000;

const slotOutcome = z.object({
  state: z
    .enum(RUN_STATES)
    .nullable()
    .describe("The state of the slot's run, or SKIPPED or MISSED; null if it is no longer known."),
  run: textOrNull("The id of the slot's run; null where there is none."),
  reason: text('The reason, as a code.'),
  message: text('The reason, as a sentence.'),
  backfill: z
    .object({
      run: text('The id of the run.'),
      state: z.enum(RUN_STATES).describe('The state of the run.'),
    })
    .nullable()
    .describe('The run that the newest backfill of the slot started; null if there is none.'),
});
export type SlotOutcome = z.output<typeof slotOutcome>;

export const gapView = z.object({
  from: time('The first slot of the range.'),
  to: time('The last slot of the range.'),
  count: int('How many slots the range has.'),
  backfilled: int('How many of the slots a backfill has run since.'),
  outcome: z.enum(GAP_OUTCOMES).describe('The outcome of the slots, which have no runs.'),
  reason: text('The reason, as a code.'),
  message: text('The reason, as a sentence.'),
});
type GapView = z.output<typeof gapView>;

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

const MAX_SLOTS = 1_000;
const DEFAULT_SLOTS = 20;

const slot = z.object({
  nominal: time('The slot itself.'),
  effective: time('When the run of the slot is to start: the slot plus the jitter of the job.'),
  flags: z
    .array(z.enum(SLOT_FLAGS))
    .describe('Special properties of the slot: a change of the clock moved or doubled it, or a calendar excludes it.'),
});
const slotList = z.object({ slots: z.array(slot).describe('The slots, oldest first.') });
const slotsOfJob = z.object({
  slots: z
    .array(
      slot.extend({
        outcome: slotOutcome
          .optional()
          .describe(
            'The outcome of the slot; left out for a slot in the future, and where nothing is stored about the slot any more.',
          ),
      }),
    )
    .describe('The slots, oldest first.'),
});

export const scheduleRoutes = routesOf('Jobs', {
  listSlots: route({
    at: 'GET /jobs/{id}/slots',
    access: 'viewer',
    summary: 'List slots of a job: future slots, and the outcomes of past slots',
    description:
      'Slots from now or from the instant `from` on; past slots are those of the schedule that the job had then. If a slot did not run, its outcome gives the reason as a code and as a sentence.',
    params: byId,
    query: z.strictObject({
      from: queryTime.optional().describe('Only slots from this instant on. Default: now.'),
      count: z.coerce.number().int().min(1).max(MAX_SLOTS).default(DEFAULT_SLOTS).describe('How many slots.'),
    }),
    answer: slotsOfJob,
    example: { answer: slotsExample },
  }),
  listGaps: route({
    at: 'GET /jobs/{id}/gaps',
    access: 'viewer',
    summary: 'List the slots of a job that did not run, as ranges',
    description: `The newest ${MAX_GAPS_SHOWN} gaps, oldest first, including gaps of earlier schedules of the job. A gap stays when a backfill runs its slots: \`backfilled\` counts these slots, for as long as the backfill is kept.`,
    params: byId,
    query: z.strictObject({
      from: queryTime.optional().describe('Only slots from this instant on.'),
      to: queryTime.optional().describe('Only slots up to this instant.'),
    }),
    answer: z.object({ items: z.array(gapView).describe('Ranges of slots, oldest first.') }),
    example: { answer: gapsExample },
  }),
  previewSchedule: route({
    at: 'POST /schedules/preview',
    access: 'viewer',
    summary: 'Preview the slots of a schedule',
    description:
      '`H` stands for an example value here; the value that a job gets depends on its id. Slots that are excluded by the calendars in `exclude`, or lie outside of `windows`, have the flag `excluded`. The calendars are those of `tenant`, which callers with a single tenant may leave out.',
    body: z.strictObject({
      schedule: scheduleSpec.describe('The schedule to preview.'),
      tenant: slug.optional().describe('The tenant of the calendars in `exclude`.'),
      count: z.int().min(1).max(MAX_SLOTS).default(DEFAULT_SLOTS).describe('How many slots.'),
      from: queryTime.optional().describe('Only slots from this instant on. Default: now.'),
    }),
    answer: slotList,
    example: { body: { schedule: { cron: '0 10 * * *', timezone: 'Europe/Prague' }, count: 2 }, answer: slotsExample },
  }),
});
