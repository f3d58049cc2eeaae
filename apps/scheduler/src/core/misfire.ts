/** Decides which due slots still run, and why the others do not. */
import { nextSlots, SlotWalk, type Slot } from '#common/schedule/slots.js';
import type { Instant } from '#common/run/run.js';
import type { Exclusion } from '#common/schedule/exclusion.js';
import type { GapReason, MisfireRule, ScheduleRule } from '#common/schedule/schedule-state.js';
import { ON_TIME_MS } from './planning-limits.js';

/** A due slot, and the instant from which its lateness is measured. */
export interface DueView {
  readonly now: Instant;
  /** Slots with an effective instant up to this one are due. */
  readonly dueBy: Instant;
}

/** The span that a backward search covers first; doubled until it holds enough slots. */
const FIRST_SPAN_MS = 120_000;
/** More slots than any misfire rule keeps, so that a dense rule ends the search. */
const MAX_TAIL = 200_000;

/** The facts about a job's slots that decide which due slots run. */
export interface Backlog {
  readonly rule: ScheduleRule;
  readonly mark: Instant;
  readonly misfire: MisfireRule;
  readonly excludes: Exclusion;
}

/**
 * The nominal instant of the first due slot that runs: it and all later ones run, all earlier ones are missed. Infinity if every
 * due slot is missed. `first`: the first slot after the watermark.
 */
export function firstToRun(backlog: Backlog, view: DueView, first: Slot): Instant {
  const { misfire } = backlog;
  const deadline = deadlineMs(misfire);
  const onTimeSince = view.now - Math.min(ON_TIME_MS, deadline);
  // The usual case is one slot on time; only a late slot needs the other due ones.
  if (first.effective >= onTimeSince) return first.nominal;
  const onTime = firstEffectiveFrom(backlog, onTimeSince);
  const onTimeFrom = onTime !== null && onTime.effective <= view.dueBy ? onTime.nominal : Infinity;
  if (misfire.policy === 'skip' || (misfire.policy === 'last' && onTimeFrom !== Infinity)) return onTimeFrom;
  const kept = misfire.policy === 'last' ? 1 : misfire.maxMissed;
  const missed = lastSlots(backlog, Math.min(view.dueBy, onTimeSince - 1), kept);
  const oldest = missed.find((slot) => view.now - slot.effective <= deadline);
  return Math.min(oldest?.nominal ?? Infinity, onTimeFrom);
}

/** Why a due slot does not run. */
export function missReason(slot: Slot, misfire: MisfireRule, now: Instant): GapReason {
  if (now - slot.effective > deadlineMs(misfire)) return 'StartingDeadline';
  switch (misfire.policy) {
    case 'skip':
      return 'MisfireSkip';
    case 'last':
      return 'MisfireLast';
    case 'all':
      return 'MaxMissed';
  }
}

const deadlineMs = (misfire: MisfireRule): number => (misfire.startingDeadlineSeconds ?? Infinity) * 1000;

const isMeant = (slot: Slot): boolean => !slot.flags.includes('excluded');

/** The first slot with an effective instant at `from` or later that is not excluded. */
function firstEffectiveFrom({ rule, mark, excludes }: Backlog, from: Instant): Slot | null {
  const walk = new SlotWalk(rule, Math.max(mark, from - rule.jitterSeconds * 1000 - 1), excludes);
  for (let slot = walk.next(), seen = 0; slot !== null && seen < MAX_TAIL; slot = walk.next(), seen++) {
    if (slot.effective >= from && isMeant(slot)) return slot;
  }
  return null;
}

/** The last `count` slots with an effective instant up to `until` that are not excluded, ascending. */
function lastSlots({ rule, mark, excludes }: Backlog, until: Instant, count: number): Slot[] {
  for (let span = FIRST_SPAN_MS; ; span *= 2) {
    const after = Math.max(mark, until - span);
    const all = nextSlots(rule, { after, until, limit: MAX_TAIL, excludes });
    const slots = all.filter((slot) => slot.effective <= until && isMeant(slot));
    if (slots.length >= count || after === mark) return slots.slice(-count);
  }
}
