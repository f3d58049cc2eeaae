/**
 * Decides which runs give up places for which waiting runs. A run that has waited for `PREEMPT_AFTER_MS` takes places of preemptible runs:
 * of its own tenant, if their priority is lower, or if their group has more for its weight; of other tenants that have more than their
 * share, if its own has less. Priorities are compared without age: otherwise two runs would take one place from each other in turns.
 *
 * The waiting runs are examined in turn, and places that are becoming free are given to them first, so no place is taken that becomes free
 * anyway. Places are taken only if they are enough, and if the run is then the next in turn, so that no other run gets them.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { MAX_PREEMPTIONS_PER_SECOND, PREEMPT_AFTER_MS } from '#common/domain/limits.js';
import type { Demand } from '../run/context.js';
import type { Preemptible } from '../run/preemption.js';
import { nextLane } from './start-lanes.js';
import type { StartLine, Turns, WaitingStart } from './start-line.js';
import type { StartRoom, StartScope } from './start-room.js';

/** A run whose places may be taken. */
interface Holder extends StartScope, Preemptible {
  readonly run: RunId;
}

interface Decided {
  readonly places: number;
  readonly times: number;
  readonly takers: readonly WaitingStart[];
  /** When it is void, on the monotonic clock. */
  readonly until: number;
}

/** A decided preemption that the run has not applied by then is void: its decision may have failed, or the run had ended. */
const DEMAND_MS = 5_000;
/** Waiting runs that are examined in one second. */
const MAX_LOOKED_AT = 1_000;
/** Runs that a message names. */
const MAX_NAMED = 3;

export class StartPreemption {
  private readonly holders = new Map<RunId, Holder>();
  private readonly demands = new Map<RunId, Decided>();

  constructor(
    private readonly room: StartRoom,
    private readonly line: StartLine,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
  ) {}

  /** A run waits, and a run has places that may be taken. */
  get isPossible(): boolean {
    return this.holders.size > 0 && this.line.size > 0;
  }

  /** Sets the places that may be taken from the run, as it is stored now. */
  set(run: RunId, scope: StartScope, preemptible: Preemptible | null): void {
    if (preemptible === null) this.forget(run);
    else this.holders.set(run, { run, ...scope, ...preemptible });
    if (this.demands.get(run)?.times !== preemptible?.times) this.demands.delete(run);
  }

  forget(run: RunId): void {
    this.holders.delete(run);
    this.demands.delete(run);
  }

  /** The places that the run has to give up; null: none. */
  demandOf(run: RunId): Demand | null {
    const decided = this.demands.get(run);
    const holder = this.holders.get(run);
    if (!decided || !holder) return null;
    return { places: decided.places, times: decided.times, message: messageOf(decided, holder.share.tenant) };
  }

  /** Decides for one second. Returns the runs that have to give up places: each is to be reconciled. */
  decide(): readonly RunId[] {
    const now = this.clock.monotonic();
    for (const [run, { until }] of this.demands) if (until <= now) this.demands.delete(run);
    const trial = new Trial(this.room);
    try {
      for (const holder of this.holders.values())
        trial.add(holder, -holder.leaving - (this.demands.get(holder.run)?.places ?? 0));
      return this.decideIn(trial);
    } finally {
      trial.undo(0);
    }
  }

  private decideIn(trial: Trial): readonly RunId[] {
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
        ? this.placesFor(waiting, { turns, all, trial, left: MAX_PREEMPTIONS_PER_SECOND - victims.size })
        : null;
      if (taken === null) open = open.filter((each) => each !== turns);
      else {
        for (const [{ run, times }, places] of taken) {
          this.demand(run, { places, times, taker: waiting });
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
    { places, times, taker }: { readonly places: number; readonly times: number; readonly taker: WaitingStart },
  ): void {
    const before = this.demands.get(run);
    const takers = [...(before?.takers ?? []), taker];
    const until = this.clock.monotonic() + DEMAND_MS;
    this.demands.set(run, { places: (before?.places ?? 0) + places, times, takers, until });
  }

  /**
   * The places that have to be taken for the run, and are taken already in the trial; none if there is room. Null: the run has to wait.
   */
  private placesFor(waiting: WaitingStart, { turns, all, trial, left }: Search): ReadonlyMap<Holder, number> | null {
    const taken = new Map<Holder, number>();
    if (this.hasRoom(waiting)) return taken;
    if (this.clock.now() - waiting.waitsSince < PREEMPT_AFTER_MS) return null;
    const mark = trial.size;
    for (const holder of this.candidatesFor(waiting))
      for (let places = 1; this.mayTake(waiting, holder, places); places++) {
        trial.add(holder, -1);
        taken.set(holder, places);
      }
    for (const [holder, places] of taken) {
      trial.add(holder, places);
      if (this.hasRoom(waiting)) taken.delete(holder);
      else trial.add(holder, -places);
    }
    if (taken.size <= left && this.hasRoom(waiting) && this.isNext(turns, all)) return taken;
    trial.undo(mark);
    return null;
  }

  private hasRoom(waiting: WaitingStart): boolean {
    return this.room.short(waiting, waiting.least).length === 0;
  }

  /** Whether this run is the next that would be offered the free places. */
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
  private candidatesFor(waiting: WaitingStart): readonly Holder[] {
    const own = waiting.share.tenant;
    const use = ({ limits, share }: Holder): number =>
      share.tenant === own ? -1 : this.room.shares.standing(limits, share).use;
    return [...this.holders.values()]
      .filter((holder) => holder.run !== waiting.run && this.mayTake(waiting, holder, 1))
      .map((holder) => ({ holder, use: use(holder) }))
      .sort((a, b) => b.use - a.use || a.holder.priority - b.holder.priority || b.holder.since - a.holder.since)
      .map(({ holder }) => holder);
  }

  /** `places`: how many places of the holder would be taken for this run; the trial has taken the run's other places already. */
  private mayTake(waiting: WaitingStart, holder: Holder, places: number): boolean {
    const left = holder.places - (this.demands.get(holder.run)?.places ?? 0);
    if (places > left) return false;
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
  /** The number of runs whose places may still be taken. */
  readonly left: number;
}

/** Places that are counted as if they were taken or free, until that is undone. */
class Trial {
  private readonly steps: { readonly scope: StartScope; readonly places: number }[] = [];

  constructor(private readonly room: StartRoom) {}

  get size(): number {
    return this.steps.length;
  }

  add(scope: StartScope, places: number): void {
    if (places === 0) return;
    this.room.suppose(scope, places);
    this.steps.push({ scope, places });
  }

  undo(size: number): void {
    for (const { scope, places } of this.steps.splice(size).reverse()) this.room.suppose(scope, -places);
  }
}

/** A run of another tenant is not named: readers of one tenant learn nothing about another. */
function messageOf({ takers, places }: Decided, tenant: string): string {
  const own = takers.filter(({ share }) => share.tenant === tenant);
  const others = takers.length - own.length;
  const whose = [
    ...own.slice(0, MAX_NAMED).map(({ run, priority }) => `run ${run} of priority ${priority}`),
    ...(own.length > MAX_NAMED ? [`${own.length - MAX_NAMED} more`] : []),
    ...(others > 0
      ? [`${others === 1 ? 'a run' : `${others} runs`} of another tenant, which has less than its share`]
      : []),
  ];
  return `${places === 1 ? 'the place was' : `${places} of the places were`} given to ${whose.join(', ')}`;
}
