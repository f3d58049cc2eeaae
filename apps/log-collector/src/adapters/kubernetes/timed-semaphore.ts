/** How many logs are read at the same time: in all, and of one node. */
import { MAX_TIMER_MS } from '#common/clock/clock.js';
import { LRUCache } from 'lru-cache';

/**
 * A first-in-first-out semaphore whose permits expire: a holder may continue for longer than `maxMs`, but then no longer delays others. So
 * few logs are read at the same time, and large logs never delay small ones.
 */
export class TimedSemaphore {
  private readonly waiting = new Set<() => void>();
  private free: number;

  constructor(
    atOnce: number,
    private readonly maxMs: number,
  ) {
    this.free = atOnce;
  }

  /** Resolves with the function that releases the permit; when `stop` is aborted, at once and without a permit. */
  async acquire(stop: AbortSignal): Promise<() => void> {
    if (this.free > 0) this.free--;
    else if (!(await this.granted(stop))) return () => undefined;
    return this.hold();
  }

  /** False if the wait was stopped before. */
  private granted(stop: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const grant = (): void => {
        stop.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        this.waiting.delete(grant);
        resolve(false);
      };
      if (stop.aborted) leave();
      else {
        stop.addEventListener('abort', leave, { once: true });
        this.waiting.add(grant);
      }
    });
  }

  private hold(): () => void {
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      clearTimeout(timer);
      this.handOn();
    };
    const timer = setTimeout(release, Math.min(this.maxMs, MAX_TIMER_MS));
    return release;
  }

  private handOn(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free++;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}

const MAX_AT_ONCE = 2;
/** A request that takes longer (a large log, a silent node) does not delay the others. */
const MAX_HOLD_MS = 10;
/** Nodes that are remembered; for a forgotten node, a few more requests may run at the same time for a moment. */
const MAX_NODES = 10_000;
const NEVER = new AbortController().signal;

export class NodeLimiter {
  private readonly nodes = new LRUCache<string, TimedSemaphore>({ max: MAX_NODES });

  constructor(private readonly maxHoldMs = MAX_HOLD_MS) {}

  /** Resolves with the function that releases the permit. */
  async acquire(node: string): Promise<() => void> {
    const semaphore = this.nodes.get(node) ?? new TimedSemaphore(MAX_AT_ONCE, this.maxHoldMs);
    this.nodes.set(node, semaphore);
    return semaphore.acquire(NEVER);
  }

  /** Runs `work` under a permit of the node. */
  async run<T>(node: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(node);
    try {
      return await work();
    } finally {
      release();
    }
  }
}
