/** Counts the slots that backfills have run: a missed slot stays missed, although it has a run then. */
import type { Backfill } from '#common/domain/backfill.js';
import { MAX_BACKFILLED_COUNTED } from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';
import { excludesNothing } from '#common/schedule/exclusion.js';
import type { OpenGap } from '#common/schedule/schedule-state.js';
import { SlotWalk } from '#common/schedule/slots.js';

type Made = Pick<Backfill, 'rule' | 'from' | 'to' | 'mark' | 'state'>;

/** The instant up to which every slot of the backfill has its run. */
const madeUntil = ({ state, to, mark }: Made): Instant => (state === 'Completed' ? to : Math.min(mark, to));

export const hasMade = (backfill: Made, nominal: Instant): boolean =>
  backfill.from <= nominal && nominal <= madeUntil(backfill);

/**
 * For each gap, the number of slots that the backfills of its job have run. At most `MAX_BACKFILLED_COUNTED` slots are visited in all:
 * beyond that the counts may be too low.
 */
export function backfilledIn(gaps: readonly { gap: OpenGap; backfills: readonly Made[] }[]): readonly number[] {
  let left = MAX_BACKFILLED_COUNTED;
  return gaps.map(({ gap, backfills }) => {
    // A backfill excludes the same slots as the calendars and the window of the schedule.
    if (gap.outcome === 'excluded') return 0;
    const slots = new Set<Instant>();
    for (const backfill of backfills) {
      const until = Math.min(gap.to, madeUntil(backfill));
      const walk = new SlotWalk(backfill.rule, Math.max(gap.from, backfill.from) - 1, excludesNothing);
      while (left > 0 && slots.size < gap.count) {
        const slot = walk.next();
        if (slot === null || slot.nominal > until) break;
        left--;
        if (!slot.flags.includes('excluded')) slots.add(slot.nominal);
      }
    }
    return slots.size;
  });
}
