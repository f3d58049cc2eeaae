/** A bounded cache whose entries end some time after they were set; the least recently used entry goes first. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock/clock.js';

export class TtlCache<K extends string, V extends object | number | true> extends LRUCache<K, V> {
  /** `clock` says how old entries are, so that a test can move it. */
  constructor(max: number, ttlMs: number, clock: Pick<Clock, 'monotonic'>) {
    // Zero is no start of an entry to lru-cache, so that the clock of a test that begins with it is put forward by one.
    super({ max, ttl: ttlMs, ttlResolution: 0, perf: { now: () => clock.monotonic() + 1 } });
  }
}
