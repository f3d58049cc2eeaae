/**
 * The bounded queue of starts: how many attempts may be live per engine, worker and tenant, and how many may begin per second.
 * Runs that wait are served in turn, so that one with many indexes never starves the others. A gang is given all of its places
 * or none; when its turn has come it keeps it, and nobody overtakes it, until there is room for all: so it holds nothing while
 * it waits, two gangs never wait for each other, and a stream of small runs never keeps it from beginning.
 */
import type { RunId } from '#common/domain/ids.js';

/** One limit that a start must keep; starts that share `key` share it. */
export interface StartLimit {
  readonly key: string;
  /** Live attempts at once; null is no limit. */
  readonly maxActive: number | null;
  /** Starts per second; null is no limit. */
  readonly maxPerSecond: number | null;
}

/** Starts that are asked for; fewer than `least` are of no use. */
export interface AskedStarts {
  readonly most: number;
  readonly least: number;
}

interface Waiting {
  readonly limits: readonly StartLimit[];
  readonly least: number;
}

interface Place {
  readonly limits: readonly StartLimit[];
  count: number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** A wait for the next second's tokens is looked at this often. */
const REFILL_POLL_MS = 50;

export class StartQueue {
  /** Places taken: by run, so that they are settled as a whole whenever the run is. */
  private readonly places = new Map<RunId, Place>();
  private readonly active = new Map<string, number>();
  private readonly buckets = new Map<string, Bucket>();
  /** In the order in which they are served. */
  private readonly waiting = new Map<RunId, Waiting>();
  private turnOf: RunId | null = null;
  private isStopped = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly wake: (run: RunId) => void,
    private readonly monotonic: () => number,
  ) {}

  get depth(): number {
    return this.waiting.size;
  }

  /**
   * Takes places for some of the starts, no fewer than `least`; what is not given makes the run wait, and `wake` says when to
   * ask again. `least` is never more than `capacityOf` the limits.
   */
  take(run: RunId, limits: readonly StartLimit[], { most, least }: AskedStarts): number {
    if (this.isStopped) return 0;
    const others = [...this.waiting].filter(([id, theirs]) => id !== run && shares(theirs.limits, limits)).length;
    const mustQueue = others > 0 && this.turnOf !== run;
    const room = mustQueue ? 0 : this.room(limits, least);
    // While others wait for the same, nobody takes more than its share, or what it cannot do without.
    const share = others === 0 ? room : Math.max(least, Math.ceil(room / (others + 1)));
    const given = room < least ? 0 : Math.min(most, share);
    if (this.turnOf === run) this.turnOf = null;
    // What was given nothing keeps its place in the line.
    if (given > 0) this.waiting.delete(run);
    if (given < most) this.waiting.set(run, { limits, least: given > 0 ? 1 : least });
    if (given > 0) this.occupy(run, limits, given);
    this.serve();
    return given;
  }

  /** Says how many attempts of the run are live now: after each save, and when a run is first seen. */
  settle(run: RunId, limits: readonly StartLimit[], live: number): void {
    const place = this.places.get(run);
    const before = place?.count ?? 0;
    this.add(place?.limits ?? limits, -before);
    if (live === 0) this.places.delete(run);
    else this.places.set(run, { limits, count: live });
    this.add(limits, live);
    if (live < before) this.serve();
  }

  /** The run waits for nothing now; its live attempts keep their places. */
  leave(run: RunId): void {
    if (!this.waiting.delete(run)) return;
    if (this.turnOf === run) this.turnOf = null;
    this.serve();
  }

  /** The run needs nothing any more. */
  forget(run: RunId): void {
    this.waiting.delete(run);
    this.settle(run, [], 0);
    this.serve();
  }

  /** Runs of other replicas take no places here any more: their owners count them. */
  keepOnly(mine: (run: RunId) => boolean): void {
    for (const run of new Set([...this.places.keys(), ...this.waiting.keys()])) if (!mine(run)) this.forget(run);
  }

  /** Gives no places any more. */
  stop(): void {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private occupy(run: RunId, limits: readonly StartLimit[], count: number): void {
    const place = this.places.get(run);
    this.places.set(run, { limits, count: (place?.count ?? 0) + count });
    this.add(limits, count);
    for (const { key, maxPerSecond } of limits)
      if (maxPerSecond !== null) this.bucket(key, maxPerSecond).tokens -= count;
  }

  private add(limits: readonly StartLimit[], count: number): void {
    for (const { key } of limits) {
      const sum = (this.active.get(key) ?? 0) + count;
      if (sum === 0) this.active.delete(key);
      else this.active.set(key, sum);
    }
  }

  /** Starts that the limits allow now. A gang of more than a second's worth begins with a full second, and owes the rest. */
  private room(limits: readonly StartLimit[], least: number): number {
    let room = Number.MAX_SAFE_INTEGER;
    for (const { key, maxActive, maxPerSecond } of limits) {
      if (maxActive !== null) room = Math.min(room, maxActive - (this.active.get(key) ?? 0));
      if (maxPerSecond === null) continue;
      const tokens = Math.floor(this.bucket(key, maxPerSecond).tokens);
      room = Math.min(room, tokens >= mostTokens(maxPerSecond) ? Math.max(tokens, least) : tokens);
    }
    return Math.max(0, room);
  }

  /** A second's worth of starts may be saved up, no more. */
  private bucket(key: string, maxPerSecond: number): Bucket {
    const now = this.monotonic();
    const most = mostTokens(maxPerSecond);
    const bucket = this.buckets.get(key) ?? { tokens: most, filledAt: now };
    bucket.tokens = Math.min(most, bucket.tokens + ((now - bucket.filledAt) / 1_000) * maxPerSecond);
    bucket.filledAt = now;
    this.buckets.set(key, bucket);
    return bucket;
  }

  /** Wakes the first run in line for which there is room; it asks again, and the next is served then. */
  private serve(): void {
    if (this.isStopped) return;
    if (this.turnOf !== null && this.waiting.has(this.turnOf)) return;
    this.turnOf = null;
    const ahead: (readonly StartLimit[])[] = [];
    for (const [run, { limits, least }] of this.waiting) {
      if (ahead.some((theirs) => shares(theirs, limits))) continue;
      if (this.room(limits, least) < least) {
        if (least > 1) ahead.push(limits);
        continue;
      }
      this.turnOf = run;
      this.wake(run);
      return;
    }
    this.waitForTokens();
  }

  private waitForTokens(): void {
    const timed = [...this.waiting.values()].some(({ limits }) =>
      limits.some(({ maxPerSecond }) => maxPerSecond !== null),
    );
    if (!timed || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.serve();
    }, REFILL_POLL_MS);
    this.timer.unref();
  }
}

const mostTokens = (maxPerSecond: number): number => Math.max(1, maxPerSecond);

const shares = (a: readonly StartLimit[], b: readonly StartLimit[]): boolean =>
  a.some(
    ({ key, maxActive, maxPerSecond }) => (maxActive ?? maxPerSecond) !== null && b.some((other) => other.key === key),
  );
