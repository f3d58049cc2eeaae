/**
 * A bounded gate in front of one resource: limits the operations under way, those that wait, and how long they wait. Further ones
 * are refused at once with UNAVAILABLE, so that overload is answered and not queued. Three lanes: urgent work (heartbeats, ends,
 * seals) goes before other work, and bulk work (retention, sweeps) takes what is left; no lane starves.
 */
import { AppError } from '../errors/app-error.js';

export const LANES = ['urgent', 'normal', 'bulk'] as const;
export type Lane = (typeof LANES)[number];

export interface GateOptions {
  /** Named in refusals: "the database". */
  readonly resource: string;
  /** How many operations may be under way now. */
  readonly limit: () => number;
  /** Operations that may wait, in each lane. */
  readonly maxWaiting: number;
  /** The longest that an operation waits, unless its deadline is earlier. Milliseconds. */
  readonly maxWaitMs: number;
  /** Milliseconds that never go back. */
  readonly monotonic: () => number;
}

export interface GateCounts {
  readonly underWay: number;
  readonly waiting: Readonly<Record<Lane, number>>;
  readonly refused: Readonly<Record<Lane, number>>;
}

/** Refused by a gate: nothing of it has started. */
export class Refused extends AppError {
  /** `retryAfterSeconds`: about how long the waiting operations will take; 1 to `MAX_RETRY_AFTER_SECONDS`. */
  constructor(message: string, retryAfterSeconds: number) {
    super('UNAVAILABLE', message, { retryAfterSeconds });
  }
}

const MAX_RETRY_AFTER_SECONDS = 30;
/** The rate at which work ends is a mean over about this time. */
const RATE_OVER_MS = 5_000;

interface Waiter {
  readonly begin: () => void;
  readonly refuse: (error: Refused) => void;
  /** On the monotonic clock. */
  readonly until: number;
}

/** Permits reserved for urgent work, so that a heartbeat never waits behind a full load of other work. */
const URGENT_PLACES = 1;
/** The share of the permits that bulk work may take. */
const BULK_PART = 0.25;
/** After this many admissions the lowest waiting lane goes first: no lane starves. */
const LOWEST_FIRST_EVERY = 16;
const EXPIRY_CHECK_MS = 100;

export class Gate {
  private readonly waiting: Record<Lane, Waiter[]> = { urgent: [], normal: [], bulk: [] };
  private readonly underWay: Record<Lane, number> = { urgent: 0, normal: 0, bulk: 0 };
  private readonly refused: Record<Lane, number> = { urgent: 0, normal: 0, bulk: 0 };
  private letIn = 0;
  private endsPerMs = 0;
  private lastEnd = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly options: GateOptions) {}

  get counts(): GateCounts {
    const { urgent, normal, bulk } = this.waiting;
    const waiting = { urgent: urgent.length, normal: normal.length, bulk: bulk.length };
    return { underWay: this.total, waiting, refused: { ...this.refused } };
  }

  /**
   * Runs `work` when a permit is free. Throws UNAVAILABLE without having started it when too many wait already, or when
   * no permit is free by `deadline` (on the monotonic clock) or within the longest wait.
   */
  async run<T>(lane: Lane, work: () => Promise<T>, deadline = Infinity): Promise<T> {
    if (this.waiting[lane].length > 0 || !this.hasPlace(lane)) await this.wait(lane, deadline);
    else this.enter(lane);
    try {
      return await work();
    } finally {
      this.underWay[lane] -= 1;
      this.noteEnd();
      this.serve();
    }
  }

  private wait(lane: Lane, deadline: number): Promise<void> {
    const { resource, maxWaiting, maxWaitMs, monotonic } = this.options;
    const queue = this.waiting[lane];
    if (queue.length >= maxWaiting) {
      this.refused[lane] += 1;
      return Promise.reject(
        new Refused(`too many operations wait for ${resource}; try again later`, this.retryAfterSeconds),
      );
    }
    this.timer ??= this.checkLater();
    return new Promise((resolve, reject) => {
      queue.push({ begin: resolve, refuse: reject, until: Math.min(deadline, monotonic() + maxWaitMs) });
    });
  }

  /** Admits waiting operations. Their permits are taken here, before they continue. */
  private serve(): void {
    for (let lane = this.next(); lane !== null; lane = this.next()) {
      const waiter = this.waiting[lane].shift();
      if (waiter === undefined) return;
      if (waiter.until <= this.options.monotonic()) {
        this.refuse(lane, waiter);
        continue;
      }
      this.enter(lane);
      waiter.begin();
    }
  }

  private next(): Lane | null {
    const order = this.letIn % LOWEST_FIRST_EVERY === LOWEST_FIRST_EVERY - 1 ? LANES.toReversed() : LANES;
    return order.find((lane) => this.waiting[lane].length > 0 && this.hasPlace(lane)) ?? null;
  }

  private enter(lane: Lane): void {
    this.underWay[lane] += 1;
    this.letIn += 1;
  }

  private hasPlace(lane: Lane): boolean {
    const limit = Math.max(1, this.options.limit());
    if (this.total >= limit) return false;
    if (lane === 'urgent') return true;
    if (this.underWay.normal + this.underWay.bulk >= Math.max(1, limit - URGENT_PLACES)) return false;
    return lane === 'normal' || this.underWay.bulk < Math.max(1, Math.floor(limit * BULK_PART));
  }

  private get total(): number {
    return this.underWay.urgent + this.underWay.normal + this.underWay.bulk;
  }

  private noteEnd(): void {
    const now = this.options.monotonic();
    this.endsPerMs = this.endsPerMs * Math.exp((this.lastEnd - now) / RATE_OVER_MS) + 1 / RATE_OVER_MS;
    this.lastEnd = now;
  }

  private get retryAfterSeconds(): number {
    const waiting = LANES.reduce((sum, lane) => sum + this.waiting[lane].length, this.total);
    const seconds = Math.ceil(waiting / Math.max(this.endsPerMs, 1 / RATE_OVER_MS) / 1_000);
    return Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, seconds));
  }

  private expire(): void {
    const now = this.options.monotonic();
    for (const lane of LANES) {
      const kept = this.waiting[lane].filter((waiter) => waiter.until > now);
      const late = this.waiting[lane].filter((waiter) => waiter.until <= now);
      this.waiting[lane] = kept;
      for (const waiter of late) this.refuse(lane, waiter);
    }
    const isWaiting = LANES.some((lane) => this.waiting[lane].length > 0);
    this.timer = isWaiting ? this.checkLater() : null;
  }

  private checkLater(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.expire();
    }, EXPIRY_CHECK_MS);
    return timer.unref();
  }

  private refuse(lane: Lane, waiter: Waiter): void {
    this.refused[lane] += 1;
    waiter.refuse(
      new Refused(
        `the operation waited too long for ${this.options.resource}; try again later`,
        this.retryAfterSeconds,
      ),
    );
  }
}
