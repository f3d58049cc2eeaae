/** Which slots backfills have run after all: a slot that was missed stays missed, and has its run nonetheless. */
import type { Backfill } from '#common/domain/backfill.js';
import { MAX_BACKFILLED_COUNTED } from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';
import { excludesNothing } from '#common/schedule/exclusion.js';
import type { OpenGap } from '#common/schedule/schedule-state.js';
import { SlotWalk } from '#common/schedule/slots.js';

type Made = Pick<Backfill, 'rule' | 'from' | 'to' | 'mark' | 'state'>;

/** Up to where every slot of the backfill has its run. */
const madeUntil = ({ state, to, mark }: Made): Instant => (state === 'Completed' ? to : Math.min(mark, to));

export const hasMade = (backfill: Made, nominal: Instant): boolean =>
  backfill.from <= nominal && nominal <= madeUntil(backfill);

/**
 * How many slots of each gap have been given a run by the backfills of its job. At most `MAX_BACKFILLED_COUNTED` slots are walked
 * over in all: behind that fewer than there are may be counted.
 */
export function backfilledIn(gaps: readonly { gap: OpenGap; backfills: readonly Made[] }[]): readonly number[] {
  let left = MAX_BACKFILLED_COUNTED;
  return gaps.map(({ gap, backfills }) => {
    // A backfill excludes the same slots as the calendars and the window of the schedule.
    if (gap.outcome === 'excluded') return 0;
    const found = new Set<Instant>();
    for (const backfill of backfills) {
      const until = Math.min(gap.to, madeUntil(backfill));
      const walk = new SlotWalk(backfill.rule, Math.max(gap.from, backfill.from) - 1, excludesNothing);
      while (left > 0 && found.size < gap.count) {
        const slot = walk.next();
        if (slot === null || slot.nominal > until) break;
        left--;
        if (!slot.flags.includes('excluded')) found.add(slot.nominal);
      }
    }
    return found.size;
  });
}
