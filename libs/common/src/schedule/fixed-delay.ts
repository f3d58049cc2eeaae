/**
 * A rule with `fixedDelay` has one slot at a time: the next one is known when the run of the one before has ended. Until then,
 * and until that slot, the rule has a single slot.
 */
import type { RunId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { DelayedSlot, ScheduleRule, ScheduleState } from './schedule-state.js';

type Delayed = Pick<ScheduleState, 'rule' | 'delayed'>;

/** The rule from which slots are computed: with `fixedDelay` it has only the slot that is known. */
export function ruleOfSlots({ rule, delayed }: Delayed): ScheduleRule | null {
  if (rule?.fixedDelay === undefined || delayed === undefined) return rule;
  return { ...rule, at: Math.max(delayed.at, rule.notBefore ?? delayed.at) };
}

/** The run whose end begins the delay; null where none is awaited. */
export const awaitedRunOf = ({ delayed }: Pick<ScheduleState, 'delayed'>): RunId | null => delayed?.run ?? null;

/** The slot one delay after `from`, on a whole second. */
export const delayedFrom = (fixedDelay: number, from: Instant): DelayedSlot => ({
  at: (Math.ceil(from / 1000) + fixedDelay) * 1000,
  run: null,
});
