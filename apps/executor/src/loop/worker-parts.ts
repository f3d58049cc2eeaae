/**
 * This replica's parts of the limits of workers (`limits/limit-parts.ts`). While it holds or wants anything, it asks the scheduler for all of
 * them together, so a start costs no message and no write of its own. Parts belong to a lease: a new lease begins without any.
 */
import type { Clock } from '#common/clock/clock.js';
import { messageOf } from '#common/errors/app-error.js';
import type { AttemptId } from '#common/domain/ids.js';
import {
  isSameHolder,
  TOKEN_LIFE_MS,
  type HolderCount,
  type MembersView,
  type PartAnswer,
  type PartRequest,
} from '#common/limits/limit-parts.js';
import type { Logger } from '#common/logging/logger.js';
import type { PartSource, SharedDemand } from './start-queue.js';

export type KeyAnswer = PartAnswer & { readonly key: string };
export type KeyQuestion = Omit<PartRequest, 'replica' | 'lease' | 'seq'> & { readonly key: string };

export interface Question {
  readonly lease: number;
  readonly seq: number;
  readonly view: MembersView;
  readonly limits: readonly KeyQuestion[];
}

/** This replica among the executors. */
export interface OwnMember {
  readonly replica: string;
  /** The lease that it holds; null: none. */
  lease(): number | null;
  /** The executors as it sees them. */
  view(): MembersView;
}

/** The schedulers and the database, as far as limits are concerned. */
export interface LimitSources {
  /** Asks the schedulers; what none answers is missing in the result. */
  ask(question: Question): Promise<readonly KeyAnswer[]>;
  /** Live attempts by limit and by the lease in whose part they count, as they are stored. */
  count(): Promise<ReadonlyMap<string, readonly HolderCount[]>>;
}

/** An attempt that waits for a count: since when, and when that was last asked, on the monotonic clock. */
interface Uncovered {
  readonly since: number;
  readonly askedAt: number;
}

/** Starts that may be made until then, on the monotonic clock. */
interface Tokens {
  left: number;
  readonly until: number;
}

interface Held {
  units: number | null;
  target: number;
  /** The oldest first; null is no limit. */
  tokens: Tokens[] | null;
  /** The latest request; answers to earlier ones are void. */
  seq: number;
  /** Since when less than the part is used, and the most that was used since; null: all of it is. */
  idle: { readonly since: number; most: number } | null;
}

/** Between two requests while runs wait, or while a part is to shrink. */
const WAITING_MS = 250;
/** Between two requests while parts are held. */
const HOLDING_MS = 1_000;
/** Between two requests in any case; the first want after a rest is asked for after `GATHER_MS`. */
const LEAST_MS = 100;
const GATHER_MS = 5;
/** A part that is not used for this long is given back as far as it was not used. */
const IDLE_MS = 10_000;
/** An attempt that nobody has asked about for this long is claimed by another replica, or over. */
const FORGOTTEN_MS = 10_000;
/** Attempts are counted at most this often. */
const COUNT_MS = 1_000;

export class WorkerParts implements PartSource {
  private readonly held = new Map<string, Held>();
  private lease: number | null = null;
  private seq = 0;
  private askedAt = -Infinity;
  private countedAt = -Infinity;
  /** Attempts that wait for a count, by limit. */
  private readonly uncovered = new Map<string, Map<AttemptId, Uncovered>>();
  /** When the last count of each limit began that fits into it. */
  private readonly coveredAt = new Map<string, number>();
  private timer: { readonly at: number; readonly callOff: () => void } | null = null;
  private isStopped = false;
  private isAsking = false;
  private demands: () => ReadonlyMap<string, SharedDemand> = () => new Map();
  private changed: (event: 'parts' | 'lease') => void = () => undefined;

  constructor(
    private readonly sources: LimitSources,
    private readonly member: OwnMember,
    private readonly clock: Pick<Clock, 'monotonic' | 'after'>,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** The queue whose runs take the parts. */
  serve(demands: () => ReadonlyMap<string, SharedDemand>, changed: (event: 'parts' | 'lease') => void): void {
    this.demands = demands;
    this.changed = changed;
  }

  /** Nothing is started beyond what may be kept, though the rest is given back only as attempts end. */
  unitsOf(key: string): number | null {
    const held = this.present(key);
    if (!held) return 0;
    return held.units && Math.min(held.units, held.target);
  }

  tokensOf(key: string): number | null {
    const held = this.present(key);
    if (held?.tokens === null) return null;
    return held ? sumOf(this.valid(held.tokens).map(({ left }) => left)) : 0;
  }

  /** All limits together: how many attempts may be live here at once, how many are, and how many wait. */
  sums(): Readonly<Record<'held' | 'used' | 'waiting', number>> {
    const demands = [...this.demands().values()];
    return {
      held: sumOf([...this.held.keys()].map((key) => this.unitsOf(key) ?? 0)),
      used: sumOf(demands.map(({ inUse }) => inUse)),
      waiting: sumOf(demands.map(({ waiting }) => waiting)),
    };
  }

  spend(key: string, starts: number): void {
    let open = starts;
    for (const tokens of this.valid(this.held.get(key)?.tokens ?? [])) {
      const spent = Math.min(open, tokens.left);
      tokens.left -= spent;
      open -= spent;
    }
  }

  /**
   * Whether the attempt of another lease, which may have ended, certainly counts in the limit: a count that contains it fits into the
   * limit. If not, attempts are counted soon; the attempt must be stored when this is called.
   */
  covers(key: string, attempt: AttemptId): boolean {
    const uncovered = this.uncovered.get(key) ?? new Map<AttemptId, Uncovered>();
    const askedAt = this.clock.monotonic();
    const since = uncovered.get(attempt)?.since ?? askedAt;
    if (since < (this.coveredAt.get(key) ?? -Infinity)) {
      uncovered.delete(attempt);
      if (uncovered.size === 0) this.uncovered.delete(key);
      return true;
    }
    uncovered.set(attempt, { since, askedAt });
    this.uncovered.set(key, uncovered);
    this.want();
    return false;
  }

  want(): void {
    const now = this.clock.monotonic();
    this.arm(Math.max(now + GATHER_MS, this.askedAt + LEAST_MS));
  }

  /** Tells the scheduler, once, what is still used; nothing is started any more. */
  async close(): Promise<void> {
    this.isStopped = true;
    this.timer?.callOff();
    this.timer = null;
    await this.ask();
  }

  private present(key: string): Held | undefined {
    return this.lease !== null && this.isPresent(this.lease) ? this.held.get(key) : undefined;
  }

  private isPresent(lease: number): boolean {
    return lease === this.lease && lease === this.member.lease();
  }

  private arm(at: number): void {
    if (this.isStopped || (this.timer && this.timer.at <= at)) return;
    this.timer?.callOff();
    const callOff = this.clock.after(Math.max(0, at - this.clock.monotonic()), () => {
      this.timer = null;
      if (this.isAsking) this.arm(this.clock.monotonic() + LEAST_MS);
      else void this.askOnce();
    });
    this.timer = { at, callOff };
  }

  private async askOnce(): Promise<void> {
    this.isAsking = true;
    try {
      await this.ask();
    } finally {
      this.isAsking = false;
    }
  }

  private withGrant(tokens: readonly Tokens[] | null, left: number | null, until: number): Tokens[] | null {
    return left === null ? null : [...this.valid(tokens ?? []), { left, until }];
  }

  private valid(tokens: readonly Tokens[]): readonly Tokens[] {
    const now = this.clock.monotonic();
    return tokens.filter(({ until }) => now < until);
  }

  private async ask(): Promise<void> {
    const now = this.clock.monotonic();
    this.askedAt = now;
    this.followLease();
    this.forgetUncovered(now);
    const { lease } = this;
    const demands = this.demands();
    if (lease === null) {
      if (demands.size > 0) this.arm(now + WAITING_MS);
      return;
    }
    this.seq += 1;
    const view = this.member.view();
    const keys = new Set([...this.held.keys(), ...demands.keys(), ...this.uncovered.keys()]);
    const questions = [...keys].map((key) => this.questionOf(key, demands.get(key) ?? NO_DEMAND, now));
    await this.send(questions, { lease, view, sentAt: now, seq: this.seq });
    const isWaiting =
      this.uncovered.size > 0 || questions.some(({ waiting, key }) => waiting > 0 || this.isToShrink(key));
    const then = this.clock.monotonic();
    if (this.held.size > 0 || isWaiting) this.arm(then + (isWaiting ? WAITING_MS : HOLDING_MS));
  }

  private forgetUncovered(now: number): void {
    for (const [key, attempts] of this.uncovered) {
      for (const [attempt, { askedAt }] of attempts) if (now - askedAt > FORGOTTEN_MS) attempts.delete(attempt);
      if (attempts.size === 0) this.uncovered.delete(key);
    }
  }

  /** A new lease holds nothing; attempts of the former one are counted in the part of that lease. */
  private followLease(): void {
    const lease = this.member.lease();
    if (lease === this.lease) return;
    this.lease = lease;
    this.held.clear();
    this.changed('lease');
  }

  private questionOf(key: string, { inUse, first, ...demand }: SharedDemand, now: number): KeyQuestion {
    const waiting = this.isStopped ? 0 : demand.waiting;
    const held = this.held.get(key) ?? { ...NOTHING_HELD };
    this.held.set(key, held);
    held.seq = this.seq;
    // Nobody starts beyond this from here on, so it may be reported.
    if (held.units !== null) held.units = Math.max(inUse, Math.min(held.target, this.kept(held, inUse + waiting, now)));
    const tokens = Math.max(0, waiting - (this.tokensOf(key) ?? 0));
    const { least, rank } = first ?? { least: 1, rank: null };
    return { key, holds: held.units, inUse, waiting, least, rank, tokens };
  }

  /** What is kept of a part of which `wanted` is used: what was not used for a while is given back. */
  private kept(held: Held, wanted: number, now: number): number {
    const units = held.units ?? 0;
    if (this.isStopped) return 0;
    if (wanted >= units) held.idle = null;
    else if (held.idle === null) held.idle = { since: now, most: wanted };
    else held.idle.most = Math.max(held.idle.most, wanted);
    if (held.idle === null || now - held.idle.since < IDLE_MS) return units;
    const { most } = held.idle;
    held.idle = null;
    return most;
  }

  private isToShrink(key: string): boolean {
    const held = this.held.get(key);
    return held !== undefined && held.units !== null && held.target < held.units;
  }

  private async send(limits: readonly KeyQuestion[], sent: SentWith): Promise<void> {
    const { lease, seq, view } = sent;
    const answers = await this.sources.ask({ lease, seq, view, limits });
    if (answers.map((answer) => this.accept(answer, sent)).some(Boolean)) this.changed('parts');
    const uncounted = answers.flatMap(({ key, count }) => (count || this.uncovered.has(key) ? [key] : []));
    if (uncounted.length > 0 && !this.isStopped) await this.countFor(uncounted);
  }

  /** True if runs may start now that could not before. */
  private accept({ key, units, target, tokens, covered }: KeyAnswer, sent: SentWith): boolean {
    if (covered) this.coveredAt.set(key, sent.countedAt ?? sent.sentAt);
    const held = this.isPresent(sent.lease) ? this.held.get(key) : undefined;
    if (held?.seq !== sent.seq) return false;
    const { units: before } = held;
    held.units = units;
    held.target = target;
    held.tokens = this.withGrant(held.tokens, tokens, sent.sentAt + TOKEN_LIFE_MS);
    // That there is no limit is forgotten once the scheduler knows that it is known here, and gives the former part to others.
    if (units === 0 || (units === null && before === null)) this.forgetUnwanted(key);
    return tokens !== 0 || (units ?? Infinity) > (before ?? 0);
  }

  private forgetUnwanted(key: string): void {
    if (!this.uncovered.has(key) && !this.demands().has(key)) this.held.delete(key);
  }

  /** Counts attempts of ended leases, and asks again with the counts. */
  private async countFor(keys: readonly string[]): Promise<void> {
    const now = this.clock.monotonic();
    if (now - this.countedAt < COUNT_MS) return;
    this.countedAt = now;
    // It is made before attempts are counted: those of a lease that has ended by it can only become fewer.
    const view = this.member.view();
    const { lease } = this;
    try {
      const counts = await this.sources.count();
      if (lease === null || lease !== this.lease || this.isStopped) return;
      const demands = this.demands();
      this.seq += 1;
      const sentAt = this.clock.monotonic();
      const questions = keys.map((key) => ({
        ...this.questionOf(key, demands.get(key) ?? NO_DEMAND, sentAt),
        counts: (counts.get(key) ?? []).filter((each) => !isSameHolder(each, { replica: this.member.replica, lease })),
      }));
      await this.send(questions, { lease, view, sentAt, seq: this.seq, countedAt: now });
    } catch (error) {
      this.log.warn({ error: messageOf(error) }, 'attempts of ended leases could not be counted; it is tried again');
    }
  }
}

interface SentWith {
  readonly lease: number;
  readonly view: MembersView;
  readonly seq: number;
  readonly sentAt: number;
  /** When attempts began to be counted; absent: they were not. */
  readonly countedAt?: number;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

const NO_DEMAND: SharedDemand = { inUse: 0, waiting: 0, first: null };
const NOTHING_HELD: Held = { units: 0, target: 0, tokens: [], seq: 0, idle: null };
