import { z } from 'zod';
import { EVERYBODY, HOLD_SCOPES, type Hold } from '#common/domain/hold.js';
import type { HoldStatus } from '#common/mongo/held-work.store.js';
import { instant, slug } from '#common/spec/fields.js';
import { MAX_HOLD_AGE_MS } from '#common/holds/hold-watch.js';
import { timeText } from '../http/core/time-text.js';
import { shownTime } from '../http/view-fields.js';
import { route } from '../http/route.js';

const MAX_REASON_LENGTH = 500;
const operations = { tag: 'Operations' } as const;
const tenant = slug.optional().meta({ description: 'Left out: all tenants.' });

const holdView = z.object({
  tenant: z.string().nullable().meta({ description: 'Null: all tenants.' }),
  scopes: z.array(z.enum(HOLD_SCOPES)).describe('What is held: `admissions`, `starts` or both.'),
  reason: z.string().describe('Why, for people.'),
  by: z.string().describe('Who set it.'),
  since: shownTime.describe('When it was set.'),
  effectiveAt: shownTime.meta({
    description: 'From here on no service, however slow, admits or starts anything of it.',
  }),
  skipSlotsUntil: shownTime.nullable().describe('Slots up to this instant become a gap; null: none do.'),
});
const holdsView = z.object({
  holds: z.array(holdView).describe('The holds, one for each tenant, or one for all.'),
  waiting: z
    .object({
      overdueSchedules: z.int().meta({ description: 'Schedules with a slot that has passed, up to 1,000.' }),
      runs: z.record(z.string(), z.int()).meta({ description: 'Unfinished runs by phase, of up to 10,000.' }),
      complete: z.boolean().describe('False: more runs are unfinished than were counted.'),
    })
    .meta({ description: 'What a release would set going, of all tenants.' }),
});

export const holdRoutes = {
  getHolds: route({
    ...operations,
    id: 'getHolds',
    method: 'GET',
    path: '/admin/hold',
    access: 'admin',
    summary: 'What is held, and what waits',
    status: 200,
    answer: holdsView,
  }),
  setHold: route({
    ...operations,
    id: 'setHold',
    method: 'POST',
    path: '/admin/hold',
    access: 'admin',
    summary: 'Hold a tenant, or all',
    description:
      'Durable: it outlives restarts of everything. With `admissions` no slot becomes a run and no run leaves its queue; runs that ' +
      'are asked for wait. With `starts` no attempt is started. What runs goes on. Deadlines go on as well.',
    body: z.strictObject({
      tenant,
      scopes: z
        .array(z.enum(HOLD_SCOPES))
        .min(1)
        .max(HOLD_SCOPES.length)
        .default([...HOLD_SCOPES])
        .describe('What is held; both unless given.'),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(MAX_REASON_LENGTH)
        .describe(`Why, for people; at most ${MAX_REASON_LENGTH} characters.`),
    }),
    status: 200,
    answer: holdView,
    refusals: ['QUOTA_EXCEEDED'],
    example: { body: { scopes: ['admissions'], reason: 'The database is being moved.' } },
  }),
  releaseHold: route({
    ...operations,
    id: 'releaseHold',
    method: 'POST',
    path: '/admin/hold/release',
    access: 'admin',
    summary: 'Release what is held',
    description:
      "Slots that have passed meanwhile are caught up with as each job's `misfire` says. After a restore name the instant up to " +
      'which slots had run before: those become a gap with the reason `AlreadyRun`, and stored runs of them that had not begun end as `Skipped`.',
    body: z.strictObject({
      tenant,
      skipSlotsUntil: instant.optional().describe('Slots up to this instant do not run: they become a gap.'),
    }),
    status: 200,
    answer: holdsView,
    example: { body: { skipSlotsUntil: '2026-11-01T03:12:00Z' } },
  }),
};

export function toHoldView(hold: Hold): z.output<typeof holdView> {
  const { tenant: held, scopes, reason, by, since, skipUntil } = hold;
  return {
    tenant: held === EVERYBODY ? null : held,
    scopes: [...scopes],
    reason,
    by,
    since: timeText(since),
    effectiveAt: timeText(since + MAX_HOLD_AGE_MS),
    skipSlotsUntil: skipUntil === null ? null : timeText(skipUntil),
  };
}

export const toHoldsView = ({ holds, waiting }: HoldStatus): z.output<typeof holdsView> => ({
  holds: holds.map(toHoldView),
  waiting: {
    overdueSchedules: waiting.overdueSchedules,
    runs: { ...waiting.runs },
    complete: waiting.isAllOfThem,
  },
});
