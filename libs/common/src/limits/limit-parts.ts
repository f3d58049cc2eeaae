/**
 * The limits of a worker hold for the whole installation, but several executors start its attempts. So a limit is divided into parts. An
 * executor starts only within the part that it holds under its present lease as a member, and an attempt counts in the part of the lease
 * that claimed it until it has ended. The scheduler alone changes parts, each time by compare-and-set on one document. The sum of all
 * parts is never above the limit; after a limit was lowered they shrink as attempts end, and until they fit into it nobody starts anything.
 * A limit that is removed stays divided until each holder says that it knows.
 *
 * A holder asks again while it holds or wants anything. It lowers its part before it reports less, and uses more only when it has the
 * answer to its latest request. The part of an ended lease stays until a living executor has counted the attempts of that lease in the
 * database, after the lease had ended; then it is as large as the count. No start is sent under an ended lease (ADR 8), so the count falls.
 * Only a claim may be saved late; such an attempt is claimed again, and sent, after a count that contains it fits into the limit.
 *
 * Executors that want more than there is share by their demand: each gets its proportional part, more or less by one unit, and at least one
 * unit, as far as there are as many; what remains goes by the rank of the runs that wait. Within its part each executor keeps its own order
 * and shares. So a run of one executor may be overtaken by later runs of others: until an attempt of its own executor ends that leaves this
 * within its share, or, where the executor has no unit and the run is the first of all, until all holders know that, which takes a second,
 * the next attempt ends anywhere, and half a second has passed. An executor that alone has work has the whole limit within two seconds. A
 * gang that is first gathers all of its units before others get any. `parts.sim.spec.ts` measures this.
 */
import type { Instant } from '../domain/instant.js';

/** The key of the limit of a worker begins with this; its id follows. */
export const WORKER_LIMIT = 'worker/';

/** A member under one of its leases. */
export interface Holder {
  readonly replica: string;
  readonly lease: number;
}

/** The lease in whose part an attempt counts: the one that claimed it first. */
export const holderOf = ({
  first,
  replica,
  lease = 0,
}: {
  readonly first?: Holder;
  readonly replica: string;
  readonly lease?: number;
}): Holder => first ?? { replica, lease };

export const isSameHolder = (a: Holder, b: Holder): boolean => a.replica === b.replica && a.lease === b.lease;

export interface Part extends Holder {
  /** How many attempts it may have at once. */
  readonly units: number;
  /** The request that changed it last; earlier ones that arrive late are void. */
  readonly seq: number;
  /** When that was, in database time. */
  readonly at: Instant;
}

export interface DividedLimit {
  /** `worker/<id>`. */
  readonly key: string;
  readonly rev: number;
  readonly parts: readonly Part[];
  /** False: attempts that no part covers may be live, as after the limit was set. Nothing is given before they are counted. */
  readonly counted: boolean;
  /** Starts that may be given now, as of `filledAt`; below zero after a gang that is larger than a second's. */
  readonly tokens: number;
  readonly filledAt: Instant;
}

/** The limit as its worker defines it now; null is no limit. */
export interface LimitTerms {
  readonly maxActive: number | null;
  readonly maxPerSecond: number | null;
}

/** What a holder uses and wants of one limit. */
export interface Demand {
  /** Its live attempts, and starts that it has promised to runs. */
  readonly inUse: number;
  /** Further starts that its runs wait for. */
  readonly waiting: number;
  /** The smallest number that is of use to the first of these runs: more than 1 for a gang. */
  readonly least: number;
  /** The rank of that run, by `rankOf`; null if none waits. */
  readonly rank: number | null;
  /** Starts per second aside, how many of the waiting ones it could make: those it holds no token for. */
  readonly tokens: number;
}

export interface PartRequest extends Holder, Demand {
  /** Rises with each request of the holder. */
  readonly seq: number;
  /**
   * The size of its part from now on, until it has the answer: at most the present one, and at least `inUse`. Null: the worker had no limit
   * so far, and `inUse` is what it has started without.
   */
  readonly holds: number | null;
  /** Live attempts by the lease that claimed them, its own apart, as stored after the view was made; absent: not counted. */
  readonly counts?: readonly HolderCount[] | undefined;
}

export interface HolderCount extends Holder {
  readonly live: number;
}

/** The executors, as the requester sees them. */
export interface MembersView {
  readonly alive: readonly Holder[];
  /** The last lease of each silent one: it and all earlier ones have ended. */
  readonly silent: readonly Holder[];
  /** Database time of the view: an executor in neither list that asked well before has left. */
  readonly asOf: Instant;
  /** Living executors of former versions, which apply the whole limit by themselves: nothing is given beside them. */
  readonly older: number;
}

export interface PartAnswer {
  /** The size of the part now; null: the worker has no limit of attempts. */
  readonly units: number | null;
  /** What the holder may keep: it gives back the rest as its attempts end. */
  readonly target: number;
  /** Starts that it may make within `TOKEN_LIFE_MS`; null: the worker has no limit per second. */
  readonly tokens: number | null;
  /** Units may be free that only a count of attempts can prove: the holder is to count, and to ask again. */
  readonly count: boolean;
  /** The counts of the request fit into the limit: the attempts in them may be claimed again. */
  readonly covered: boolean;
}

/** Given starts that were not made within this time, counted from the request, are lost. */
export const TOKEN_LIFE_MS = 1_000;
/**
 * A margin above the possible difference between two estimates of database time: a replica that is missing in a read of the members has left
 * for certain only as to what it did so long before the read.
 */
const UNSEEN_MARGIN_MS = 5_000;

/** True if a replica that is missing in the read of the members at `asOf` has left for certain as to what it did at `at`. */
export const hasLeft = (at: Instant, asOf: Instant): boolean => asOf > at + UNSEEN_MARGIN_MS;

export const undivided = (key: string, { maxPerSecond }: LimitTerms, now: Instant): DividedLimit => ({
  key,
  rev: 0,
  parts: [],
  counted: false,
  tokens: burstOf(maxPerSecond ?? 0),
  filledAt: now,
});

export interface Exchange {
  readonly terms: LimitTerms;
  readonly view: MembersView;
  /** The last demands of the other holders, as far as they are known. */
  readonly others: readonly (Holder & Demand)[];
  readonly now: Instant;
}

interface Answered {
  /** The same object if nothing is to be written. */
  readonly next: DividedLimit;
  readonly answer: PartAnswer;
}

/** Answers a request for a part. The answer is valid once `next` is stored. */
export function exchange(limit: DividedLimit, request: PartRequest, around: Exchange): Answered {
  if (isLate(limit, request)) return { next: limit, answer: NOTHING };
  const { maxActive, maxPerSecond } = around.terms;
  const bucket = maxPerSecond === null ? { ...limit, granted: null } : takeTokens(limit, maxPerSecond, request, around);
  const { parts, counted, isGiven, ...units } =
    maxActive === null ? undivide(limit, request, around) : divide(limit, maxActive, request, around);
  const answer = { ...units, tokens: bucket.granted };
  // What is given, or said of a count, is written even if the limit looks the same: this may be a former state, which the write finds out.
  const isNew = isGiven || (bucket.granted ?? 0) > 0 || request.counts !== undefined;
  if (!isNew && counted === limit.counted && sameUnits(parts, limit.parts)) return { next: limit, answer };
  const { tokens, filledAt } = bucket;
  // Milliseconds pass faster than writes: a limit that was removed and is stored again has no revision that it had before.
  const rev = limit.rev === 0 ? around.now : limit.rev + 1;
  return { next: { ...limit, rev, parts, counted, tokens, filledAt }, answer };
}

/**
 * True if the stored limit of a worker that has none any more may be removed: it has not changed since the last look, and no part is held
 * under the last known lease of a member. Live attempts need no part: where there is no limit, they are counted before anything is given.
 */
export const isAbandoned = (
  { rev, parts }: DividedLimit,
  revBefore: number | undefined,
  members: readonly Holder[],
): boolean =>
  rev === revBefore &&
  parts.every((part) => !members.some(({ replica, lease }) => replica === part.replica && lease <= part.lease));

/** True if a later request of the holder, or one under a later lease, has been answered. */
const isLate = ({ parts }: DividedLimit, request: PartRequest): boolean =>
  parts.some(
    ({ replica, lease, seq }) =>
      replica === request.replica && (lease > request.lease || (lease === request.lease && seq >= request.seq)),
  );

interface Divided extends Omit<PartAnswer, 'tokens'> {
  readonly parts: readonly Part[];
  readonly counted: boolean;
  /** The holder has more than before. */
  readonly isGiven: boolean;
}

/** Each holder has its part until it says that it knows of no limit: one may be set again before, while it still uses that part. */
function undivide(limit: DividedLimit, request: PartRequest, { now }: Exchange): Divided {
  const parts = withPart(
    limit.parts.filter((part) => !isSameHolder(part, request)),
    { ...request, at: now, units: request.holds === null ? 0 : heldOf(limit, request) },
  );
  return { parts, counted: false, isGiven: false, units: null, target: 0, count: false, covered: true };
}

const heldOf = ({ parts }: DividedLimit, request: PartRequest): number =>
  request.holds === null
    ? request.inUse
    : Math.min(parts.find((part) => isSameHolder(part, request))?.units ?? 0, request.holds);

const withPart = (others: readonly Part[], { replica, lease, seq, units, at }: Part): readonly Part[] =>
  units === 0 ? others : [...others, { replica, lease, seq, units, at }];

/** The parts of a limit of `size` attempts after the request. */
function divide(limit: DividedLimit, size: number, request: PartRequest, around: Exchange): Divided {
  const { view, now } = around;
  const others = settle(limit.parts, request, view);
  const counted = view.older === 0 && (limit.counted || request.counts !== undefined);
  const held = heldOf(limit, request);
  const target = targetOf(size, { request, held, others }, around);
  const free = size - sum(others) - held;
  const units = held + (counted ? Math.max(0, Math.min(target - held, free)) : 0);
  const parts = withPart(others, { ...request, units, at: now });
  return {
    parts,
    counted,
    isGiven: units > held,
    units,
    // While others have more than is left, or may have it, as after the limit was lowered or set, nothing may start here.
    target: counted ? Math.min(target, Math.max(0, size - sum(others))) : 0,
    // What others seem to have may be free.
    count:
      view.older === 0 &&
      (!counted || (units < request.inUse + request.waiting && others.some((part) => hasEnded(part, view)))),
    covered: request.counts !== undefined && sum(parts) <= size,
  };
}

const NOTHING: PartAnswer = { units: 0, target: 0, tokens: 0, count: false, covered: false };

/** True if the lease has certainly ended by this view. */
export function hasEnded({ replica, lease, at }: Part, { alive, silent, asOf }: MembersView): boolean {
  const living = alive.find((each) => each.replica === replica);
  if (living) return living.lease > lease;
  const last = silent.find((each) => each.replica === replica);
  if (last) return lease <= last.lease;
  return hasLeft(at, asOf);
}

/** The parts of the others; after a count those of ended leases are as large as the count of their attempts. */
function settle(all: readonly Part[], { counts, ...own }: PartRequest, view: MembersView): readonly Part[] {
  const parts = all.filter((part) => !isSameHolder(part, own));
  if (counts === undefined) return parts;
  const liveOf = (holder: Holder): number => counts.find((each) => isSameHolder(each, holder))?.live ?? 0;
  const counted = parts.map((part) => (hasEnded(part, view) ? { ...part, units: liveOf(part) } : part));
  const unknown = counts
    .filter((each) => !isSameHolder(each, own) && !parts.some((part) => isSameHolder(part, each)))
    .map(({ replica, lease, live }) => ({ replica, lease, units: live, seq: 0, at: 0 }));
  return [...counted, ...unknown].filter(({ units }) => units > 0);
}

interface Claim {
  readonly request: PartRequest;
  readonly held: number;
  readonly others: readonly Part[];
}

/** How much the requester may keep or get. */
function targetOf(size: number, { request, held, others }: Claim, { view, others: demanding }: Exchange): number {
  const ended = others.filter((part) => hasEnded(part, view));
  const living = others.filter((part) => !ended.includes(part));
  const available = Math.max(0, size - sum(ended));
  const demands = living.map((part) => demandOf(part, demanding));
  const coming = newcomers(living, demanding, view);
  const all = [request, ...demands, ...coming];
  const shares = targets(available, all);
  const share = shares.get(request) ?? 0;
  const [first] = all.filter(({ waiting }) => waiting > 0).sort(byRank);
  // The next attempt that ends anywhere leaves its unit to the run that is first, if its executor has none.
  if (first && coming.includes(first)) return Math.min(share, Math.max(0, request.inUse - 1));
  // What nobody wants may stay where it is: a holder whose demand rises and falls need not ask each time.
  const kept = living.map(({ units }, at) => Math.max(0, units - (shares.get(demands[at] ?? request) ?? 0)));
  const unwanted = Math.max(0, available - total(shares) - kept.reduce((sum, each) => sum + each, 0));
  return share + Math.min(unwanted, Math.max(0, held - share));
}

const total = (shares: ReadonlyMap<unknown, number>): number =>
  [...shares.values()].reduce((all, each) => all + each, 0);
const sum = (parts: readonly Part[]): number => parts.reduce((total, { units }) => total + units, 0);

/** A holder that has not asked for a while, because its scheduler is another since, keeps what it has. */
const demandOf = (part: Part, others: readonly (Holder & Demand)[]): Holder & Demand =>
  others.find((other) => isSameHolder(other, part)) ?? {
    ...part,
    inUse: part.units,
    waiting: 0,
    least: 1,
    rank: null,
    tokens: 0,
  };

/** Holders without a part that want one. */
const newcomers = (
  living: readonly Part[],
  others: readonly (Holder & Demand)[],
  { alive }: MembersView,
): readonly (Holder & Demand)[] =>
  others.filter(
    (other) => !living.some((part) => isSameHolder(part, other)) && alive.some((member) => isSameHolder(member, other)),
  );

/** How much of `available` each demand gets. */
export function targets<D extends Holder & Demand>(available: number, demands: readonly D[]): ReadonlyMap<D, number> {
  const wantedBy = ({ inUse, waiting }: D): number => inUse + waiting;
  const all = demands.reduce((sum, each) => sum + wantedBy(each), 0);
  if (all <= available) return new Map(demands.map((each) => [each, wantedBy(each)]));
  const ranked = demands.filter((each) => wantedBy(each) > 0).sort(byRank);
  const shares = new Map(ranked.map((each) => [each, Math.max(1, Math.floor((available * wantedBy(each)) / all))]));
  const [first] = ranked;
  // A gang that is first gathers its units from all executors; its own has the rest in use, or keeps it for the gang as attempts end.
  if (first) shares.set(first, Math.min(available, Math.max(first.least, shares.get(first) ?? 0)));
  for (let excess = total(shares) - available; excess > 0; excess = total(shares) - available) {
    const others = ranked.slice(1).reverse();
    const [largest] = others.sort((a, b) => (shares.get(b) ?? 0) - (shares.get(a) ?? 0));
    if (!largest) break;
    const share = shares.get(largest) ?? 0;
    shares.set(largest, share - (share > 1 ? Math.min(share - 1, excess) : 1));
  }
  for (const each of ranked) {
    const share = shares.get(each) ?? 0;
    if (share < wantedBy(each) && total(shares) < available) shares.set(each, share + 1);
  }
  return shares;
}

const byRank = (a: Holder & Demand, b: Holder & Demand): number =>
  (a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.replica < b.replica ? -1 : 1);

const burstOf = (maxPerSecond: number): number => Math.max(1, maxPerSecond);

/** Starts from the one bucket of the limit, which holds those of a second. Holders share by what they want. */
function takeTokens(
  { tokens, filledAt }: DividedLimit,
  maxPerSecond: number,
  request: PartRequest,
  { others, view, now }: Exchange,
): Pick<DividedLimit, 'tokens' | 'filledAt'> & { readonly granted: number } {
  const burst = burstOf(maxPerSecond);
  const passed = Math.max(0, now - filledAt) / 1_000;
  const filled = Math.min(burst, tokens + passed * maxPerSecond);
  const rivals = others.filter((other) => other.tokens > 0 && view.alive.some((each) => isSameHolder(each, other)));
  const wanted = [request, ...rivals].reduce((all, each) => all + each.tokens, 0);
  const whole = Math.max(0, Math.floor(filled));
  const isFirst = rivals.every((other) => byRank(request, other) < 0);
  const share = Math.floor((whole * request.tokens) / Math.max(1, wanted));
  // A gang that is larger than a second's starts waits for a full bucket, which then falls below zero.
  const gang = isFirst && filled >= burst ? Math.min(request.least, request.tokens) : 0;
  const granted =
    request.tokens === 0 ? 0 : Math.max(gang, Math.min(request.tokens, isFirst ? Math.max(1, share) : share, whole));
  return { granted, tokens: filled - granted, filledAt: now };
}

const sameUnits = (a: readonly Part[], b: readonly Part[]): boolean =>
  a.length === b.length &&
  a.every((part) => b.some((other) => isSameHolder(part, other) && other.units === part.units));
