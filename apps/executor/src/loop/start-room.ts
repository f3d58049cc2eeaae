/** The room that limits leave, and how much of it is used: live attempts by run, and starts that are promised. */
import type { RunId } from '#common/domain/ids.js';
import { LimitUsage, type StartLimit } from './limit-usage.js';
import { StartShares, type StartShare } from './start-shares.js';

/** The limits and shares of a run's starts. */
export interface StartScope {
  readonly limits: readonly StartLimit[];
  readonly share: StartShare;
}

interface Place extends StartScope {
  readonly count: number;
}

export class StartRoom {
  readonly shares = new StartShares();
  private readonly usage: LimitUsage;
  /** Live attempts by run, so that the count of a run is always replaced as a whole. */
  private readonly places = new Map<RunId, Place>();

  constructor(monotonic: () => number) {
    this.usage = new LimitUsage(monotonic);
  }

  get runs(): Iterable<RunId> {
    return this.places.keys();
  }

  /** The limits that leave less than `least`. */
  short({ limits }: StartScope, least: number): readonly StartLimit[] {
    return limits.filter((limit) => this.usage.room(limit, least) < least);
  }

  /** How many starts the limits leave together. */
  left({ limits }: StartScope): number {
    return Math.min(...limits.map((limit) => this.usage.room(limit, 1)), Number.MAX_SAFE_INTEGER);
  }

  /** Reserves room; a negative count gives it back. */
  promise({ limits, share }: StartScope, count: number): void {
    this.usage.addPromised(limits, count);
    this.shares.use(limits, share, count);
    this.shares.serve(share, count);
  }

  /** Changes the count of live attempts by this number, until the opposite call undoes the change. */
  suppose({ limits, share }: StartScope, count: number): void {
    this.usage.addActive(limits, count);
    this.shares.use(limits, share, count);
  }

  /** Counts this many further starts of the run. */
  occupy(run: RunId, { limits, share }: StartScope, count: number): void {
    this.usage.spend(limits, count);
    this.shares.serve(share, count);
    this.setLive(run, { limits, share }, (this.places.get(run)?.count ?? 0) + count);
  }

  /** Returns by how much the live attempts of the run have grown. */
  setLive(run: RunId, { limits, share }: StartScope, live: number): number {
    const before = this.vacate(run);
    if (live === 0) return -before;
    this.usage.addActive(limits, live);
    this.shares.use(limits, share, live);
    this.places.set(run, { limits, share, count: live });
    return live - before;
  }

  /** Returns how many of its attempts were live. */
  vacate(run: RunId): number {
    const place = this.places.get(run);
    if (!place) return 0;
    this.usage.addActive(place.limits, -place.count);
    this.shares.use(place.limits, place.share, -place.count);
    this.places.delete(run);
    return place.count;
  }
}
