/**
 * Decides which runs give up permits for which waiting runs. A run that has waited for `PREEMPT_AFTER_MS` takes permits of preemptible runs:
 * of its own tenant, if their priority is lower, or if their group has more for its weight; of other tenants that have more than their
 * share, if its own has less. Priorities are compared without age: otherwise two runs would take one permit from each other in turns.
 *
 * The waiting runs are examined in turn, and permits that are becoming free are given to them first, so none is taken that becomes free
 * anyway. Permits are taken only if they are enough in all limits of the run, and if the run is then the next in turn, so that no other run
 * gets them.
 */
import type { RunId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import { PREEMPT_AFTER_MS } from '../domain/limits.js';
import { nextLane, type Turns } from './lanes.js';
import type { Line, WaitingRun } from './line.js';
import type { Scope } from './scope.js';
import type { Room } from './room.js';

/** What may be taken from a run. */
export interface Preemptible {
  /** Permits that may be taken. */
  readonly permits: number;
  /** Permits that were taken for others and are not free yet. */
  readonly leaving: number;
  /** How often the run was preempted. */
  readonly times: number;
  readonly priority: number;
  /** When it got the youngest of its permits. */
  readonly since: Instant;
}

/** What a run has to give up. */
export interface Demand {
  readonly permits: number;
  /** How often the run had been preempted when this was decided: the demand is void once it has been preempted again. */
  readonly times: number;
  /** For people: the runs that get the permits. */
  readonly takers: string;
}

/** A run of which permits may be taken. */
interface Holder extends Scope, Preemptible {
  readonly run: RunId;
}

interface Decided {
  readonly permits: number;
  readonly times: number;
  readonly takers: readonly WaitingRun[];
  /** When it is void, on the monotonic clock. */
  readonly until: number;
}

/** The same moment on both clocks, in milliseconds. */
export interface Moment {
  readonly now: Instant;
  readonly monotonic: number;
}

/** A decided preemption that the run has not applied by then is void: its decision may have failed, or the run had ended. */
const DEMAND_MS = 5_000;
/** Waiting runs that are examined in one decision. */
const MAX_LOOKED_AT = 1_000;
/** Runs that a message names. */
const MAX_NAMED = 3;

export class Preemption {
  private readonly holders = new Map<RunId, Holder>();
  private readonly demands = new Map<RunId, Decided>();

  constructor(
    private readonly room: Room,
    private readonly line: Line,
    /** Runs that one decision preempts at most. */
    private readonly most: number,
  ) {}

  /** A run waits, and a run has permits that may be taken. */
  get isPossible(): boolean {
    return this.holders.size > 0 && this.line.size > 0;
  }

  /** Sets what may be taken from the run, as it is stored now. */
  set(run: RunId, scope: Scope, preemptible: Preemptible | null): void {
    if (preemptible === null) this.forget(run);
    else this.holders.set(run, { run, ...scope, ...preemptible });
    if (this.demands.get(run)?.times !== preemptible?.times) this.demands.delete(run);
  }

  forget(run: RunId): void {
    this.holders.delete(run);
    this.demands.delete(run);
  }

  /** What the run has to give up; null: nothing. */
  demandOf(run: RunId): Demand | null {
    const decided = this.demands.get(run);
    const holder = this.holders.get(run);
    if (!decided || !holder) return null;
    const { permits, times, takers } = decided;
    return { permits, times, takers: named(takers, holder.share.tenant) };
  }

  /** Returns the runs that have to give up permits besides those that had to before. */
  decide(moment: Moment): readonly RunId[] {
    for (const [run, { until }] of this.demands) if (until <= moment.monotonic) this.demands.delete(run);
    const trial = new Trial(this.room);
    try {
      for (const holder of this.holders.values())
        trial.add(holder, -holder.leaving - (this.demands.get(holder.run)?.permits ?? 0));
      return this.decideIn(trial, moment);
    } finally {
      trial.undo(0);
    }
  }

  private decideIn(trial: Trial, { now, monotonic }: Moment): readonly RunId[] {
    const { shares } = this.room;
    const all = this.line.turns();
    const keptBack = this.line.keptBack();
    let open = all;
    const victims = new Set<RunId>();
    for (let i = 0; i < MAX_LOOKED_AT; i++) {
      const turns = nextLane(open, shares);
      const waiting = turns && this.line.waitingOf(turns);
      if (!waiting) {
        if (!turns) break;
        open = open.filter((each) => each !== turns);
        continue;
      }
      const isFree = waiting.keptBack.size > 0 || !waiting.limits.some(({ key }) => keptBack.has(key));
      const taken = isFree
        ? this.permitsFor(waiting, { turns, all, trial, now, left: this.most - victims.size })
        : null;
      if (taken === null) open = open.filter((each) => each !== turns);
      else {
        for (const [{ run, times }, permits] of taken) {
          this.demand(run, { permits, times, taker: waiting, until: monotonic + DEMAND_MS });
          victims.add(run);
        }
        trial.add(waiting, waiting.least);
        turns.pass();
      }
    }
    return [...victims];
  }

  private demand(
    run: RunId,
    { permits, taker, ...rest }: Omit<Decided, 'takers'> & { readonly taker: WaitingRun },
  ): void {
    const before = this.demands.get(run);
    this.demands.set(run, {
      permits: (before?.permits ?? 0) + permits,
      takers: [...(before?.takers ?? []), taker],
      ...rest,
    });
  }

  /**
   * The permits that have to be taken for the run, and are taken already in the trial; none if there is room. Null: it has to wait.
   */
  private permitsFor(
    waiting: WaitingRun,
    { turns, all, trial, now, left }: Search,
  ): ReadonlyMap<Holder, number> | null {
    const taken = new Map<Holder, number>();
    if (this.hasRoom(waiting)) return taken;
    if (now - waiting.waitsSince < PREEMPT_AFTER_MS) return null;
    const mark = trial.size;
    for (const holder of this.candidatesFor(waiting))
      for (let permits = 1; this.mayTake(waiting, holder, permits); permits++) {
        trial.add(holder, -1);
        taken.set(holder, permits);
      }
    for (const [holder, permits] of taken) {
      trial.add(holder, permits);
      if (this.hasRoom(waiting)) taken.delete(holder);
      else trial.add(holder, -permits);
    }
    if (taken.size <= left && this.hasRoom(waiting) && this.isNext(turns, all)) return taken;
    trial.undo(mark);
    return null;
  }

  private hasRoom(waiting: WaitingRun): boolean {
    return this.room.short(waiting, waiting.least).length === 0;
  }

  /** Whether this run is the next that would be offered the free permits. */
  private isNext(turns: Turns, all: readonly Turns[]): boolean {
    const able = all.filter((each) => {
      const waiting = this.line.waitingOf(each);
      return waiting !== undefined && this.hasRoom(waiting);
    });
    return nextLane(able, this.room.shares) === turns;
  }

  /**
   * Runs of other tenants come first, the tenant that has the most for its share before the others; then the lowest priority; then the
   * youngest, which lose the least work.
   */
  private candidatesFor(waiting: WaitingRun): readonly Holder[] {
    const own = waiting.share.tenant;
    const use = ({ limits, share }: Holder): number =>
      share.tenant === own ? -1 : this.room.shares.standing(limits, share).use;
    return [...this.holders.values()]
      .filter((holder) => holder.run !== waiting.run && this.mayTake(waiting, holder, 1))
      .map((holder) => ({ holder, use: use(holder) }))
      .sort((a, b) => b.use - a.use || a.holder.priority - b.holder.priority || b.holder.since - a.holder.since)
      .map(({ holder }) => holder);
  }

  /** `permits`: how many of the holder's would be taken for this run; the trial has taken all but the last of them already. */
  private mayTake(waiting: WaitingRun, holder: Holder, permits: number): boolean {
    const left = holder.permits - (this.demands.get(holder.run)?.permits ?? 0);
    if (permits > left) return false;
    const keys = new Set(holder.limits.map(({ key }) => key));
    const short = this.room.short(waiting, waiting.least).filter(({ key }) => keys.has(key));
    if (short.length === 0) return false;
    const { shares } = this.room;
    const mine = waiting.share;
    const its = holder.share;
    if (mine.tenant !== its.tenant)
      return short.every((limit) => shares.lacks(limit, mine, waiting.least) && shares.canSpare(limit, its));
    if (mine.group === null || its.group === null || mine.group === its.group)
      return waiting.priority > holder.priority;
    return shares.groupUse(its) - 1 / its.groupWeight >= shares.groupUse(mine) + waiting.least / mine.groupWeight;
  }
}

interface Search {
  readonly turns: Turns;
  readonly all: readonly Turns[];
  readonly trial: Trial;
  readonly now: Instant;
  /** The number of runs that may still be preempted. */
  readonly left: number;
}

/** Permits that are counted as if they were taken or free, until that is undone. */
class Trial {
  private readonly steps: { readonly scope: Scope; readonly permits: number }[] = [];

  constructor(private readonly room: Room) {}

  get size(): number {
    return this.steps.length;
  }

  add(scope: Scope, permits: number): void {
    if (permits === 0) return;
    this.room.suppose(scope, permits);
    this.steps.push({ scope, permits });
  }

  undo(size: number): void {
    for (const { scope, permits } of this.steps.splice(size).reverse()) this.room.suppose(scope, -permits);
  }
}

/** A run of another tenant is not named: readers of one tenant learn nothing about another. */
function named(takers: readonly WaitingRun[], tenant: string): string {
  const own = takers.filter(({ share }) => share.tenant === tenant);
  const others = takers.length - own.length;
  const names = [
    ...own.slice(0, MAX_NAMED).map(({ run, priority }) => `run ${run} of priority ${priority}`),
    ...(own.length > MAX_NAMED ? [`${own.length - MAX_NAMED} more`] : []),
    ...(others > 0
      ? [`${others === 1 ? 'a run' : `${others} runs`} of another tenant, which has less than its share`]
      : []),
  ];
  return names.join(', ');
}
