import { z } from 'zod';
import { instant } from '#common/spec/fields.js';
import { CONCURRENCY_POLICIES } from '#common/spec/schedule.js';
import { BACKFILL_STATES } from '#common/domain/backfill.js';
import {
  DEFAULT_BACKFILL_PER_MINUTE,
  MAX_BACKFILL_PER_MINUTE,
  MAX_BACKFILL_SLOTS,
  MAX_BACKFILLS_LISTED,
  MAX_OPEN_BACKFILLS,
} from '#common/domain/limits.js';
import { route } from '../http/route.js';
import { shownTime, shownTimeOrNull } from '../http/view-fields.js';
import { byId, idText } from '../http/route-fields.js';

export const backfillView = z.object({
  id: z.string().describe('By which the backfill is addressed.'),
  job: z.string().describe('The id of the job.'),
  from: shownTime.describe('The beginning of the range, included.'),
  to: shownTime.describe('The end of the range, included.'),
  state: z.enum(BACKFILL_STATES).describe('How far it is.'),
  message: z.string().describe('What holds it up, or how it ended; empty where there is nothing to add.'),
  concurrencyPolicy: z
    .enum(CONCURRENCY_POLICIES)
    .nullable()
    .describe("What is used in place of the job's; null: the job's."),
  maxPerMinute: z.int().describe('Runs that are recorded in a minute at most.'),
  slots: z
    .object({
      total: z.int().meta({ description: 'Slots of the range.' }),
      made: z.int().meta({ description: 'Those that have their run.' }),
    })
    .describe('How much is done.'),
  downstream: z.boolean().describe('Whether what runs after the job runs for these slots, too.'),
  requestedBy: z.string().describe('Who asked for it.'),
  createdAt: shownTime.describe('When it was asked for.'),
  finishedAt: shownTimeOrNull.describe('When it ended; null before that.'),
});
export type BackfillView = z.output<typeof backfillView>;

const backfillExample = {
  id: '5f0c2a3b9d1e4f6a7b8c9d0e',
  job: 'c33d',
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-03T00:00:00.000Z',
  state: 'Running',
  message: '',
  concurrencyPolicy: null,
  maxPerMinute: DEFAULT_BACKFILL_PER_MINUTE,
  slots: { total: 2, made: 1 },
  downstream: false,
  requestedBy: 'anna',
  createdAt: '2026-11-21T12:00:00.000Z',
  finishedAt: null,
};
const common = { tag: 'Jobs' } as const;
const one = {
  ...common,
  params: z.strictObject({
    id: idText.describe('The id of the job.'),
    backfill: idText.describe('The id of the backfill.'),
  }),
} as const;

export const backfillRoutes = {
  startBackfill: route({
    ...common,
    id: 'startBackfill',
    method: 'POST',
    path: '/jobs/{id}/backfill',
    access: 'operator',
    summary: 'Run past slots after all',
    description: `Every slot of the job's present schedule in the range, both ends included, gets a run of its own, whatever became of the slot before; what calendars leave out stays out. At most ${MAX_BACKFILL_SLOTS} slots. The runs go through the job's limits like any other: a slot that finds no place is tried again, and holds up those after it. A job may have ${MAX_OPEN_BACKFILLS} backfills under way. With \`dryRun\` nothing is made.`,
    params: byId,
    body: z.strictObject({
      from: instant.describe('The beginning of the range, included.'),
      to: instant.describe('The end of the range, included.'),
      downstream: z
        .boolean()
        .default(false)
        .describe('True: what runs after the job runs for these slots, too. False unless given.'),
      dryRun: z.boolean().default(false).describe('True: nothing is made, the answer names the slots.'),
      concurrencyPolicy: z
        .enum(CONCURRENCY_POLICIES)
        .optional()
        .describe("In place of the job's own; `Allow` runs them beside all others."),
      maxPerMinute: z
        .int()
        .min(1)
        .max(MAX_BACKFILL_PER_MINUTE)
        .default(DEFAULT_BACKFILL_PER_MINUTE)
        .describe('Runs that are recorded in a minute at most.'),
    }),
    status: 202,
    answer: z.object({
      backfill: backfillView.nullable().meta({ description: 'null for a dry run.' }),
      slots: z.array(shownTime).meta({ description: 'Nominal instants, oldest first.' }),
    }),
    refusals: ['CONFLICT', 'QUOTA_EXCEEDED', 'SCHEDULER_UNAVAILABLE'],
    example: {
      body: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z', maxPerMinute: 60 },
      answer: { backfill: backfillExample, slots: ['2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z'] },
    },
  }),
  listBackfills: route({
    ...common,
    id: 'listBackfills',
    method: 'GET',
    path: '/jobs/{id}/backfills',
    access: 'viewer',
    summary: "List a job's backfills",
    description: `The newest ${MAX_BACKFILLS_LISTED}.`,
    params: byId,
    status: 200,
    answer: z.object({ items: z.array(backfillView).describe('Newest first.') }),
    example: { answer: { items: [backfillExample] } },
  }),
  getBackfill: route({
    ...one,
    id: 'getBackfill',
    method: 'GET',
    path: '/jobs/{id}/backfills/{backfill}',
    access: 'viewer',
    summary: 'Read a backfill',
    status: 200,
    answer: backfillView,
    example: { answer: backfillExample },
  }),
  cancelBackfill: route({
    ...one,
    id: 'cancelBackfill',
    method: 'POST',
    path: '/jobs/{id}/backfills/{backfill}/cancel',
    access: 'operator',
    summary: 'Cancel a backfill',
    description: 'No further slots get runs; those that have one go on.',
    body: z.strictObject({}),
    status: 200,
    answer: backfillView,
    refusals: ['CONFLICT', 'SCHEDULER_UNAVAILABLE'],
    example: { body: {}, answer: { ...backfillExample, state: 'Cancelled', message: 'Cancelled by anna.' } },
  }),
} as const;
