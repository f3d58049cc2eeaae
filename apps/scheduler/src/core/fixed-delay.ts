/** Determines the only slot of a schedule with `fixedDelay` after each step: a pure function of the schedule and the time. */
import { scheduledRunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { excludesNothing, type Exclusion } from '#common/schedule/exclusion.js';
import { delayedFrom, ruleOfSlots } from '#common/schedule/fixed-delay.js';
import type { DelayedSlot, ScheduleRule, ScheduleState } from '#common/schedule/schedule-state.js';
import { nextSlots } from '#common/schedule/slots.js';

type Next = Pick<ScheduleState, 'delayed'>;

/** The slot has its run, whose end is awaited. */
export function delayedAfterFire({ job, rule }: ScheduleState, slot: Instant): Next {
  if (rule?.fixedDelay === undefined) return {};
  return { delayed: { at: slot, run: scheduledRunId(job, slot) } };
}

/** The slot got no run: the next slot is the first in the future, counted in steps of the delay. */
export function delayedAfterGap({ rule }: ScheduleState, slot: Instant, now: Instant): Next {
  if (rule?.fixedDelay === undefined) return {};
  const step = rule.fixedDelay * 1000;
  return { delayed: { at: slot + step * (1 + Math.floor(Math.max(0, now - slot) / step)), run: null } };
}

/** The watermark was set back: a slot that is more than one delay ahead comes from a wrong clock. */
export function delayedAfterRewind({ rule, delayed }: ScheduleState, mark: Instant): Next {
  if (rule?.fixedDelay === undefined || delayed === undefined || delayed.at <= mark) return {};
  return { delayed: delayedFrom(rule.fixedDelay, mark) };
}

/** The runs of slots after the watermark were taken back: no schedule awaits them. */
export const delayedAfterWithdrawal = ({ delayed }: ScheduleState, mark: Instant): Next =>
  delayed !== undefined && delayed.at > mark ? { delayed: { ...delayed, run: null } } : {};

/**
 * The awaited run has ended, or does not exist any more: the delay begins. `finished`: null if it is unknown; a clock that is fast does
 * not make the delay longer.
 */
export function delayBegun(state: ScheduleState, finished: Instant | null, now: Instant): ScheduleState {
  const { rule, mark } = state;
  if (rule?.fixedDelay === undefined) return state;
  const ended = Math.max(Math.min(finished ?? now, now), mark);
  const next = { ...state, delayed: delayedFrom(rule.fixedDelay, ended), rev: state.rev + 1 };
  return { ...next, nextSlotAt: state.active ? firstSlotAfter(next, mark) : null };
}

/**
 * Under a definition that takes effect at `mark`: an awaited run is still awaited, and a future slot stays unchanged if the delay is the
 * same.
 */
export function delayedUnder(
  rule: ScheduleRule | null,
  old: Pick<ScheduleState, 'rule' | 'delayed'> | null,
  mark: Instant,
): Next {
  if (rule?.fixedDelay === undefined) return {};
  const former: DelayedSlot | undefined = old?.delayed;
  const isSame = old?.rule?.fixedDelay === rule.fixedDelay;
  if (former !== undefined && (former.run !== null || (isSame && former.at > mark))) return { delayed: former };
  return { delayed: delayedFrom(rule.fixedDelay, mark) };
}

/** When the first slot after the watermark takes effect; null if there is none. `excludes` matters if calendars move slots. */
export function firstSlotAfter(
  state: Pick<ScheduleState, 'rule' | 'delayed'>,
  mark: Instant,
  excludes: Exclusion = excludesNothing,
): Instant | null {
  const rule = ruleOfSlots(state);
  return (rule && nextSlots(rule, { after: mark, limit: 1, excludes })[0]?.effective) ?? null;
}
