/**
 * The bounded queue of starts: how many attempts may be live per engine, worker and tenant, and how many may start per second.
 *
 * Runs that lack room wait in a queue. Whenever there is room, each run that may start is offered its share and woken; the room is
 * reserved until the run takes it. Runs with different limits are served at the same time: a run that cannot start holds up only runs
 * that need a limit which it lacks. An offer that is not taken in time expires, because a wake-up may be lost or a reconciliation may
 * fail. Its run goes to the back of the queue, is woken again from there, and may still take what is offered to later runs.
 *
 * A gang gets room for all its members or none. A limit that was too full for it is reserved for it from then on, against all runs that
 * come later. So it occupies no room while it waits, and a stream of small runs never keeps it from starting.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { LimitUsage, type StartLimit } from './limit-usage.js';

/** Requested starts; fewer than `least` are of no use. */
export interface RequestedStarts {
  readonly most: number;
  readonly least: number;
}

interface Waiting extends RequestedStarts {
  readonly run: RunId;
  readonly limits: readonly StartLimit[];
  /** Runs with the same limits form a group: where one finds no room, none does. */
  readonly group: string;
  /** A lower number came earlier. */
  readonly ticket: number;
  /** Starts that are reserved for the run; 0 is no offer. */
  readonly offered: number;
  /** When the offer expires, on the monotonic clock. */
  readonly until: number;
  readonly hasLapsed: boolean;
  /** Of a gang: keys of the limits that were too full for it. */
  readonly keptBack: ReadonlySet<string>;
}

interface Place {
  readonly limits: readonly StartLimit[];
  count: number;
}

/** An offer that is not taken within this time goes to the next run in the queue; its run is woken again later. */
const OFFER_MS = 5_000;
/** While runs wait for tokens, the queue is served this often. */
const REFILL_POLL_MS = 50;

export class StartQueue {
  private readonly usage: LimitUsage;
  /** Live attempts by run, so that the count of a run is always replaced as a whole. */
  private readonly places = new Map<RunId, Place>();
  /** In the order in which they are served. */
  private readonly waiting = new Map<RunId, Waiting>();
  /** The waiting runs with an offer, the oldest offer first. */
  private readonly offers = new Set<RunId>();
  /** Since when a group that has room was seen without a start. */
  private readonly unmovedSince = new Map<string, number>();
  private tickets = 0;
  private isStopped = false;
  private awaitsTokens = false;
  private timer: { readonly at: number; readonly callOff: () => void } | null = null;

  /** `wake` makes the run be reconciled, which takes the offer or leaves the queue; a wake-up may be lost. */
  constructor(
    private readonly wake: (run: RunId) => void,
    private readonly clock: Pick<Clock, 'monotonic' | 'after'>,
  ) {
    this.usage = new LimitUsage(() => clock.monotonic());
  }

  get depth(): number {
    return this.waiting.size;
  }

  /**
   * Takes room for some of the starts, no fewer than `least`. For the rest the run waits, and `wake` says when to ask again.
   * `least` is never more than `capacityOf` the limits.
   */
  take(run: RunId, limits: readonly StartLimit[], asked: RequestedStarts): number {
    if (this.isStopped) return 0;
    this.enter(run, limits, asked);
    this.serve(run);
    const waiting = this.waiting.get(run);
    if (!waiting) return 0;
    const offered = waiting.offered === 0 && waiting.hasLapsed ? this.overtake(waiting) : waiting.offered;
    const given = Math.min(asked.most, offered);
    if (given > 0) {
      this.drop(run);
      this.occupy(run, limits, given);
      this.unmovedSince.delete(waiting.group);
      // At the back of the queue: a run that was given something lets the others go first.
      if (given < asked.most) this.enter(run, limits, { most: asked.most - given, least: 1 });
    }
    this.serve();
    return given;
  }

  /** Sets how many attempts of the run are live now: after each save, and when a run is first loaded. */
  setUsage(run: RunId, limits: readonly StartLimit[], live: number): void {
    if (this.count(run, limits, live) < 0) this.serve();
  }

  /** The run waits for nothing now; its live attempts still count. */
  leave(run: RunId): void {
    if (this.drop(run)) this.serve();
  }

  /** The run needs nothing any more. */
  forget(run: RunId): void {
    this.drop(run);
    this.count(run, [], 0);
    this.serve();
  }

  /** Stops counting runs that other replicas own. */
  keepOnly(mine: (run: RunId) => boolean): void {
    for (const run of new Set([...this.places.keys(), ...this.waiting.keys()])) {
      if (mine(run)) continue;
      this.drop(run);
      this.count(run, [], 0);
    }
    this.serve();
  }

  /**
   * The longest time, in milliseconds, for which a group of runs with the same limits has had room and got no start. Measured
   * between calls, so it must be called regularly.
   */
  unmovedMs(): number {
    const now = this.clock.monotonic();
    const able = new Set<string>();
    for (const { group, offered } of this.waiting.values()) if (offered > 0) able.add(group);
    this.inLine(({ group }) => able.add(group));
    for (const group of this.unmovedSince.keys()) if (!able.has(group)) this.unmovedSince.delete(group);
    for (const group of able) if (!this.unmovedSince.has(group)) this.unmovedSince.set(group, now);
    return Math.max(0, ...[...this.unmovedSince.values()].map((since) => now - since));
  }

  /** Gives no starts any more. */
  stop(): void {
    this.isStopped = true;
    this.timer?.callOff();
    this.timer = null;
  }

  /** Puts the run at the back of the queue, or updates its request at its present position. */
  private enter(run: RunId, limits: readonly StartLimit[], { most, least }: RequestedStarts): void {
    const known = this.waiting.get(run);
    const group = limits.map(({ key, maxActive, maxPerSecond }) => `${key}:${maxActive}:${maxPerSecond}`).join();
    if (known && (known.group !== group || known.offered < least)) this.withdraw(known);
    const place = this.waiting.get(run) ?? { ticket: ++this.tickets, offered: 0, until: 0, hasLapsed: false };
    const keptBack = known?.keptBack ?? new Set<string>();
    this.waiting.set(run, { ...place, run, limits, group, most, least, keptBack });
  }

  private drop(run: RunId): boolean {
    const waiting = this.waiting.get(run);
    if (!waiting) return false;
    this.withdraw(waiting);
    return this.waiting.delete(run);
  }

  private occupy(run: RunId, limits: readonly StartLimit[], count: number): void {
    this.usage.spend(limits, count);
    this.count(run, limits, (this.places.get(run)?.count ?? 0) + count);
  }

  /** Returns by how much the live attempts of the run have grown. */
  private count(run: RunId, limits: readonly StartLimit[], live: number): number {
    const place = this.places.get(run);
    const before = place?.count ?? 0;
    this.usage.addActive(place?.limits ?? limits, -before);
    this.usage.addActive(limits, live);
    if (live === 0) this.places.delete(run);
    else this.places.set(run, { limits, count: live });
    return live - before;
  }

  /** Offers room to all runs that may start and wakes them; `asking` is being reconciled already. */
  private serve(asking: RunId | null = null): void {
    if (this.isStopped) return;
    this.lapse();
    const woken: RunId[] = [];
    const keptBack = this.inLine((waiting) => {
      this.promise(waiting, waiting.least);
      if (waiting.run !== asking) woken.push(waiting.run);
    });
    this.shareRest(keptBack);
    this.arm();
    for (const run of woken) this.wake(run);
  }

  /**
   * Walks the queue and calls `begin` for each run without an offer that has room, which is computed again after each. Returns
   * the keys of the limits that gangs wait for.
   */
  private inLine(begin: (waiting: Waiting) => void): ReadonlySet<string> {
    const full = new Set<string>();
    const keptBack = new Set<string>();
    this.awaitsTokens = false;
    for (const waiting of this.waiting.values()) {
      const { limits, least, group, offered } = waiting;
      if (offered > 0 || full.has(group) || limits.some(({ key }) => keptBack.has(key))) continue;
      const short = limits.filter((limit) => this.usage.room(limit, least) < least);
      this.awaitsTokens ||= short.some(({ maxPerSecond }) => maxPerSecond !== null);
      if (short.length === 0) begin(waiting);
      else if (least === 1) full.add(group);
      else {
        const keys = new Set([...waiting.keptBack, ...short.map(({ key }) => key)]);
        this.waiting.set(waiting.run, { ...waiting, keptBack: keys });
        for (const key of keys) keptBack.add(key);
      }
    }
    return keptBack;
  }

  /** Shares the rest evenly among runs that want more than their minimum. */
  private shareRest(keptBack: ReadonlySet<string>): void {
    const wanting = [...this.offers].flatMap((run) => {
      const waiting = this.waiting.get(run);
      const wantsMore = waiting && waiting.offered < waiting.most;
      return wantsMore && !waiting.limits.some(({ key }) => keptBack.has(key)) ? [waiting] : [];
    });
    const sharers = new Map<string, number>();
    for (const { limits } of wanting) for (const { key } of limits) sharers.set(key, (sharers.get(key) ?? 0) + 1);
    for (const waiting of wanting) {
      const shares = waiting.limits.map((limit) =>
        Math.ceil(this.usage.room(limit, 1) / (sharers.get(limit.key) ?? 1)),
      );
      this.promise(waiting, Math.min(waiting.most - waiting.offered, ...shares));
      for (const { key } of waiting.limits) sharers.set(key, (sharers.get(key) ?? 1) - 1);
    }
  }

  private promise(waiting: Waiting, count: number): void {
    const { run, limits, offered } = waiting;
    const until = offered > 0 ? waiting.until : this.clock.monotonic() + OFFER_MS;
    this.usage.addPromised(limits, count);
    this.waiting.set(run, { ...waiting, offered: offered + count, until });
    if (offered + count > 0) this.offers.add(run);
  }

  private withdraw(waiting: Waiting): void {
    if (!this.offers.delete(waiting.run)) return;
    this.usage.addPromised(waiting.limits, -waiting.offered);
    this.waiting.set(waiting.run, { ...waiting, offered: 0 });
  }

  private lapse(): void {
    const now = this.clock.monotonic();
    for (const run of this.offers) {
      const waiting = this.waiting.get(run);
      if (!waiting || waiting.until > now) return;
      this.drop(run);
      this.waiting.set(run, { ...waiting, offered: 0, hasLapsed: true });
    }
  }

  /**
   * Serves a run whose offer has expired before runs that came later and have not taken their offers yet. Returns what is offered
   * to it now.
   */
  private overtake(waiting: Waiting): number {
    const { limits, least, ticket } = waiting;
    const hasRoom = (): boolean => limits.every((limit) => this.usage.room(limit, least) >= least);
    const later = [...this.offers].flatMap((run) => this.waiting.get(run) ?? []);
    for (const other of later.sort((a, b) => b.ticket - a.ticket)) {
      if (hasRoom() || other.ticket < ticket) break;
      if (other.limits.some(({ key }) => limits.some((own) => own.key === key))) this.withdraw(other);
    }
    if (!hasRoom()) return 0;
    this.promise(waiting, least);
    return least;
  }

  /** Serves the queue again when the oldest offer expires, or when more tokens may be there. */
  private arm(): void {
    const now = this.clock.monotonic();
    const [oldest] = this.offers;
    const lapsesAt = oldest === undefined ? Infinity : (this.waiting.get(oldest)?.until ?? Infinity);
    const at = Math.min(lapsesAt, this.awaitsTokens ? now + REFILL_POLL_MS : Infinity);
    if (at === Infinity || (this.timer && this.timer.at <= at)) return;
    this.timer?.callOff();
    const callOff = this.clock.after(Math.max(0, at - now), () => {
      this.timer = null;
      this.serve();
    });
    this.timer = { at, callOff };
  }
}
