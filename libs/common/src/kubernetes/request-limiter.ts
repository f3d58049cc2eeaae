import { MAX_TIMER_MS } from '#common/clock/clock.js';

/**
 * The rate limit that all requests of a process share. Urgent requests go first; every fourth place goes to the other lanes in
 * turn, so that a flood of starts blocks neither the removal of finished pods nor reads.
 */

/** From the most urgent to the least. `finish` completes something that was started: it goes before new starts. */
export const LANES = ['stop', 'start', 'finish', 'read', 'cleanUp'] as const;
export type Lane = (typeof LANES)[number];

export interface LimiterOptions {
  /** 0 is no limit. */
  readonly requestsPerSecond: number;
  readonly maxAtOnce: number;
  readonly maxWaiting: number;
  /** How many requests of the lane `start` may be under way now. */
  readonly startsAtOnce: () => number;
}

interface Waiter {
  readonly lane: Lane;
  readonly go: () => void;
}

const REQUESTS_PER_ROUND = 4;

export class RequestLimiter {
  private readonly waiting: Record<Lane, Waiter[]> = { stop: [], start: [], finish: [], read: [], cleanUp: [] };
  private tokens: number;
  private filledAt: number;
  private underWay = 0;
  private startsUnderWay = 0;
  private round = 0;
  private served = 0;
  /** The count of served requests when the lane was last served. */
  private readonly servedAt: Record<Lane, number> = { stop: 0, start: 0, finish: 0, read: 0, cleanUp: 0 };
  private pausedUntil = -Infinity;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly options: LimiterOptions,
    private readonly clock: { monotonic(): number },
  ) {
    this.tokens = this.burst;
    this.filledAt = clock.monotonic();
  }

  get depth(): number {
    return LANES.reduce((sum, lane) => sum + this.waiting[lane].length, 0);
  }

  /** Runs `work` when the limit admits it. Returns null where too many wait already. */
  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T | null> {
    if (this.depth >= this.options.maxWaiting) return null;
    await new Promise<void>((resolve) => {
      this.waiting[lane].push({ lane, go: resolve });
      this.serve();
    });
    try {
      return await work();
    } finally {
      this.underWay--;
      if (lane === 'start') this.startsUnderWay--;
      this.serve();
    }
  }

  /** Pauses all requests for this long, because the server asked for it. */
  pause(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.clock.monotonic() + ms);
  }

  private get burst(): number {
    return Math.max(1, this.options.requestsPerSecond);
  }

  private serve(): void {
    while (this.underWay < this.options.maxAtOnce && this.servable().length > 0) {
      const waitMs = this.msUntilToken();
      if (waitMs > 0) {
        this.serveIn(waitMs);
        return;
      }
      const next = this.takeNext();
      if (!next) return;
      this.tokens -= 1;
      this.underWay++;
      if (next.lane === 'start') this.startsUnderWay++;
      next.go();
    }
  }

  private takeNext(): Waiter | undefined {
    this.round = (this.round + 1) % REQUESTS_PER_ROUND;
    const [urgent, ...others] = this.servable();
    const lane = this.round === 0 ? (this.longestWithout(others) ?? urgent) : urgent;
    if (lane === undefined) return undefined;
    this.servedAt[lane] = ++this.served;
    return this.waiting[lane].shift();
  }

  /** Lanes with a request that may be sent, the most urgent first. */
  private servable(): Lane[] {
    const mayStart = this.startsUnderWay < this.options.startsAtOnce();
    return LANES.filter((lane) => this.waiting[lane].length > 0 && (lane !== 'start' || mayStart));
  }

  /** The lane that was served longest ago; among equals the least urgent. */
  private longestWithout(lanes: readonly Lane[]): Lane | undefined {
    return lanes.toReversed().reduce<Lane | undefined>((first, lane) => {
      return first === undefined || this.servedAt[lane] < this.servedAt[first] ? lane : first;
    }, undefined);
  }

  private msUntilToken(): number {
    const now = this.clock.monotonic();
    if (now < this.pausedUntil) return this.pausedUntil - now;
    const { requestsPerSecond } = this.options;
    if (requestsPerSecond === 0) {
      this.tokens = this.burst;
      return 0;
    }
    this.tokens = Math.min(this.burst, this.tokens + ((now - this.filledAt) * requestsPerSecond) / 1_000);
    this.filledAt = now;
    return this.tokens >= 1 ? 0 : ((1 - this.tokens) * 1_000) / requestsPerSecond;
  }

  private serveIn(ms: number): void {
    if (this.timer) return;
    this.timer = setTimeout(
      () => {
        this.timer = null;
        this.serve();
      },
      Math.min(Math.ceil(ms), MAX_TIMER_MS),
    );
  }
}

/**
 * How many starts may wait for the API server's answer at the same time. By Little's law the allowed rate needs as many as are sent
 * in the time of one answer. More of them queue inside the server, and slow down reads of logs, for which ends of runs wait. The
 * time is the best that was measured: one that was measured while too many waited would demand still more.
 */
const FEWEST = 16;
/** Single answers vary: means of this many are compared. */
const WINDOW = 32;
/** A slower time is accepted after this long, for example because of a new webhook. */
const REMEMBERED_MS = 300_000;
const MS_PER_SECOND = 1_000;

interface StartsOptions {
  /** 0 is no limit. */
  readonly requestsPerSecond: number;
  readonly most: number;
}

export class StartsAtOnce {
  private best: { readonly ms: number; readonly at: number } | null = null;
  private sumMs = 0;
  private answers = 0;

  constructor(private readonly options: StartsOptions) {}

  /** Without a rate the sufficient number is unknown. */
  get allowed(): number {
    const { requestsPerSecond, most } = this.options;
    if (requestsPerSecond === 0) return most;
    const needed = Math.ceil(((this.best?.ms ?? 0) * requestsPerSecond) / MS_PER_SECOND);
    return Math.min(most, Math.max(FEWEST, needed));
  }

  /** Records that a start was answered after `ms`; `now` is monotonic. */
  answered(ms: number, now: number): void {
    this.sumMs += ms;
    this.answers += 1;
    if (this.answers < WINDOW) return;
    const mean = this.sumMs / this.answers;
    this.sumMs = 0;
    this.answers = 0;
    const isOld = this.best !== null && now - this.best.at >= REMEMBERED_MS;
    if (this.best === null || isOld || mean <= this.best.ms) this.best = { ms: mean, at: now };
  }
}
