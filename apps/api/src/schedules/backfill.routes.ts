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
import { route, routesOf } from '../http/route.js';
import { byId, idText, flag, int, shownTime, text, time, timeOrNull } from '../http/page.js';

export const backfillView = z.object({
  id: text('The id of the backfill.'),
  job: text('The id of the job.'),
  from: time('The beginning of the range, included.'),
  to: time('The end of the range, included.'),
  state: z.enum(BACKFILL_STATES).describe('The state of the backfill.'),
  message: text('What delays the backfill, or how it ended; empty if there is nothing to add.'),
  concurrencyPolicy: z
    .enum(CONCURRENCY_POLICIES)
    .nullable()
    .describe('The concurrency policy that replaces that of the job; null: that of the job applies.'),
  maxPerMinute: int('How many runs are recorded in a minute at most.'),
  slots: z
    .object({
      total: int('How many slots the range has.'),
      made: int('How many of the slots have got a run.'),
    })
    .describe('The progress of the backfill.'),
  downstream: flag('Whether the jobs that run after the job run for these slots, too.'),
  requestedBy: text('The name of the caller who requested the backfill.'),
  createdAt: time('When the backfill was requested.'),
  finishedAt: timeOrNull('When the backfill ended; null before its end.'),
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
const one = {
  params: z.strictObject({
    id: idText.describe('The id of the job.'),
    backfill: idText.describe('The id of the backfill.'),
  }),
} as const;

export const backfillRoutes = routesOf('Jobs', {
  startBackfill: route({
    at: 'POST /jobs/{id}/backfill',
    access: 'operator',
    summary: 'Start a backfill: run past slots of a job',
    description: `Every slot of the job's present schedule in the range, both ends included, gets a run of its own, no matter what the outcome of the slot was. Slots that calendars exclude are not run. At most ${MAX_BACKFILL_SLOTS} slots. The limits of the job apply to these runs, too: a slot whose run is refused is tried again, and later slots wait for it. A job may have ${MAX_OPEN_BACKFILLS} active backfills. With \`dryRun\` no run is created.`,
    params: byId,
    body: z.strictObject({
      from: instant.describe('The beginning of the range, included.'),
      to: instant.describe('The end of the range, included.'),
      downstream: z
        .boolean()
        .default(false)
        .describe('True: the jobs that run after the job run for these slots, too. Default: false.'),
      dryRun: z.boolean().default(false).describe('True: no run is created; the answer lists the slots.'),
      concurrencyPolicy: z
        .enum(CONCURRENCY_POLICIES)
        .optional()
        .describe(
          'The concurrency policy that replaces that of the job; `Allow` runs the slots in addition to all other runs.',
        ),
      maxPerMinute: z
        .int()
        .min(1)
        .max(MAX_BACKFILL_PER_MINUTE)
        .default(DEFAULT_BACKFILL_PER_MINUTE)
        .describe('How many runs are recorded in a minute at most.'),
    }),
    status: 202,
    answer: z.object({
      backfill: backfillView.nullable().describe('The backfill; null for a dry run.'),
      slots: z.array(shownTime).describe('The slots, as nominal times, oldest first.'),
    }),
    refusals: ['CONFLICT', 'QUOTA_EXCEEDED', 'SCHEDULER_UNAVAILABLE'],
    example: {
      body: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z', maxPerMinute: 60 },
      answer: { backfill: backfillExample, slots: ['2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z'] },
    },
  }),
  listBackfills: route({
    at: 'GET /jobs/{id}/backfills',
    access: 'viewer',
    summary: "List a job's backfills",
    description: `The newest ${MAX_BACKFILLS_LISTED} backfills.`,
    params: byId,
    answer: z.object({ items: z.array(backfillView).describe('The backfills, newest first.') }),
    example: { answer: { items: [backfillExample] } },
  }),
  getBackfill: route({
    ...one,
    at: 'GET /jobs/{id}/backfills/{backfill}',
    access: 'viewer',
    summary: 'Read a backfill',
    answer: backfillView,
    example: { answer: backfillExample },
  }),
  cancelBackfill: route({
    ...one,
    at: 'POST /jobs/{id}/backfills/{backfill}/cancel',
    access: 'operator',
    summary: 'Cancel a backfill',
    description: 'No further slots get runs; runs that exist go on.',
    body: z.strictObject({}),
    answer: backfillView,
    refusals: ['CONFLICT', 'SCHEDULER_UNAVAILABLE'],
    example: { body: {}, answer: { ...backfillExample, state: 'Cancelled', message: 'Cancelled by anna.' } },
  }),
});
