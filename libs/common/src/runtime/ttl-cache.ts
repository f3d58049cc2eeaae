/** A bounded cache whose entries expire some time after they were set; the least recently used entry is evicted first. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock/clock.js';

export class TtlCache<K extends string, V extends object | number | true> extends LRUCache<K, V> {
  /** `clock` measures the age of entries, so that a test can move it. */
  constructor(max: number, ttlMs: number, clock: Pick<Clock, 'monotonic'>) {
    // lru-cache treats a start time of 0 as "not set", so 1 is added for a test clock that begins at 0.
    super({ max, ttl: ttlMs, ttlResolution: 0, perf: { now: () => clock.monotonic() + 1 } });
  }
}
