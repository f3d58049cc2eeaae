/**
 * The next step for the slots of one job: make runs of some, record some as a gap, or nothing. A step moves the watermark over
 * slots of one kind only, so that it is one compare-and-set; steps are repeated until nothing is due.
 *
 * Two planners may work on the same revision. Runs are inserted before the watermark moves, so the key of a slot decides: a planner that
 * records a gap first closes the keys of the slots for which the other planner might be making runs.
 */
import { scheduledRunId } from '#common/domain/ids.js';
import { storedPriority } from '#common/domain/priority.js';
import type { Instant } from '#common/run/run.js';
import type { Exclusion } from '#common/schedule/exclusion.js';
import { ruleOfSlots } from '#common/schedule/fixed-delay.js';
import { limitKeyOf } from '#common/schedule/key-limit.js';
import { SlotWalk, type Slot, nextSlots } from '#common/schedule/slots.js';
import type {
  GapOutcome,
  GapReason,
  OpenGap,
  ScheduleRule,
  ScheduleState,
  MisfireRule,
} from '#common/schedule/schedule-state.js';
import { delayedAfterFire, delayedAfterGap, delayedAfterRewind, firstSlotAfter } from './fixed-delay.js';
import {
  LOOK_AHEAD_MS,
  MAX_FIRED_PER_STEP,
  MAX_GAP_SLOTS_PER_STEP,
  MAX_MARK_AHEAD_MS,
  ON_TIME_MS,
} from './planning-limits.js';
import { applyAdmission, withPermits, type AdmissionResult } from './apply-admission.js';

/** The stored state of a slot's key: it belongs to a run, or it was closed for a gap. */
export type KnownSlot =
  { readonly kind: 'run' } | { readonly kind: 'closed'; readonly outcome: GapOutcome; readonly reason: GapReason };

/** With `dueBy` after `now`, slots get their runs ahead of time; slots that get no run are recorded when they are due, never before. */
export interface PlanView extends DueView {
  /** DISABLE_CRON: due slots become a gap. */
  readonly cronDisabled: boolean;
  /** Held: due slots become a gap. `skipUntil`: slots up to this instant have run already. */
  readonly hold?: { readonly isHeld: boolean; readonly skipUntil: Instant | null };
  /** Runs of the job need a permit: of its own limit, its group's or its tenant's. */
  readonly limited: boolean;
  /** The times that the calendars of the schedule exclude. */
  readonly excludes: Exclusion;
  readonly knownSlots: ReadonlyMap<Instant, KnownSlot>;
  /**
   * Set when the rule or the activity of the job is about to change: all slots with a nominal instant up to `dueBy` get this
   * outcome, so that no past slot is left to the new definition.
   */
  readonly closing: { readonly outcome: GapOutcome; readonly reason: GapReason } | null;
}

export type PlanStep =
  /** Nothing is due. `next` is set if the stored wake-up time is wrong. */
  | { readonly kind: 'idle'; readonly next: ScheduleState | null }
  | {
      readonly kind: 'gap';
      readonly gap: OpenGap;
      /** The slots of this step; the gap may have begun earlier. */
      readonly count: number;
      readonly toClose: readonly Instant[];
      readonly next: ScheduleState;
    }
  | {
      readonly kind: 'fire';
      readonly slots: readonly Slot[];
      /** Null if no limit applies: the runs start at once. */
      readonly admission: AdmissionResult | null;
      readonly next: ScheduleState;
    }
  /** The watermark lies in the future, because a clock was wrong. It is set back, and an error is logged. */
  | { readonly kind: 'rewind'; readonly next: ScheduleState };

type Verdict =
  { readonly kind: 'fire' } | { readonly kind: 'gap'; readonly outcome: GapOutcome; readonly reason: GapReason };

export function planStep(state: ScheduleState, view: PlanView): PlanStep {
  if (state.mark > view.now + MAX_MARK_AHEAD_MS) return { kind: 'rewind', next: rewound(state, view.now) };
  const rule = ruleOfSlots(state);
  const walk =
    rule !== null && (state.active || view.closing !== null) ? new SlotWalk(rule, state.mark, view.excludes) : null;
  const first = walk?.next() ?? null;
  return walk === null || first === null || !isDue(first, view)
    ? idle(state, first)
    : stepFrom(walk, first, state, view);
}

/** The step over the due slots from `first` on. */
function stepFrom(walk: SlotWalk, first: Slot, state: ScheduleState, view: PlanView): PlanStep {
  const judge = judgeOf(state, view, first);
  const lastFired = state.lastFired ?? null;
  const verdict = judge(first, lastFired);
  if (verdict.kind === 'gap' && isAhead(first, view)) return idle(state, first);
  const due = dueRun(walk, { slot: first, verdict, lastFired }, judge, view);
  if (verdict.kind === 'gap') return gapStep(state, due, verdict, view.now);
  return view.limited ? fireLimited(state, due, view) : fire(state, due, null);
}

function idle(state: ScheduleState, first: Slot | null): PlanStep {
  const nextSlotAt = state.active && first !== null ? first.effective : null;
  return { kind: 'idle', next: state.nextSlotAt === nextSlotAt ? null : stepped(state, { nextSlotAt }) };
}

const isDue = (slot: Slot, { closing, dueBy }: PlanView): boolean =>
  (closing === null ? slot.effective : slot.nominal) <= dueBy;

const isAhead = (slot: Slot, { closing, now }: PlanView): boolean => closing === null && slot.effective > now;

interface DueRun {
  readonly slots: readonly Slot[];
  /** The slot after these, due or not. */
  readonly next: Slot | null;
}

/** `lastFired`: the last slot before it that gets a run; null if there was none. */
type Judge = (slot: Slot, lastFired: Instant | null) => Verdict;

const FIRE: Verdict = { kind: 'fire' };
const TOO_SOON: Verdict = { kind: 'gap', outcome: 'skipped', reason: 'MinInterval' };

function judgeOf(state: ScheduleState, view: PlanView, first: Slot): Judge {
  const { misfire } = state;
  const rule = ruleOfSlots(state);
  const runFrom =
    view.closing !== null || rule === null
      ? first.nominal
      : firstToRun(
          { rule, mark: state.mark, misfire, excludes: view.excludes },
          { now: view.now, dueBy: Math.min(view.dueBy, view.now) },
          first,
        );
  return (slot, lastFired) => {
    const slotState = view.knownSlots.get(slot.nominal);
    if (slotState?.kind === 'run') return FIRE;
    if (slotState) return { kind: 'gap', outcome: slotState.outcome, reason: slotState.reason };
    if (slot.flags.includes('outside-window')) return { kind: 'gap', outcome: 'excluded', reason: 'OutsideWindows' };
    if (slot.flags.includes('excluded')) return { kind: 'gap', outcome: 'excluded', reason: 'Excluded' };
    if (view.closing !== null) return { kind: 'gap', ...view.closing };
    if (view.cronDisabled) return { kind: 'gap', outcome: 'paused', reason: 'CronDisabled' };
    const held = heldVerdict(slot, view);
    if (held !== null) return held;
    if (slot.nominal >= runFrom) return isTooSoon(slot, lastFired, rule) ? TOO_SOON : FIRE;
    return { kind: 'gap', outcome: 'missed', reason: missReason(slot, misfire, view.now) };
  };
}

const isTooSoon = ({ nominal }: Slot, lastFired: Instant | null, rule: ScheduleRule | null): boolean =>
  lastFired !== null && nominal - lastFired < (rule?.minIntervalSeconds ?? 0) * 1000;

function heldVerdict({ nominal }: Slot, { hold }: PlanView): Verdict | null {
  if (hold === undefined) return null;
  const { isHeld, skipUntil } = hold;
  if (skipUntil !== null && nominal <= skipUntil) return { kind: 'gap', outcome: 'skipped', reason: 'AlreadyRun' };
  return isHeld ? { kind: 'gap', outcome: 'paused', reason: 'Held' } : null;
}

/** The due slots from `first` on that share its outcome. */
function dueRun(
  walk: SlotWalk,
  {
    slot: first,
    verdict,
    lastFired,
  }: { readonly slot: Slot; readonly verdict: Verdict; readonly lastFired: Instant | null },
  judge: Judge,
  view: PlanView,
): DueRun {
  const limit = verdict.kind === 'fire' ? MAX_FIRED_PER_STEP : MAX_GAP_SLOTS_PER_STEP;
  const slots = [first];
  let next = walk.next();
  // `contested` does not cover slots that are not due yet behind one that the misfire policy catches up on.
  const mayBeAhead = verdict.kind === 'fire' && first.effective >= view.now - ON_TIME_MS;
  const firedBefore = (): Instant | null => (verdict.kind === 'fire' ? (slots.at(-1)?.nominal ?? null) : lastFired);
  const belongs = (slot: Slot): boolean =>
    isDue(slot, view) && (mayBeAhead || !isAhead(slot, view)) && same(judge(slot, firedBefore()), verdict);
  while (next !== null && slots.length < limit && belongs(next)) {
    slots.push(next);
    next = walk.next();
  }
  return { slots, next };
}

const same = (a: Verdict, b: Verdict): boolean =>
  a.kind === 'fire' ? b.kind === 'fire' : b.kind === 'gap' && a.outcome === b.outcome && a.reason === b.reason;

function fire(state: ScheduleState, { slots, next }: DueRun, admission: AdmissionResult | null): PlanStep {
  const last = slots.at(-1)?.nominal ?? state.mark;
  const fired = state.rule?.minIntervalSeconds !== undefined && { lastFired: last };
  const moved = {
    mark: last,
    lastSlot: last,
    nextSlotAt: next?.effective ?? null,
    openGap: null,
    ...delayedAfterFire(state, last),
    ...fired,
  };
  const permitted = admission === null ? state : withPermits(state, admission);
  return { kind: 'fire', slots, admission, next: stepped(permitted, moved) };
}

/** Slots are admitted one by one, as if at their own times; the first refused one begins a gap of its own. */
function fireLimited(state: ScheduleState, due: DueRun, view: PlanView): PlanStep {
  const all = admitSlots(state, due.slots, view.now);
  // A slot whose run exists cannot become a gap: the run is admitted, and ended if there is no permit.
  const refusals = due.slots.map((slot) => (view.knownSlots.has(slot.nominal) ? null : refusalOf(state, slot, all)));
  const [reason = null] = refusals;
  const changes = refusals.findIndex((refusal) => (reason === null ? refusal !== null : refusal !== reason));
  const end = changes < 0 ? due.slots.length : changes;
  const part = { slots: due.slots.slice(0, end), next: due.slots[end] ?? due.next };
  if (reason !== null) return gapStep(state, part, { outcome: 'skipped', reason }, view.now);
  return fire(state, part, admitSlots(state, part.slots, view.now));
}

function admitSlots(state: ScheduleState, slots: readonly Slot[], now: Instant): AdmissionResult {
  const { policy, perKey } = state.concurrency;
  const { limitKey: key } = limitKeyOf(perKey, null);
  return applyAdmission(
    state,
    slots.map(({ nominal }) => ({
      type: 'admit',
      run: scheduledRunId(state.job, nominal),
      policy,
      startAfter: 0,
      ...storedPriority(state.priority),
      ...(key !== undefined && { key }),
    })),
    now,
  );
}

function refusalOf(state: ScheduleState, { nominal }: Slot, result: AdmissionResult): GapReason | null {
  const answer = result.answers.get(scheduledRunId(state.job, nominal));
  if (answer === 'forbidden') return 'ConcurrencyForbidden';
  return answer === 'queueFull' ? 'QueueFull' : null;
}

function gapStep(
  state: ScheduleState,
  { slots, next }: DueRun,
  { outcome, reason }: { readonly outcome: GapOutcome; readonly reason: GapReason },
  now: Instant,
): PlanStep {
  const from = slots[0]?.nominal ?? state.mark;
  const to = slots.at(-1)?.nominal ?? from;
  const open = state.openGap;
  const extended = open !== null && open.to === state.mark && open.outcome === outcome && open.reason === reason;
  const gap: OpenGap = {
    from: extended ? open.from : from,
    to,
    count: slots.length + (extended ? open.count : 0),
    outcome,
    reason,
  };
  const moved = { mark: to, lastSlot: to, openGap: gap };
  return {
    kind: 'gap',
    gap,
    count: slots.length,
    toClose: contested(state, slots),
    next: stepped(state, { ...moved, ...nextAfterGap(state, to, next, now) }),
  };
}

/** Under a fixed delay the next slot is known only after this slot has its outcome. */
function nextAfterGap(
  state: ScheduleState,
  to: Instant,
  next: Slot | null,
  now: Instant,
): Pick<ScheduleState, 'nextSlotAt' | 'delayed'> {
  const { delayed } = delayedAfterGap(state, to, now);
  if (delayed === undefined) return { nextSlotAt: next?.effective ?? null };
  return { delayed, nextSlotAt: firstSlotAfter({ ...state, delayed }, to) };
}

/**
 * The slots for which another planner, which read this revision at another moment, might be making runs: the slots right after the
 * watermark that were on time together, or are due soon, or that the misfire policy catches up on.
 */
function contested(state: ScheduleState, slots: readonly Slot[]): Instant[] {
  const together = (slots[0]?.effective ?? 0) + ON_TIME_MS + LOOK_AHEAD_MS;
  return slots
    .slice(0, MAX_FIRED_PER_STEP)
    .filter((slot) => state.misfire.policy === 'all' || slot.effective <= together)
    .map((slot) => slot.nominal);
}

/** Recorded slots keep their outcome by their keys; slots from now on fire again. */
function rewound(state: ScheduleState, now: Instant): ScheduleState {
  const { lastSlot } = state;
  const mark = lastSlot !== null && lastSlot <= now + MAX_MARK_AHEAD_MS ? lastSlot : now;
  const fired = state.lastFired !== undefined && { lastFired: Math.min(state.lastFired, mark) };
  return stepped(state, {
    mark,
    lastSlot: Math.min(lastSlot ?? mark, mark),
    nextSlotAt: now,
    openGap: null,
    ...fired,
    ...delayedAfterRewind(state, mark),
  });
}

const stepped = (state: ScheduleState, change: Partial<ScheduleState>): ScheduleState => ({
  ...state,
  ...change,
  rev: state.rev + 1,
});

/* Decides which due slots still run, and why the others do not. */

/** A due slot, and the instant from which its lateness is measured. */
interface DueView {
  readonly now: Instant;
  /** Slots with an effective instant up to this one are due. */
  readonly dueBy: Instant;
}

/** The span that a backward search covers first; doubled until it holds enough slots. */
const FIRST_SPAN_MS = 120_000;
/** More slots than any misfire rule keeps, so that a dense rule ends the search. */
const MAX_TAIL = 200_000;

/** The facts about a job's slots that decide which due slots run. */
interface Backlog {
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
