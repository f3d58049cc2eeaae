/**
 * Caches the last success of each job, which the next runs of the job are given. It is read once, then updated by the runs that end on
 * this replica and by messages of the other replicas; a lost message makes it stale for at most `KNOWN_MS`.
 */
import type { Clock } from '#common/clock/clock.js';
import type { JobId } from '#common/domain/ids.js';
import { MAX_SUCCESSES_ANNOUNCED } from '#common/domain/limits.js';
import { isFinal, stateOf } from '#common/run/phase.js';
import { SingleFlight } from '#common/runtime/single-flight.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { Success } from '../launch/context.js';
import type { RunObserver, Saved } from './post-commit.js';

export interface JobSuccess extends Success {
  readonly job: JobId;
}

interface Known {
  readonly success: Success | null;
  /** False if it is known from messages only: the stores may have a later one. */
  readonly isRead: boolean;
}

/** A value that was read is used for this long. */
const KNOWN_MS = 60_000;
const MAX_JOBS = 50_000;
/** Successes are announced in batches: this long after the first of a batch. */
const ANNOUNCE_AFTER_MS = 20;

/**
 * The later of a job's last successes by two sources: its kept runs, which are current but subject to retention, and its
 * schedule, which is permanent but may lag a moment behind.
 */
export function laterSuccess(one: Success | null, other: Success | null): Success | null {
  if (one === null || other === null) return one ?? other;
  return other.started > one.started ? other : one;
}

export class LastSuccesses implements RunObserver {
  private readonly cache: TtlCache<JobId, Known>;
  private readonly reads: SingleFlight<JobId, Success | null>;
  private unannounced: JobSuccess[] = [];

  constructor(
    read: (job: JobId) => Promise<Success | null>,
    private readonly announce: (successes: readonly JobSuccess[]) => void,
    private readonly clock: Pick<Clock, 'monotonic' | 'after'>,
  ) {
    this.cache = new TtlCache(MAX_JOBS, KNOWN_MS, clock);
    this.reads = new SingleFlight(read);
  }

  async get(job: JobId): Promise<Success | null> {
    const cached = this.cache.get(job);
    if (cached?.isRead === true) return cached.success;
    const read = await this.reads.get(job);
    const success = laterSuccess(read, this.cache.get(job)?.success ?? null);
    this.cache.set(job, { success, isRead: true });
    return success;
  }

  /** A run of the job has succeeded. */
  note(job: JobId, success: Success): void {
    const { success: former = null, isRead = false } = this.cache.get(job) ?? {};
    // The time of the read stays, so that the success is read again even if the job succeeds often.
    this.cache.set(job, { success: laterSuccess(former, success), isRead }, { noUpdateTTL: true });
  }

  observe({ before, decision }: Saved): void {
    const { job, phase, started, finished } = decision.next;
    if (isFinal(before.phase) || stateOf(phase) !== 'FINISHED' || started === null || finished === null) return;
    this.note(job, { started, finished });
    this.unannounced.push({ job, started, finished });
    if (this.unannounced.length === MAX_SUCCESSES_ANNOUNCED) this.announceAll();
    else if (this.unannounced.length === 1)
      this.clock.after(ANNOUNCE_AFTER_MS, () => {
        this.announceAll();
      });
  }

  private announceAll(): void {
    if (this.unannounced.length > 0) this.announce(this.unannounced);
    this.unannounced = [];
  }
}
