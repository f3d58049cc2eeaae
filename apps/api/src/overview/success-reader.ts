import type { Clock } from '#common/clock/clock.js';
import type { JobSearch } from '#common/mongo/job-search.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import { byAge, type SuccessAgesStore, type SuccessCursor } from '#common/mongo/success-ages.store.js';
import type { Tenants } from '#common/mongo/document.js';
import type { Instant } from '#common/run/run.js';
import type { Page } from '#common/runtime/paged-scan.js';
import { ownSince, type StoredJob } from '#common/spec/definitions.js';
import { jobMatcher, type JobQuestion } from '#common/spec/job-matcher.js';
import { orderedJobs } from '../jobs/ordered-jobs.js';

/** The scheduler learns of a success from an event or from its sweep, and stores it with the next write of the schedule: at most this time later. */
const STORED_WITHIN_MS = 60_000;

export interface LastSuccess {
  readonly cursor: SuccessCursor;
  /** Null: the job does not belong to the list. */
  readonly job: StoredJob | null;
  readonly at: Instant | null;
}

export interface SuccessQuestion {
  /** Null: all tenants. */
  readonly tenants: Tenants;
  /** Only jobs that have not succeeded for this long. */
  readonly olderThanMs: number;
  readonly question: JobQuestion;
}

/** Lists jobs by the age of their last success. */
export class SuccessReader {
  constructor(
    private readonly ages: Pick<SuccessAgesStore, 'inOrder' | 'ofJobs'>,
    private readonly search: Pick<JobSearch, 'fewIds' | 'among'>,
    private readonly runs: Pick<RunReads, 'successesSince'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The jobs of the question, and the time at which it was answered. */
  async list(
    { tenants, olderThanMs, question: question }: SuccessQuestion,
    after: SuccessCursor | null,
    limit: number,
  ): Promise<{ readonly now: Instant; readonly page: Page<LastSuccess> }> {
    const now = this.clock.now();
    const before = now - olderThanMs;
    const filter = { ...question, tenants };
    const fits = jobMatcher(question);
    const load = async (cursors: readonly SuccessCursor[]): Promise<LastSuccess[]> => {
      // The jobs are in order: later jobs in the list have also succeeded later.
      const old = cursors.filter(({ at }) => at === null || at <= before);
      const ids = old.map(({ job }) => job);
      const [jobs, newest] = await Promise.all([
        this.search.among(filter, ids),
        this.runs.successesSince(ids, now - STORED_WITHIN_MS),
      ]);
      return old.map((cursor) => {
        const job = jobs.get(cursor.job);
        if (job === undefined || !fits(job)) return { cursor, job: null, at: null };
        const at = ownTime(newest.get(cursor.job)?.finished ?? cursor.at, job);
        const isInPlace = standsInPlace(at, ownTime(cursor.at, job), now);
        return { cursor, job: isInPlace && (at === null || at <= before) ? job : null, at };
      });
    };
    const order = { lists: this.ages, compare: byAge };
    return { now, page: await orderedJobs(this.search, order, { filter, after, limit }, load) };
  }
}

/** An older success belongs to a former job of the same id. */
const ownTime = (at: Instant | null, job: StoredJob): Instant | null => (at === null || at < ownSince(job) ? null : at);

/** A job that succeeded a moment ago is not among the oldest. It is left out of the list until its schedule has the success, too. */
const standsInPlace = (at: Instant | null, stored: Instant | null, now: Instant): boolean =>
  at === stored || (stored !== null && stored >= now - STORED_WITHIN_MS);
