/** The slots of a backfill, and how it advances from one step to the next. */
import type { Backfill } from '#common/domain/backfill.js';
import { BACKFILL_RETRY_MS, MAX_BACKFILL_SLOTS } from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';
import type { Exclusion } from '#common/schedule/exclusion.js';
import { nextSlots, SlotWalk } from '#common/schedule/slots.js';
import type { ScheduleRule } from '#common/schedule/schedule-state.js';

export interface BackfillRange {
  /** Nominal instants, both inclusive. */
  readonly from: Instant;
  readonly to: Instant;
}

export type RangeAnswer =
  | { readonly ok: true; readonly slots: readonly Instant[] }
  | { readonly ok: false; readonly path: 'from' | 'to'; readonly detail: string };

const MINUTE_MS = 60_000;

/** The slots of the range without those that calendars exclude; bounded for every rule. */
export function slotsInRange(
  rule: ScheduleRule,
  { from, to }: BackfillRange,
  excludes: Exclusion,
  now: Instant,
): RangeAnswer {
  if (to > now) return { ok: false, path: 'to', detail: 'lies in the future: only past slots can be backfilled' };
  if (from > to) return { ok: false, path: 'from', detail: 'must not be later than "to"' };
  const slots = nextSlots(rule, { after: from - 1, until: to, limit: MAX_BACKFILL_SLOTS + 1, excludes });
  if (slots.length > MAX_BACKFILL_SLOTS) {
    return {
      ok: false,
      path: 'to',
      detail: `makes a range of more than ${MAX_BACKFILL_SLOTS} slots: use several smaller ranges`,
    };
  }
  return { ok: true, slots: slots.filter(({ flags }) => !flags.includes('excluded')).map(({ nominal }) => nominal) };
}

/** The slots that may start in a step of `stepMs`, oldest first. To be called only when `nextAt` has come. */
export function nextBatch(backfill: Backfill, excludes: Exclusion, stepMs: number): readonly Instant[] {
  const count = Math.max(1, Math.floor((backfill.maxPerMinute * stepMs) / MINUTE_MS));
  const walk = new SlotWalk(backfill.rule, backfill.mark, excludes);
  const batch: Instant[] = [];
  for (let slot = walk.next(); slot !== null && slot.nominal <= backfill.to; slot = walk.next()) {
    if (batch.length === count) break;
    if (!slot.flags.includes('excluded')) batch.push(slot.nominal);
  }
  return batch;
}

/** The state after a step: `batch` was planned, and its first `made` slots have their runs. */
export function advanced(
  backfill: Backfill,
  { batch, made: count }: { readonly batch: readonly Instant[]; readonly made: number },
  now: Instant,
): Backfill {
  const next = { ...backfill, made: backfill.made + count, rev: backfill.rev + 1 };
  if (batch.length === 0) {
    const message = 'Every slot of the range has its run.';
    return { ...next, state: 'Completed', message, nextAt: null, finishedAt: now };
  }
  const pace = now + Math.ceil((count * MINUTE_MS) / backfill.maxPerMinute);
  const refused = count < batch.length;
  return {
    ...next,
    mark: batch[count - 1] ?? backfill.mark,
    nextAt: refused ? Math.max(pace, now + BACKFILL_RETRY_MS) : pace,
  };
}

export function cancelled(backfill: Backfill, message: string, now: Instant): Backfill {
  return { ...backfill, rev: backfill.rev + 1, state: 'Cancelled', message, nextAt: null, finishedAt: now };
}
