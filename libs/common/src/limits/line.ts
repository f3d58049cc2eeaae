/** The runs that wait for permits, their offers, and the limits that are reserved for gangs. */
import type { RunId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import { Lane, nextLane, Turns, type LanePlace } from './lanes.js';
import type { Scope } from './scope.js';
import type { Room } from './room.js';

export interface WaitingRun extends Scope, LanePlace {
  readonly lane: Lane;
  readonly priority: number;
  readonly waitsSince: Instant;
  /** Requested permits; fewer than `least` are of no use. */
  readonly most: number;
  readonly least: number;
  /** When it began to wait here, on the monotonic clock. */
  readonly enteredAt: number;
  /** The order of arrival: a lower number arrived earlier. */
  readonly ticket: number;
  /** Permits that are reserved for the run; 0 is no offer. */
  readonly offered: number;
  /** When the offer expires, on the monotonic clock. */
  readonly until: number;
  readonly hasLapsed: boolean;
  /** For a gang: the keys of the limits that were too full for it. */
  readonly keptBack: ReadonlySet<string>;
}

/** A run that begins to wait. */
export type NewWaitingRun = Omit<WaitingRun, 'lane' | 'offered' | 'until' | 'keptBack'> &
  Partial<Pick<WaitingRun, 'keptBack'>>;

type Offer = (waiting: WaitingRun) => void;

/** What the waiting runs want of a shared limit. */
export interface WaitingDemand {
  /** Requested permits for which no room is promised. */
  readonly waiting: number;
  /** The smallest useful number of permits of the run that is first, and its rank; null if none waits without an offer. */
  readonly first: { readonly least: number; readonly rank: number } | null;
}

/** An offer that can grow does so by this part of what its competitors could have together: few steps share much room. */
const GROWTH_PARTS = 16;

export class Line {
  private readonly waiting = new Map<RunId, WaitingRun>();
  private readonly lanes = new Map<string, Lane>();
  /** The waiting runs with an offer, the oldest offer first. */
  private readonly offers = new Set<RunId>();
  /** Gangs for which limits are reserved, in the order in which they were reserved. */
  private readonly reserving = new Set<RunId>();

  constructor(
    private readonly room: Room,
    /** When an offer that is made now expires. */
    private readonly expiry: () => number,
  ) {}

  get size(): number {
    return this.waiting.size;
  }

  get runs(): Iterable<RunId> {
    return this.waiting.keys();
  }

  get all(): Iterable<WaitingRun> {
    return this.waiting.values();
  }

  get(run: RunId): WaitingRun | undefined {
    return this.waiting.get(run);
  }

  /** The runs that have an offer, the oldest offer first. */
  offered(): readonly WaitingRun[] {
    return [...this.offers].flatMap((run) => this.waiting.get(run) ?? []);
  }

  /** When the oldest offer expires, on the monotonic clock. */
  get nextExpiry(): number {
    const [oldest] = this.offers;
    return oldest === undefined ? Infinity : (this.waiting.get(oldest)?.until ?? Infinity);
  }

  turns(): readonly Turns[] {
    return [...this.lanes.values()].map((lane) => new Turns(lane));
  }

  waitingOf({ first }: Turns): WaitingRun | undefined {
    return first && this.waiting.get(first.run);
  }

  /** Keys of the limits that are reserved for gangs. */
  keptBack(): ReadonlySet<string> {
    return new Set([...this.reserving].flatMap((run) => [...(this.waiting.get(run)?.keptBack ?? [])]));
  }

  laneOf({ limits, share }: Scope): Lane {
    const ofLimits = limits.map(({ key, maxActive, maxPerSecond }) => `${key}:${maxActive}:${maxPerSecond}`).join();
    const key = `${ofLimits},${share.tenant}:${share.weight}:${share.group}:${share.groupWeight}`;
    const lane = this.lanes.get(key) ?? new Lane(key, { limits, share });
    this.lanes.set(key, lane);
    return lane;
  }

  /** A run begins to wait, without an offer. */
  put(entered: NewWaitingRun): void {
    const { run, keptBack = new Set<string>() } = entered;
    const lane = this.laneOf(entered);
    const waiting = { ...entered, lane, keptBack, offered: 0, until: 0 };
    this.waiting.set(run, waiting);
    lane.members += 1;
    lane.requested += waiting.most;
    lane.add(waiting);
    this.room.shares.wait(lane.scope.limits, lane.scope.share, 1);
    if (keptBack.size > 0) this.reserving.add(run);
  }

  /** Changes the numbers that the run requests; the run keeps its place, and an offer that is of no use now is withdrawn. */
  update(waiting: WaitingRun, { most, least }: Pick<WaitingRun, 'most' | 'least'>): void {
    const next = { ...waiting, most, least };
    next.lane.requested += most - waiting.most;
    this.waiting.set(waiting.run, next);
    if (next.offered > 0 && next.offered < least) this.withdraw(next);
    else if (next.offered > 0) next.lane.setWanting(next.run, next.offered < most);
  }

  /** Removes a run from the line; false if it did not wait. */
  drop(run: RunId): boolean {
    const waiting = this.waiting.get(run);
    if (!waiting) return false;
    this.withdraw(waiting);
    const { lane } = waiting;
    lane.remove(waiting);
    lane.members -= 1;
    lane.requested -= waiting.most;
    if (lane.members === 0) this.lanes.delete(lane.key);
    this.room.shares.wait(lane.scope.limits, lane.scope.share, -1);
    this.reserving.delete(run);
    return this.waiting.delete(run);
  }

  /** Offers room to all runs that may start, in turn; calls `tell` for each run that had no offer. */
  offerAll(tell: Offer): void {
    const begin: Offer = (waiting) => {
      this.promise(waiting, waiting.least);
      tell(waiting);
    };
    const keptBack = this.serveReserving(begin);
    const isOpen = (lane: Lane): boolean => !isKeptBack(lane, keptBack) && this.canServe(lane);
    let lanes = [...this.lanes.values()].filter(isOpen);
    for (let lane = nextLane(lanes, this.room.shares); lane; lane = nextLane(lanes, this.room.shares)) {
      // Permits that were offered since may have left the lane no room.
      if (!isOpen(lane)) {
        lanes = lanes.filter(isOpen);
        continue;
      }
      const first = this.firstOf(lane);
      if (first === undefined) this.grow(lane, lanes.length);
      else if (this.shortOf(first).length === 0) begin(first);
      else this.reserve(first, keptBack);
    }
  }

  /** Keys of the lanes that have an offer, or room for one. */
  able(): ReadonlySet<string> {
    const able = new Set(this.offered().map(({ lane }) => lane.key));
    const keptBack = this.serveReserving(() => undefined);
    for (const lane of this.lanes.values()) {
      const first = this.firstOf(lane);
      if (first && !isKeptBack(lane, keptBack) && this.shortOf(first).length === 0) able.add(lane.key);
    }
    return able;
  }

  /** What waiting runs want of each shared limit. A gang for which limits are reserved is first, else the run with the lowest rank. */
  demands(): ReadonlyMap<string, WaitingDemand> {
    const demands = new Map<string, WaitingDemand>();
    const add = (scope: Pick<Scope, 'limits'>, waiting: number, first?: WaitingRun): void => {
      for (const { key, shared } of scope.limits)
        if (shared?.key === key) demands.set(key, withFirst(demands.get(key) ?? NOTHING_WAITS, waiting, first));
    };
    for (const lane of this.lanes.values()) add(lane.scope, lane.requested, this.firstOf(lane));
    for (const each of this.offered()) add(each, -Math.min(each.offered, each.most));
    for (const run of this.reserving) {
      const waiting = this.waiting.get(run);
      if (waiting) add(waiting, 0, waiting);
    }
    return demands;
  }

  promise(waiting: WaitingRun, count: number): void {
    const { run, offered, lane, most } = waiting;
    const until = offered > 0 ? waiting.until : this.expiry();
    if (offered === 0) lane.remove(waiting);
    this.room.promise(waiting, count);
    this.waiting.set(run, { ...waiting, offered: offered + count, until });
    this.offers.add(run);
    lane.setWanting(run, offered + count < most);
  }

  withdraw(waiting: WaitingRun): void {
    const { run, offered, lane } = waiting;
    if (!this.offers.delete(run)) return;
    this.room.promise(waiting, -offered);
    lane.setWanting(run, false);
    lane.add(waiting);
    this.waiting.set(run, { ...waiting, offered: 0 });
  }

  /** The gangs for which limits are reserved come first. Returns the keys of the limits that stay reserved. */
  private serveReserving(begin: Offer): Set<string> {
    const keptBack = new Set<string>();
    for (const run of [...this.reserving]) {
      const waiting = this.waiting.get(run);
      if (!waiting || waiting.offered > 0 || isKeptBack(waiting.lane, keptBack)) continue;
      if (this.shortOf(waiting).length === 0) begin(waiting);
      else this.reserve(waiting, keptBack);
    }
    return keptBack;
  }

  private reserve(waiting: WaitingRun, keptBack: Set<string>): void {
    const keys = new Set([...waiting.keptBack, ...this.shortOf(waiting).map(({ key }) => key)]);
    this.waiting.set(waiting.run, { ...waiting, keptBack: keys });
    this.reserving.add(waiting.run);
    for (const key of keys) keptBack.add(key);
  }

  private firstOf(lane: Lane): WaitingRun | undefined {
    return lane.first && this.waiting.get(lane.first.run);
  }

  /** The limits that lack room for the run. */
  private shortOf(waiting: WaitingRun): Scope['limits'] {
    return this.room.short(waiting, waiting.least);
  }

  /** A gang that finds no room is served as well: limits are reserved for it. */
  private canServe(lane: Lane): boolean {
    const first = this.firstOf(lane);
    if (first) return this.shortOf(first).length === 0 || first.least > 1;
    return lane.nextWanting !== undefined && this.room.left(lane.scope) > 0;
  }

  /** Every run of the lane has an offer: the next one that wants more is offered more. */
  private grow(lane: Lane, competitors: number): void {
    const waiting = lane.nextWanting === undefined ? undefined : this.waiting.get(lane.nextWanting);
    if (!waiting) return;
    const part = Math.floor(this.room.left(lane.scope) / (GROWTH_PARTS * competitors * lane.wantingCount));
    this.promise(waiting, Math.min(waiting.most - waiting.offered, Math.max(1, part)));
  }
}

export const NOTHING_WAITS: WaitingDemand = { waiting: 0, first: null };

function withFirst(before: WaitingDemand, more: number, first: WaitingRun | undefined): WaitingDemand {
  const waiting = before.waiting + more;
  const isFirst = first?.offered === 0 && first.rank < (before.first?.rank ?? Infinity);
  return { waiting, first: isFirst ? { least: first.least, rank: first.rank } : before.first };
}

const isKeptBack = ({ scope }: Lane, keptBack: ReadonlySet<string>): boolean =>
  keptBack.size > 0 && scope.limits.some(({ key }) => keptBack.has(key));
