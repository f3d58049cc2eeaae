import type { Clock } from '#common/clock/clock.js';
import type { AttemptId } from '#common/domain/ids.js';
import { LATE_CALLBACK_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/run.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';

/** That an attempt had not ended is believed for this long. */
const NOT_ENDED_FOR_MS = 2_000;
const MAX_REMEMBERED = 10_000;

interface Known {
  readonly endedAt: Instant | null;
  readonly until: number;
}

/** Tells callbacks that come too late: lines and storage are accepted for a minute after their attempt's end. */
export class AttemptEnds {
  private readonly known = new Map<AttemptId, Known>();

  constructor(
    private readonly attempts: Pick<AttemptsStore, 'get'>,
    private readonly clock: Clock,
  ) {}

  /** True when a callback that arrived at `at` is too late for its attempt. */
  async isTooLate(attempt: AttemptId, at: Instant): Promise<boolean> {
    const endedAt = await this.endOf(attempt);
    return endedAt !== null && at > endedAt + LATE_CALLBACK_MS;
  }

  private async endOf(attempt: AttemptId): Promise<Instant | null> {
    const known = this.known.get(attempt);
    if (known !== undefined && known.until > this.clock.monotonic()) return known.endedAt;
    const endedAt = (await this.attempts.get(attempt))?.end.at ?? null;
    const until = endedAt === null ? this.clock.monotonic() + NOT_ENDED_FOR_MS : Infinity;
    this.known.set(attempt, { endedAt, until });
    const oldest = this.known.keys().next();
    if (this.known.size > MAX_REMEMBERED && !oldest.done) this.known.delete(oldest.value);
    return endedAt;
  }
}
