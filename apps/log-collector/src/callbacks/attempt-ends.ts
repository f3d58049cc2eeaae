import type { Clock } from '#common/clock/clock.js';
import type { AttemptId } from '#common/domain/ids.js';
import { LATE_CALLBACK_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';
import { Batcher } from '#common/runtime/batcher.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';

/** How long "has not ended" is cached. */
const NOT_ENDED_FOR_MS = 2_000;
const MAX_REMEMBERED = 10_000;
/** Ends that are read together. */
const READS = { maxBatch: 200, maxUnderWay: 2, maxWaiting: 10_000 };

/** Rejects callbacks that come too late: lines and storage are accepted for a minute after the end of their attempt. */
export class AttemptEnds {
  private readonly cache: TtlCache<AttemptId, { readonly endedAt: Instant | null }>;
  private readonly reads: Batcher<AttemptId, Instant | null>;

  constructor(attempts: Pick<AttemptsStore, 'ofIds'>, clock: Clock) {
    this.cache = new TtlCache(MAX_REMEMBERED, NOT_ENDED_FOR_MS, clock);
    this.reads = new Batcher(async (ids) => {
      const ends = new Map((await attempts.ofIds([...new Set(ids)])).map(({ id, end }) => [id, end.at]));
      return ids.map((id) => ends.get(id) ?? null);
    }, READS);
  }

  /** When the attempt ended; null if it has not, or ended only a moment ago. */
  async of(attempt: AttemptId): Promise<Instant | null> {
    const cached = this.cache.get(attempt);
    if (cached !== undefined) return cached.endedAt;
    const endedAt = await this.reads.add(attempt);
    // An end is final and stays cached while there is room.
    this.cache.set(attempt, { endedAt }, endedAt === null ? {} : { ttl: 0 });
    return endedAt;
  }
}

/** True when a callback that arrived at `at` is too late for an attempt that ended then. */
export const isTooLate = (at: Instant, endedAt: Instant | null): boolean =>
  endedAt !== null && at > endedAt + LATE_CALLBACK_MS;
