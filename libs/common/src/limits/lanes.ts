/**
 * The order in which waiting runs are served. The runs of one tenant and group with the same limits form a lane. If the first run of a lane
 * finds no room, no run of the lane does. `nextLane` selects the lane that is served next: tenants by their shares, then groups of a tenant
 * by theirs, then runs by their ranks.
 */
import type { RunId } from '../domain/ids.js';
import { leastIndex } from '../domain/least-index.js';
import type { Scope } from './scope.js';
import type { Shares, Standing } from './shares.js';

/** The place of a run in its lane. */
export interface LanePlace {
  readonly run: RunId;
  /** The rank by `rankOf`: a lower number goes first. */
  readonly rank: number;
  /** Decides between equal ranks; no two places have the same. */
  readonly order: number;
}

export class Lane {
  /** Runs that wait in the lane, those with an offer included. */
  members = 0;
  /** The starts that they request together. */
  requested = 0;
  /** Runs without an offer, in the order in which they are served. */
  private readonly idle: LanePlace[] = [];
  /** Runs with an offer that want more starts than it has. */
  private readonly wanting = new Set<RunId>();

  constructor(
    readonly key: string,
    readonly scope: Scope,
  ) {}

  /** The run that is offered something next. */
  get first(): LanePlace | undefined {
    return this.idle[0];
  }

  /** The run in this position among those without an offer, from 0. */
  at(position: number): LanePlace | undefined {
    return this.idle[position];
  }

  /** The run whose offer grows next, once every run has one. */
  get nextWanting(): RunId | undefined {
    const [run] = this.wanting;
    return run;
  }

  get wantingCount(): number {
    return this.wanting.size;
  }

  add(place: LanePlace): void {
    this.idle.splice(this.positionOf(place), 0, place);
  }

  remove(place: LanePlace): void {
    const at = this.positionOf(place);
    if (this.idle[at]?.run === place.run) this.idle.splice(at, 1);
  }

  /** Whether the run, which has an offer, wants more; it goes behind the others that do. */
  setWanting(run: RunId, wants: boolean): void {
    this.wanting.delete(run);
    if (wants) this.wanting.add(run);
  }

  private positionOf(place: LanePlace): number {
    const { idle } = this;
    return leastIndex(idle.length, (i) => {
      const other = idle[i];
      return other === undefined || !comesBefore(other, place);
    });
  }
}

const comesBefore = (a: LanePlace, b: LanePlace): boolean =>
  a.rank < b.rank || (a.rank === b.rank && a.order < b.order);

/** The runs of a lane that have no offer, one after the other. */
export class Turns {
  private passed = 0;

  constructor(private readonly lane: Lane) {}

  get scope(): Scope {
    return this.lane.scope;
  }

  get first(): LanePlace | undefined {
    return this.lane.at(this.passed);
  }

  pass(): void {
    this.passed += 1;
  }
}

/** A lane, or the rest of one. */
type Contending = Pick<Lane, 'scope' | 'first'>;

interface Contender<L extends Contending = Contending> {
  readonly lane: L;
  readonly standing: Standing;
}

/** The lane that is served next. */
export function nextLane<L extends Contending>(lanes: readonly L[], shares: Shares): L | undefined {
  let best: Contender<L> | undefined;
  for (const lane of lanes) {
    const { limits, share } = lane.scope;
    const each = { lane, standing: shares.standing(limits, share) };
    if (best === undefined || goesBefore(each, best, shares)) best = each;
  }
  return best?.lane;
}

function goesBefore(a: Contender, b: Contender, shares: Shares): boolean {
  if (a.lane.scope.share.tenant === b.lane.scope.share.tenant) return goesBeforeOwn(a.lane, b.lane, shares);
  const one = a.standing;
  const two = b.standing;
  if (one.level !== two.level) return one.level < two.level;
  if (one.level === 2 && one.use !== two.use) return one.use < two.use;
  if (one.served !== two.served) return one.served < two.served;
  return (a.lane.first?.order ?? Infinity) < (b.lane.first?.order ?? Infinity);
}

/** Compares two lanes of one tenant. */
function goesBeforeOwn(a: Contending, b: Contending, shares: Shares): boolean {
  const one = shares.groupUse(a.scope.share);
  const two = shares.groupUse(b.scope.share);
  if (one !== two) return one < two;
  // A run without an offer goes before runs whose offers could grow.
  return a.first !== undefined && (b.first === undefined || comesBefore(a.first, b.first));
}
