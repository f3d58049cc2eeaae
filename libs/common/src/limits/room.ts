/** The room that limits leave, and how much of it is used: live attempts or runs by run, and permits that are promised. */
import type { RunId } from '../domain/ids.js';
import { WHOLE, type Limit, type Live, type Scope, type SharedParts } from './scope.js';
import { addTo, Shares } from './shares.js';

interface Holding extends Scope {
  readonly live: Live;
}

const NONE: Live = { all: 0, own: 0 };

export class Room {
  readonly shares = new Shares((limit) => this.sizeOf(limit));
  private readonly active = new Map<string, number>();
  private readonly promised = new Map<string, number>();
  /** By run, so that the count of a run is always replaced as a whole. */
  private readonly holdings = new Map<RunId, Holding>();

  constructor(private readonly parts: SharedParts) {}

  get holders(): Iterable<RunId> {
    return this.holdings.keys();
  }

  /** The limits that leave less than `least`. */
  short({ limits }: Pick<Scope, 'limits'>, least: number): readonly Limit[] {
    return limits.filter((limit) => this.roomOf(limit) < least);
  }

  /** How many permits the limits leave together. */
  left({ limits }: Pick<Scope, 'limits'>): number {
    return Math.min(...limits.map((limit) => this.roomOf(limit)), Number.MAX_SAFE_INTEGER);
  }

  /** Reserves room; a negative count gives it back. */
  promise({ limits, share }: Scope, count: number): void {
    for (const { key } of limits) addTo(this.promised, key, count);
    this.shares.use(limits, share, count);
    this.shares.serve(share, count);
  }

  /** Changes the count of permits by this number, until the opposite call undoes the change. */
  suppose({ limits, share }: Scope, count: number): void {
    this.count({ limits, share }, { all: count, own: count });
  }

  /** Counts this many further starts of the run. */
  occupy(run: RunId, { limits, share }: Scope, count: number): void {
    for (const { key, maxPerSecond } of limits) if (maxPerSecond !== null) this.parts.spend(key, count);
    this.shares.serve(share, count);
    const { all, own } = this.liveOf(run);
    this.setLive(run, { limits, share }, { all: all + count, own: own + count });
  }

  /** True if some of the limits have more room now. */
  setLive(run: RunId, { limits, share }: Scope, live: Live): boolean {
    const before = this.vacate(run);
    if (live.all > 0 || live.own > 0) {
      this.count({ limits, share }, live);
      this.holdings.set(run, { limits, share, live });
    }
    return live.all < before.all || live.own < before.own;
  }

  liveOf(run: RunId): Live {
    return this.holdings.get(run)?.live ?? NONE;
  }

  /** Returns how many permits it had. */
  vacate(run: RunId): Live {
    const holding = this.holdings.get(run);
    if (!holding) return NONE;
    const { live } = holding;
    this.count(holding, { all: -live.all, own: -live.own });
    this.holdings.delete(run);
    return live;
  }

  /** Another replica owns the run: only permits that were given here still count, in the shared limits. */
  keepOwn(run: RunId): void {
    const holding = this.holdings.get(run);
    if (holding) this.setLive(run, holding, { all: 0, own: holding.live.own });
  }

  /** Sets the number of permits of a run of another replica that were given here. True if it has fallen. */
  setOwn(run: RunId, own: number): boolean {
    const holding = this.holdings.get(run);
    if (!holding) return false;
    const { live } = holding;
    return this.setLive(run, holding, { all: live.all, own: Math.min(own, live.own) });
  }

  /** The lease under which permits were given has ended: they count in no part of this replica. */
  disownAll(): void {
    for (const [run, holding] of [...this.holdings]) this.setLive(run, holding, { all: holding.live.all, own: 0 });
  }

  /** The shared limits under which runs have permits. */
  sharedKeys(): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const { limits } of this.holdings.values())
      for (const { shared } of limits) if (shared?.percent === WHOLE) keys.add(shared.key);
    return keys;
  }

  /** Permits, and promised ones, that count in the limit. */
  usedOf(key: string): number {
    return (this.active.get(key) ?? 0) + (this.promised.get(key) ?? 0);
  }

  private count({ limits, share }: Scope, { all, own }: Live): void {
    for (const { key, shared } of limits) addTo(this.active, key, shared ? own : all);
    this.shares.use(limits, share, all);
  }

  /** How many permits the limit allows here; null is no limit. */
  private sizeOf({ maxActive, shared }: Limit): number | null {
    if (!shared || maxActive === null) return maxActive;
    const units = this.parts.unitsOf(shared.key);
    if (units === null || shared.percent === WHOLE) return units;
    return units === 0 ? 0 : Math.max(1, Math.floor((units * shared.percent) / WHOLE));
  }

  /** How many permits one limit allows now besides those that are promised. */
  private roomOf(limit: Limit): number {
    const size = this.sizeOf(limit) ?? Number.MAX_SAFE_INTEGER;
    const room = size - this.usedOf(limit.key);
    if (limit.maxPerSecond === null) return Math.max(0, room);
    const tokens = this.parts.tokensOf(limit.key) ?? Number.MAX_SAFE_INTEGER;
    return Math.max(0, Math.min(room, tokens - (this.promised.get(limit.key) ?? 0)));
  }
}
