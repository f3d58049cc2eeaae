/** The room that limits leave, and how much of it is used: live attempts by run, and starts that are promised. */
import type { RunId } from '#common/domain/ids.js';
import { LimitUsage, WHOLE, type Live, type SharedParts, type StartLimit } from './limit-usage.js';
import { StartShares, type StartShare } from './start-shares.js';

/** The limits and shares of a run's starts. */
export interface StartScope {
  readonly limits: readonly StartLimit[];
  readonly share: StartShare;
}

interface Place extends StartScope {
  readonly live: Live;
}

const NONE: Live = { all: 0, own: 0 };

export class StartRoom {
  readonly shares: StartShares;
  private readonly usage: LimitUsage;
  /** Live attempts by run, so that the count of a run is always replaced as a whole. */
  private readonly places = new Map<RunId, Place>();

  constructor(parts: SharedParts) {
    this.usage = new LimitUsage(parts);
    this.shares = new StartShares((limit) => this.usage.sizeOf(limit));
  }

  get runs(): Iterable<RunId> {
    return this.places.keys();
  }

  /** The limits that leave less than `least`. */
  short({ limits }: StartScope, least: number): readonly StartLimit[] {
    return limits.filter((limit) => this.usage.room(limit) < least);
  }

  /** How many starts the limits leave together. */
  left({ limits }: StartScope): number {
    return Math.min(...limits.map((limit) => this.usage.room(limit)), Number.MAX_SAFE_INTEGER);
  }

  /** Reserves room; a negative count gives it back. */
  promise({ limits, share }: StartScope, count: number): void {
    this.usage.addPromised(limits, count);
    this.shares.use(limits, share, count);
    this.shares.serve(share, count);
  }

  /** Changes the count of live attempts by this number, until the opposite call undoes the change. */
  suppose({ limits, share }: StartScope, count: number): void {
    this.usage.addActive(limits, { all: count, own: count });
    this.shares.use(limits, share, count);
  }

  /** Counts this many further starts of the run. */
  occupy(run: RunId, { limits, share }: StartScope, count: number): void {
    this.usage.spend(limits, count);
    this.shares.serve(share, count);
    const { all, own } = this.liveOf(run);
    this.setLive(run, { limits, share }, { all: all + count, own: own + count });
  }

  /** True if some of the limits have more room now. */
  setLive(run: RunId, { limits, share }: StartScope, live: Live): boolean {
    const before = this.vacate(run);
    if (live.all > 0 || live.own > 0) {
      this.usage.addActive(limits, live);
      this.shares.use(limits, share, live.all);
      this.places.set(run, { limits, share, live });
    }
    return live.all < before.all || live.own < before.own;
  }

  liveOf(run: RunId): Live {
    return this.places.get(run)?.live ?? NONE;
  }

  /** Returns how many of its attempts were live. */
  vacate(run: RunId): Live {
    const place = this.places.get(run);
    if (!place) return NONE;
    const { limits, share, live } = place;
    this.usage.addActive(limits, { all: -live.all, own: -live.own });
    this.shares.use(limits, share, -live.all);
    this.places.delete(run);
    return live;
  }

  /** Another replica owns the run: only attempts that were claimed here still count, in the shared limits. */
  keepOwn(run: RunId): void {
    const place = this.places.get(run);
    if (place) this.setLive(run, place, { all: 0, own: place.live.own });
  }

  /** Sets the number of attempts of a run of another replica that were claimed here. True if it has fallen. */
  setOwn(run: RunId, own: number): boolean {
    const place = this.places.get(run);
    return place !== undefined && this.setLive(run, place, { all: place.live.all, own: Math.min(own, place.live.own) });
  }

  /** The lease under which attempts were claimed has ended: they count in no part of this replica. */
  disownAll(): void {
    for (const [run, place] of [...this.places]) this.setLive(run, place, { all: place.live.all, own: 0 });
  }

  /** The shared limits under which runs have places. */
  sharedKeys(): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const { limits } of this.places.values())
      for (const { shared } of limits) if (shared?.percent === WHOLE) keys.add(shared.key);
    return keys;
  }

  /** Live attempts and promised starts that count in the limit. */
  usedOf(key: string): number {
    const { active, promised } = this.usage.usedOf(key);
    return active + promised;
  }
}
