/**
 * How far the usage ledger has counted and the log of events is written, read again every few seconds. A run that ended later is not removed
 * yet.
 */
import type { Clock } from '#common/clock/clock.js';
import { USAGE_WAIT_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import type { EventLogStore } from '#common/mongo/event-log.store.js';
import type { Due } from '#common/mongo/runs.store.js';
import type { UsageStore } from '#common/mongo/usage.store.js';

const READ_AGAIN_MS = 5_000;

export class CountedThrough {
  private through: Instant = 0;
  private readAt: number | null = null;

  constructor(
    private readonly usage: Pick<UsageStore, 'readProgress'>,
    private readonly events: Pick<EventLogStore, 'progress'>,
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
    /** A run that ended less than this ago is not removed yet. */
    private readonly graceMs = 0,
  ) {}

  now(): Instant {
    return this.clock.now();
  }

  /** Which runs may be removed now. If nothing counts, runs that have waited long are removed all the same. */
  async due(): Promise<Due> {
    const at = this.clock.monotonic();
    if (this.readAt === null || at - this.readAt >= READ_AGAIN_MS) {
      const [usage, events] = await Promise.all([this.usage.readProgress(), this.events.progress()]);
      // Without subscribers there is no log.
      this.through = Math.min(usage?.through ?? 0, events?.settled.changedAt ?? Infinity);
      this.readAt = at;
    }
    const now = this.clock.now();
    return { now, counted: Math.min(now - this.graceMs, Math.max(this.through, now - USAGE_WAIT_MS)) };
  }
}
