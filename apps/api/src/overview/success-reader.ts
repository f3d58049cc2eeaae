import type { Clock } from '#common/clock/clock.js';
import type { JobSearch } from '#common/mongo/job-search.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import { byAge, type SuccessAgesStore, type SuccessCursor } from '#common/mongo/success-ages.store.js';
import type { Tenants } from '#common/mongo/document.js';
import type { Instant } from '#common/run/run.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '#common/runtime/paged-scan.js';
import { ownSince, type StoredJob } from '#common/spec/definitions.js';
import { jobMatcher, type JobQuestion } from '#common/spec/job-matcher.js';
import { termsAskedBy } from '#common/spec/job-terms.js';
import { searchedPage } from '../jobs/searched-page.js';

/** The scheduler hears of a success at once, or from its sweep; its documents say it when they are next written. */
const BOOKS_BEHIND_MS = 60_000;

export interface LastSuccess {
  readonly cursor: SuccessCursor;
  /** Null: it is none of the list. */
  readonly job: StoredJob | null;
  readonly at: Instant | null;
}

export interface SuccessQuestion {
  /** Null: of all. */
  readonly tenants: Tenants;
  /** Only jobs that have not succeeded for so long. */
  readonly olderThanMs: number;
  readonly asked: JobQuestion;
}

/** Lists jobs by the age of their last success. */
export class SuccessReader {
  constructor(
    private readonly ages: Pick<SuccessAgesStore, 'inOrder' | 'ofJobs'>,
    private readonly search: Pick<JobSearch, 'fewIds' | 'among'>,
    private readonly runs: Pick<RunReads, 'successesSince'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Those that are asked for, and the time by which this is so. */
  async list(
    { tenants, olderThanMs, asked }: SuccessQuestion,
    after: SuccessCursor | null,
    limit: number,
  ): Promise<{ readonly now: Instant; readonly page: Page<LastSuccess> }> {
    const now = this.clock.now();
    const before = now - olderThanMs;
    const filter = { ...asked, tenants };
    const fits = jobMatcher(asked);
    const few = await this.search.fewIds(filter);
    const inOrder = few && (await this.ages.ofJobs(few));
    const read = async (last: LastSuccess | null, size: number): Promise<LastSuccess[]> => {
      const from = last?.cursor ?? after;
      const found =
        inOrder?.filter((each) => from === null || byAge(from, each) < 0).slice(0, size) ??
        (await this.ages.inOrder(tenants, from, size));
      // In order: whatever comes later has succeeded later, too.
      const old = found.filter(({ at }) => at === null || at <= before);
      const ids = old.map(({ job }) => job);
      const [jobs, newest] = await Promise.all([
        this.search.among(filter, ids),
        this.runs.successesSince(ids, now - BOOKS_BEHIND_MS),
      ]);
      return old.map((cursor) => {
        const job = jobs.get(cursor.job);
        if (job === undefined || !fits(job)) return { cursor, job: null, at: null };
        const at = ownTime(newest.get(cursor.job)?.finished ?? cursor.at, job);
        const isInPlace = standsInPlace(at, ownTime(cursor.at, job), now);
        return { cursor, job: isInPlace && (at === null || at <= before) ? job : null, at };
      });
    };
    const isOfList = ({ job }: LastSuccess): boolean => job !== null;
    const isAmongMany = few === null && termsAskedBy(asked).length > 0;
    const page = await (isAmongMany
      ? searchedPage(read, isOfList, limit)
      : scanPage(read, isOfList, limit, FIRST_BATCH_OF_DEFINITIONS));
    return { now, page };
  }
}

/** What is older is of a former job of the same id. */
const ownTime = (at: Instant | null, job: StoredJob): Instant | null => (at === null || at < ownSince(job) ? null : at);

/** A job that succeeded a moment ago does not stand among the oldest: until its schedule says so, too, it stands nowhere. */
const standsInPlace = (at: Instant | null, booked: Instant | null, now: Instant): boolean =>
  at === booked || (booked !== null && booked >= now - BOOKS_BEHIND_MS);
