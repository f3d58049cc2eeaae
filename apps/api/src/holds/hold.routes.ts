import { z } from 'zod';
import { EVERYBODY, HOLD_SCOPES, type Hold } from '#common/domain/hold.js';
import type { HoldStatus } from '#common/mongo/held-work.store.js';
import { instant, slug } from '#common/spec/fields.js';
import { MAX_HOLD_AGE_MS } from '#common/holds/hold-watch.js';
import { flag, int, shownTime, text, textOrNull, time, timeText } from '../http/page.js';
import { route, routesOf } from '../http/route.js';

const MAX_REASON_LENGTH = 500;
const tenant = slug.optional().describe('The tenant; if it is left out, the hold concerns all tenants.');

const holdView = z.object({
  tenant: textOrNull('The tenant; null: all tenants.'),
  scopes: z.array(z.enum(HOLD_SCOPES)).describe('The scopes of the hold: `admissions`, `starts` or both.'),
  reason: text('The reason, for people.'),
  by: text('The name of the admin who set the hold.'),
  since: time('When the hold was set.'),
  effectiveAt: time('From this instant on no service, however slow, admits or starts anything under this hold.'),
  skipSlotsUntil: shownTime.nullable().describe('Slots up to this instant become a gap; null: no slots do.'),
});
const holdsView = z.object({
  holds: z.array(holdView).describe('The holds: one for each held tenant, or one for all tenants.'),
  waiting: z
    .object({
      overdueSchedules: int('How many schedules have a slot that has passed, counted up to 1,000.'),
      runs: z.record(z.string(), z.int()).describe('Unfinished runs by phase, counted up to 10,000.'),
      complete: flag('False: there are more unfinished runs than were counted.'),
    })
    .describe('The work of all tenants that starts after a release.'),
});

export const holdRoutes = routesOf('Operations', {
  getHolds: route({
    at: 'GET /admin/hold',
    access: 'admin',
    summary: 'Read the holds and the work that waits',
    answer: holdsView,
  }),
  setHold: route({
    at: 'POST /admin/hold',
    access: 'admin',
    summary: 'Set a hold for a tenant, or for all tenants',
    description:
      'A hold is durable: it stays set after restarts of all services. With `admissions` no slot becomes a run and no run leaves its queue; requested runs ' +
      'wait. With `starts` no attempt is started. Attempts that run go on, and deadlines stay in force.',
    body: z.strictObject({
      tenant,
      scopes: z
        .array(z.enum(HOLD_SCOPES))
        .min(1)
        .max(HOLD_SCOPES.length)
        .default([...HOLD_SCOPES])
        .describe('The scopes of the hold. Default: both.'),
      reason: z
        .string()
        .trim()
        .min(1)
        .max(MAX_REASON_LENGTH)
        .describe(`The reason, for people; at most ${MAX_REASON_LENGTH} characters.`),
    }),
    answer: holdView,
    refusals: ['QUOTA_EXCEEDED'],
    example: { body: { scopes: ['admissions'], reason: 'The database is being moved.' } },
  }),
  releaseHold: route({
    at: 'POST /admin/hold/release',
    access: 'admin',
    summary: 'Release a hold',
    description:
      'Slots that have passed in the meantime are handled by the `misfire` policy of each job. After a restore, give in `skipSlotsUntil` the instant up to ' +
      'which slots had run before the restore: these slots become a gap with the reason `AlreadyRun`, and their stored runs that had not begun end as `Skipped`.',
    body: z.strictObject({
      tenant,
      skipSlotsUntil: instant.optional().describe('Slots up to this instant do not run; they become a gap.'),
    }),
    answer: holdsView,
    example: { body: { skipSlotsUntil: '2026-11-01T03:12:00Z' } },
  }),
});

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
