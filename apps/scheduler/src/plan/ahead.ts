/**
 * Owns the runs that slots were given ahead of time: takes them back when a new definition takes effect before these slots do, and adopts those
 * that another planner has made. A run is taken back
 * only while no executor has started it; a slot whose run has begun keeps it.
 *
 * Several replicas may apply the same definition, and one of them may be paused meanwhile: afterwards it could take back runs of the new
 * definition, which others have stored long ago, and no planner would plan their slots again. So no replica takes back a run that was
 * planned from a later state than the state that it acts on (`scheduleRev`).
 *
 * The process may die at any line. Therefore the watermark is set back by compare-and-set before any run is taken back: the next planner
 * finds the runs that are still there, and makes the others again.
 */
import { scheduledRunId, type RunId } from '#common/domain/ids.js';
import type { StoredKey } from '#common/mongo/run-document.js';
import type { Instant, Run } from '#common/run/run.js';
import { isEarly, isUntouched } from '#common/run/new-run.js';
import { ruleOfSlots } from '#common/schedule/fixed-delay.js';
import { nextSlots, type Slot } from '#common/schedule/slots.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { delayedAfterWithdrawal } from '../core/fixed-delay.js';
import { MAX_MARK_AHEAD_MS, ON_TIME_MS } from '../core/planning-limits.js';
import type { CalendarCache } from '../definitions/calendar-cache.js';
import { protectFromWithdrawal } from '../admission/run-records.js';
import type { RunReader, RunStore, ScheduleStore } from '../ports.js';
import type { Fired } from './planned.js';

interface Stores {
  readonly runs: Pick<RunStore, 'save' | 'revoke' | 'withdraw'>;
  readonly reads: RunReader;
  readonly schedules: Pick<ScheduleStore, 'load' | 'save'>;
}

/**
 * Slots before this time are not planned again: a gap that is recorded later finds remaining runs by their keys, but only runs of slots
 * that were on time together with its first (`contested` in plan-step.ts).
 */
const REACH_MS = ON_TIME_MS - 10_000;
/** Slots that were recorded longer ago than this are not checked: applying a definition is repeated within minutes. */
const LOOKED_BACK_MS = 600_000;
const MAX_SLOTS = 5_000;
/** A process that changes a run meanwhile plans by a document that is not stored any more, so each process does so only once. */
const MAX_TRIES = 20;

export class Ahead {
  constructor(
    private readonly stores: Stores,
    /** The former definition's calendars may have moved its slots. */
    private readonly calendars: Pick<CalendarCache, 'exclusionFor'>,
  ) {}

  /**
   * Takes back the runs of slots after `since`, the earliest instant at which the new definition takes effect. Returns the state as it is
   * stored then, or the unchanged state if no run is taken back. Null: another process changed the document, and nothing was taken back.
   */
  async takeBack(state: ScheduleState, since: Instant, now: Instant): Promise<ScheduleState | null> {
    // A planner that died may have inserted runs without moving the watermark.
    const until = Math.max(state.mark, now + MAX_MARK_AHEAD_MS);
    const after = Math.max(since, now - LOOKED_BACK_MS);
    const slots = await this.slotsOf(state, after, until);
    if (slots.length === 0) return state;
    const recent = slots.filter(({ nominal }) => nominal > now - REACH_MS);
    const stored = await this.stores.reads.storedKeys(recent.map((slot) => idOf(state, slot)));
    const early = recent.flatMap((slot) => {
      const run = earlyRun(stored.get(idOf(state, slot)), state);
      return run === null ? [] : [{ slot, run }];
    });
    const [first] = early;
    if (first === undefined) return state;
    const back = setBack(state, { slots, first: first.slot, after });
    if (!(await this.stores.schedules.save(back, state.rev))) return null;
    await this.stores.runs.revoke(early.map(({ run }) => run));
    return back;
  }

  /**
   * Takes back the runs that a planner has made of the former definition's slots while the new one was stored: it lost the race for the
   * watermark, and might die before it takes them back itself.
   */
  async takeBackSuperseded(before: ScheduleState, next: ScheduleState, now: Instant): Promise<void> {
    const slots = await this.slotsOf(before, next.effectiveFrom, now + MAX_MARK_AHEAD_MS);
    const ids = slots.map((slot) => idOf(before, slot));
    if (ids.length === 0) return;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const stored = await this.stores.reads.storedKeys(ids);
      const superseded = ids.flatMap((id) => supersededRun(stored.get(id), next) ?? []);
      if (superseded.length === 0) return;
      // A run that is changed at this moment stays, and is read again.
      await this.stores.runs.revoke(superseded);
    }
  }

  /**
   * The runs that have the keys of these steps already: another planner has inserted them. Runs that were made ahead under a former definition, by a
   * planner that died before it took them back, are taken back; their steps are `superseded`, and their jobs are decided again.
   */
  async adopt(
    fired: readonly Fired[],
    stored: ReadonlyMap<RunId, StoredKey>,
  ): Promise<{ readonly superseded: ReadonlySet<Fired>; readonly adopted: ReadonlyMap<RunId, Run> }> {
    const supersededOf = ({ item, runs }: Fired): Run[] =>
      runs.flatMap(({ id }) => supersededRun(stored.get(id), item.state) ?? []);
    const superseded = new Set(fired.filter((each) => supersededOf(each).length > 0));
    if (superseded.size > 0) await this.stores.runs.revoke([...superseded].flatMap(supersededOf));
    return { superseded, adopted: await this.adoptRuns(fired, stored) };
  }

  /** The runs that another planner inserted, as they are now, without withdrawn runs, whose keys are free again. */
  keep(stored: ReadonlyMap<RunId, StoredKey>): Promise<ReadonlyMap<RunId, Run>> {
    return this.ofRuns(stored, (run) => protectFromWithdrawal(this.stores, run));
  }

  /**
   * Another process changed the job while these runs were inserted or adopted. A run that the new document neither covers nor would make
   * again belongs to a superseded definition: it is taken back unless it was changed meanwhile.
   */
  async takeBackLost({ item, runs, inserted }: Fired): Promise<void> {
    const own = runs.filter((run) => inserted.has(run.id) || isUntouched(run));
    if (own.length === 0) return;
    const state = await this.stores.schedules.load(item.state.job);
    for (const run of own) {
      const covered = state !== null && (run.scheduledFor ?? 0) <= state.mark;
      const isSame = state !== null && state.jobVersion === run.jobVersion && state.spec === run.spec;
      const stillMeant = isSame && state.active;
      if (covered || stillMeant) continue;
      if (inserted.has(run.id)) await this.stores.runs.withdraw(run);
      else await this.stores.runs.revoke([run]);
    }
  }

  /**
   * The runs that another planner inserted, as they are now. A run that has not begun is saved as planned from this planner's state: a
   * replica that decided to revoke it before, and was paused, then finds another revision. Runs that were taken back, whose keys are free
   * again, and runs that were changed at this moment are left out: their slots are decided again.
   */
  private adoptRuns(fired: readonly Fired[], stored: ReadonlyMap<RunId, StoredKey>): Promise<ReadonlyMap<RunId, Run>> {
    const revs = new Map(fired.map(({ item }) => [item.state.job, item.state.rev]));
    return this.ofRuns(stored, async (run) => {
      const scheduleRev = revs.get(run.job) ?? 0;
      if (!isUntouched(run) || (run.scheduleRev ?? 0) >= scheduleRev) return protectFromWithdrawal(this.stores, run);
      const next = { ...run, scheduleRev, rev: run.rev + 1 };
      if (await this.stores.runs.save(next, run.rev)) return next;
      const present = (await this.stores.reads.load([run.id])).get(run.id);
      return present && !isUntouched(present) ? present : null;
    });
  }

  private async ofRuns(
    stored: ReadonlyMap<RunId, StoredKey>,
    take: (run: Run) => Promise<Run | null>,
  ): Promise<ReadonlyMap<RunId, Run>> {
    const runs = [...stored.values()].flatMap((key) => (key.kind === 'run' ? [key.run] : []));
    const current = await Promise.all(runs.map(take));
    return new Map(current.flatMap((run) => (run ? [[run.id, run] as const] : [])));
  }

  private async slotsOf(state: ScheduleState, after: Instant, until: Instant): Promise<readonly Slot[]> {
    const rule = ruleOfSlots(state);
    if (rule === null) return [];
    const excludes = await this.calendars.exclusionFor(state);
    return nextSlots(rule, { after, until, limit: MAX_SLOTS, excludes });
  }
}

interface Place {
  readonly slots: readonly Slot[];
  readonly first: Slot;
  /** Slots up to this instant are not checked. */
  readonly after: Instant;
}

/** Sets the watermark right before a slot, which is then the next one. A watermark that is there already stays, under a new revision. */
function setBack(state: ScheduleState, { slots, first, after }: Place): ScheduleState {
  const rev = state.rev + 1;
  if (first.nominal > state.mark) return { ...state, rev };
  const kept = slots.findLast(({ nominal }) => nominal < first.nominal);
  const mark = kept?.nominal ?? after;
  const fired = state.lastFired !== undefined && { lastFired: Math.min(state.lastFired, mark) };
  const lastSlot = state.lastSlot === null ? null : Math.min(state.lastSlot, mark);
  const nextSlotAt = Math.min(first.effective, state.nextSlotAt ?? Infinity);
  return { ...state, mark, lastSlot, nextSlotAt, rev, ...fired, ...delayedAfterWithdrawal(state, mark) };
}

const idOf = ({ job }: ScheduleState, { nominal }: Slot): RunId => scheduledRunId(job, nominal);

/** A run that may be taken back; else null. */
const earlyRun = (key: StoredKey | undefined, { rev }: ScheduleState): Run | null =>
  key?.kind === 'run' && isEarly(key.run) && plannedFrom(key.run) <= rev ? key.run : null;

const plannedFrom = ({ scheduleRev = 0 }: Run): number => scheduleRev;

/** The run, if it has not begun and its slot belongs to a later definition than the run, or to one that plans nothing; else null. */
export function supersededRun(
  key: StoredKey | undefined,
  {
    effectiveFrom,
    jobVersion,
    spec,
    rev,
    active,
  }: Pick<ScheduleState, 'effectiveFrom' | 'jobVersion' | 'spec' | 'rev' | 'active'>,
): Run | null {
  if (key?.kind !== 'run' || !isUntouched(key.run) || (key.run.scheduledFor ?? 0) <= effectiveFrom) return null;
  if (plannedFrom(key.run) >= rev) return null;
  return !active || key.run.jobVersion !== jobVersion || key.run.spec !== spec ? key.run : null;
}
