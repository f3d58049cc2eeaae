/**
 * Limits short requests to one node. An API server keeps two idle connections to each node (Go's `DefaultMaxIdleConnsPerHost`) and opens a
 * new one, with authentication on both sides, for every further request, which costs several times as much as a short log.
 */
import { LRUCache } from 'lru-cache';
import { TimedSemaphore } from './timed-semaphore.js';

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
