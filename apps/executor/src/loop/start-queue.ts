/**
 * The bounded queue of starts: how many attempts may be live per engine, worker and tenant, and how many may start per second.
 *
 * Runs that lack room wait in a line. Whenever there is room, each run that may start is offered its share and woken; the room is
 * reserved until the run takes it. Tenants are served by their shares (`limits/shares.ts`), so that the queue of one costs the others
 * nothing; runs of one tenant by priority and age. Runs with different limits are served at the same time: a run that cannot start
 * holds up only runs that need a limit which it lacks. An offer that is not taken in time expires, because a wake-up may be lost or a
 * reconciliation may fail. Its run goes behind those of its tenant, is woken again from there, and may still take what is offered to
 * later runs.
 *
 * A gang gets room for all its members or none. A limit that was too full for it in its turn is reserved for it from then on, against
 * all other runs. So it occupies no room while it waits, and a stream of small runs never keeps it from starting.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { rankOf, type Waits } from '#common/domain/priority.js';
import { MAX_PREEMPTIONS_PER_SECOND } from '#common/domain/limits.js';
import { Line, NOTHING_WAITS, type NewWaitingRun, type WaitingDemand, type WaitingRun } from '#common/limits/line.js';
import { Preemption, type Preemptible } from '#common/limits/preemption.js';
import type { Limit, Live, Scope, SharedParts } from '#common/limits/scope.js';
import { Room } from '#common/limits/room.js';
import type { Demand } from '../run/context.js';

/** The limits and shares of a run's starts, and its place among the others. */
export interface StartTerms extends Scope, Waits {}

/** Requested starts; fewer than `least` are of no use. */
export interface RequestedStarts {
  readonly most: number;
  readonly least: number;
}

/** The parts of shared limits, and how they learn what is used and wanted of them. */
export interface PartSource extends SharedParts {
  /** Runs wait for a larger part. */
  want(): void;
  /** `demands` says what is used and wanted. `changed` is called when parts have grown, or when the lease has ended under which they were held. */
  serve(demands: () => ReadonlyMap<string, SharedDemand>, changed: (event: 'parts' | 'lease') => void): void;
}

/** What a replica uses and wants of a shared limit. */
export interface SharedDemand extends WaitingDemand {
  /** Live attempts under its present lease, and promised starts. */
  readonly inUse: number;
}

/** An offer that is not taken within this time goes to the next run in the queue; its run is woken again later. */
const OFFER_MS = 5_000;
/** A replica that stood still learns within this time which runs it does not own any more. */
const DISOWNED_MS = 10_000;
/** The interval at which preemption is decided, while runs wait that could take permits of others. */
const PREEMPTION_EVERY_MS = 1_000;

const isOfParts = ({ shared, maxPerSecond }: Limit): boolean => shared !== undefined || maxPerSecond !== null;

export class StartQueue {
  private readonly room: Room;
  private readonly line: Line;
  private readonly preemption: Preemption;
  private preemptsAt = 0;
  /** Runs of other replicas with attempts that count here. */
  private readonly leftRuns = new Set<RunId>();
  /** Since when a lane that has room was seen without a start. */
  private readonly unmovedSince = new Map<string, number>();
  private tickets = 0;
  private isStopped = false;
  private timer: { readonly at: number; readonly callOff: () => void } | null = null;

  /** `wake` makes the run be reconciled, which takes the offer or leaves the queue; a wake-up may be lost. */
  constructor(
    private readonly wake: (run: RunId) => void,
    private readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>,
    private readonly parts: PartSource,
    /** Tells the owner of a run that waited here that it waits. */
    private readonly tellOwner: (run: RunId) => void = () => undefined,
  ) {
    this.room = new Room(parts);
    this.line = new Line(this.room, () => clock.monotonic() + OFFER_MS);
    this.preemption = new Preemption(this.room, this.line, MAX_PREEMPTIONS_PER_SECOND);
    parts.serve(
      () => this.sharedDemands(),
      (event) => {
        // What was claimed under a lease that has ended counts in no part of this replica.
        if (event === 'lease') this.room.disownAll();
        this.serve();
      },
    );
  }

  get depth(): number {
    return this.line.size;
  }

  /** The runs that have permits. */
  get holders(): readonly RunId[] {
    return [...this.room.holders];
  }

  /**
   * Takes room for some of the starts, no fewer than `least`. For the rest the run waits, and `wake` says when to ask again.
   * `least` is never more than `capacityOf` the limits.
   */
  take(run: RunId, terms: StartTerms, request: RequestedStarts): number {
    if (this.isStopped) return 0;
    this.enter(run, terms, request);
    this.serve(run);
    const waiting = this.line.get(run);
    if (!waiting) return 0;
    const offered = waiting.offered === 0 && waiting.hasLapsed ? this.overtake(waiting) : waiting.offered;
    const granted = Math.min(request.most, offered);
    if (granted > 0) {
      this.line.drop(run);
      this.room.occupy(run, terms, granted);
      this.unmovedSince.delete(waiting.lane.key);
      // The run begins to wait again: a run that has received starts waits behind the others.
      const rest = { most: request.most - granted, least: 1 };
      if (rest.most > 0) this.enter(run, { ...terms, waitsSince: this.clock.now() }, rest);
    }
    this.serve();
    if (granted < request.most && terms.limits.some(isOfParts)) this.parts.want();
    return granted;
  }

  /** Sets how many attempts of the run are live now, and which of them may be taken: after each save, and when a run is first loaded. */
  setUsage(run: RunId, scope: Scope, live: Live, preemptible: Preemptible | null = null): void {
    this.preemption.set(run, scope, preemptible);
    if (this.room.setLive(run, scope, live)) this.serve();
    else if (preemptible) this.arm();
  }

  /** What this replica uses, and what its waiting runs want, of each shared limit. */
  private sharedDemands(): ReadonlyMap<string, SharedDemand> {
    const waiting = this.line.demands();
    const keys = new Set([...this.room.sharedKeys(), ...waiting.keys()]);
    return new Map(
      [...keys].map((key) => [key, { inUse: this.room.usedOf(key), ...(waiting.get(key) ?? NOTHING_WAITS) }]),
    );
  }

  /** Runs of other replicas of which attempts that were claimed here may still be live. */
  get left(): readonly RunId[] {
    return [...this.leftRuns];
  }

  /** How many of these attempts are live, of a run of another replica. */
  setLeft(run: RunId, own: number): void {
    if (!this.leftRuns.has(run)) return;
    const hasFallen = this.room.setOwn(run, own);
    if (own === 0) this.leftRuns.delete(run);
    if (hasFallen) this.serve();
  }

  /** The permits that the run has to give up for waiting runs; null: none. */
  demandOf(run: RunId): Demand | null {
    const demand = this.preemption.demandOf(run);
    if (demand === null) return null;
    const { permits, times, takers } = demand;
    const what = permits === 1 ? 'the permit was' : `${permits} of the permits were`;
    return { permits, times, message: `${what} given to ${takers}` };
  }

  /** The run waits for nothing now; its live attempts still count. */
  leave(run: RunId): void {
    if (this.line.drop(run)) this.serve();
  }

  /** The run needs nothing any more. */
  forget(run: RunId): void {
    this.drop(run);
    this.serve();
  }

  /**
   * Stops counting runs that other replicas own. Of those that came into the line a short time ago the owner is told: this replica may not
   * have owned them any more then, and the owner, who looked at them before, does not know that they wait.
   */
  keepOnly(mine: (run: RunId) => boolean): void {
    const since = this.clock.monotonic() - DISOWNED_MS;
    const late = [...this.line.all].filter(({ run, enteredAt }) => enteredAt >= since && !mine(run));
    for (const run of new Set([...this.room.holders, ...this.line.runs])) {
      if (mine(run)) this.leftRuns.delete(run);
      else this.letGo(run);
    }
    this.serve();
    for (const { run } of late) this.tellOwner(run);
  }

  /**
   * The longest time, in milliseconds, for which a lane of runs has had room and got no start. Measured between calls, so it must be
   * called regularly.
   */
  unmovedMs(): number {
    const now = this.clock.monotonic();
    const able = this.line.able();
    for (const lane of this.unmovedSince.keys()) if (!able.has(lane)) this.unmovedSince.delete(lane);
    for (const lane of able) if (!this.unmovedSince.has(lane)) this.unmovedSince.set(lane, now);
    return Math.max(0, ...[...this.unmovedSince.values()].map((since) => now - since));
  }

  /** How long, in milliseconds, the first run in the queue has waited, and how many tenants have waiting runs. */
  waits(): { readonly oldestMs: number; readonly tenants: number } {
    const tenants = new Set<string>();
    let first = this.clock.now();
    for (const { share, waitsSince } of this.line.all) {
      tenants.add(share.tenant);
      first = Math.min(first, waitsSince);
    }
    return { oldestMs: this.clock.now() - first, tenants: tenants.size };
  }

  /** Stops giving starts. */
  stop(): void {
    this.isStopped = true;
    this.timer?.callOff();
    this.timer = null;
  }

  private drop(run: RunId): void {
    this.line.drop(run);
    this.room.vacate(run);
    this.preemption.forget(run);
    this.leftRuns.delete(run);
  }

  /** Attempts that this replica has claimed count in its parts until they end, whoever owns the run. */
  private letGo(run: RunId): void {
    this.line.drop(run);
    this.preemption.forget(run);
    this.room.keepOwn(run);
    if (this.room.liveOf(run).own > 0) this.leftRuns.add(run);
  }

  /** Lets the run wait, or updates its request if it waits already. */
  private enter(run: RunId, { limits, share, ...waits }: StartTerms, { most, least }: RequestedStarts): void {
    const former = this.line.get(run);
    const lane = this.line.laneOf({ limits, share });
    if (former?.lane === lane) {
      this.line.update(former, { most, least });
      return;
    }
    this.line.drop(run);
    const keptBack = new Set<string>();
    this.line.put({ ...(former ?? this.placeOf(waits)), run, limits, share, most, least, keptBack });
  }

  /** The place of a run that has not waited yet: behind the runs with the same rank. */
  private placeOf({
    priority = 0,
    waitsSince = this.clock.now(),
  }: Waits): Omit<NewWaitingRun, keyof Scope | 'run' | 'most' | 'least'> {
    const order = ++this.tickets;
    const rank = rankOf({ priority, waitsSince });
    return { priority, waitsSince, rank, enteredAt: this.clock.monotonic(), order, ticket: order, hasLapsed: false };
  }

  /** Offers room to all runs that may start and wakes them; `asking` is being reconciled already. */
  private serve(asking: RunId | null = null): void {
    if (this.isStopped) return;
    this.lapse();
    const woken: RunId[] = [];
    this.line.offerAll(({ run }) => {
      if (run !== asking) woken.push(run);
    });
    this.arm();
    for (const run of woken) this.wake(run);
  }

  private lapse(): void {
    const now = this.clock.monotonic();
    for (const waiting of this.line.offered()) {
      if (waiting.until > now) return;
      const rank = rankOf({ priority: waiting.priority, waitsSince: this.clock.now() });
      this.line.drop(waiting.run);
      this.line.put({ ...waiting, rank, order: ++this.tickets, hasLapsed: true });
    }
  }

  /**
   * Serves a run whose offer has expired before runs that came later and have not taken their offers yet. Returns how many starts it is
   * offered now.
   */
  private overtake(waiting: WaitingRun): number {
    const { limits, least, ticket } = waiting;
    const hasRoom = (): boolean => this.room.short(waiting, least).length === 0;
    for (const other of [...this.line.offered()].sort((a, b) => b.ticket - a.ticket)) {
      if (hasRoom() || other.ticket < ticket) break;
      if (other.limits.some(({ key }) => limits.some((own) => own.key === key))) this.line.withdraw(other);
    }
    if (!hasRoom()) return 0;
    this.line.promise(waiting, least);
    return least;
  }

  private preempt(): void {
    const now = this.clock.monotonic();
    if (this.isStopped || !this.preemption.isPossible || now < this.preemptsAt) return;
    this.preemptsAt = now + PREEMPTION_EVERY_MS;
    for (const run of this.preemption.decide({ now: this.clock.now(), monotonic: now })) this.wake(run);
  }

  /** Serves the queue again when the oldest offer expires, when more tokens may be there, or when permits may be taken. */
  private arm(): void {
    if (this.isStopped) return;
    const now = this.clock.monotonic();
    const at = Math.min(this.line.nextExpiry, this.preemption.isPossible ? this.preemptsAt : Infinity);
    if (at === Infinity || (this.timer && this.timer.at <= at)) return;
    this.timer?.callOff();
    const callOff = this.clock.after(Math.max(0, at - now), () => {
      this.timer = null;
      this.serve();
      this.preempt();
      this.arm();
    });
    this.timer = { at, callOff };
  }
}
