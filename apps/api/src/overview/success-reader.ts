import type { Clock } from '#common/clock/clock.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SuccessAgesStore, SuccessCursor } from '#common/mongo/success-ages.store.js';
import type { Tenants } from '#common/mongo/document.js';
import type { Instant } from '#common/run/run.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '#common/runtime/paged-scan.js';
import { ownSince, type StoredJob } from '#common/spec/definitions.js';

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
  /** What no index answers. */
  readonly keep: (job: StoredJob) => boolean;
}

/** Lists jobs by the age of their last success. */
export class SuccessReader {
  constructor(
    private readonly ages: Pick<SuccessAgesStore, 'inOrder'>,
    private readonly jobs: Pick<JobsStore, 'loadMany'>,
    private readonly runs: Pick<RunReads, 'successesSince'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Those that are asked for, and the time by which this is so. */
  async list(
    { tenants, olderThanMs, keep }: SuccessQuestion,
    after: SuccessCursor | null,
    limit: number,
  ): Promise<{ readonly now: Instant; readonly page: Page<LastSuccess> }> {
    const now = this.clock.now();
    const before = now - olderThanMs;
    const inOrder = await this.ages.inOrder(tenants);
    const read = async (last: LastSuccess | null, size: number): Promise<LastSuccess[]> => {
      const found = await inOrder(last?.cursor ?? after, size);
      // In order: whatever comes later has succeeded later, too.
      const old = found.filter(({ at }) => at === null || at <= before);
      const ids = old.map(({ job }) => job);
      const [jobs, newest] = await Promise.all([
        this.jobs.loadMany(ids),
        this.runs.successesSince(ids, now - BOOKS_BEHIND_MS),
      ]);
      return old.map((cursor) => {
        const job = jobs.get(cursor.job);
        if (job?.deletedAt !== null) return { cursor, job: null, at: null };
        const at = ownTime(newest.get(cursor.job)?.finished ?? cursor.at, job);
        const isOfTenants = tenants === null || tenants.includes(job.tenant);
        const isInPlace = standsInPlace(at, ownTime(cursor.at, job), now);
        const isOfList = isOfTenants && isInPlace && (at === null || at <= before) && keep(job);
        return { cursor, job: isOfList ? job : null, at };
      });
    };
    const page = await scanPage(read, ({ job }) => job !== null, limit, FIRST_BATCH_OF_DEFINITIONS);
    return { now, page };
  }
}

/** What is older is of a former job of the same id. */
const ownTime = (at: Instant | null, job: StoredJob): Instant | null => (at === null || at < ownSince(job) ? null : at);

/** A job that succeeded a moment ago does not stand among the oldest: until its schedule says so, too, it stands nowhere. */
const standsInPlace = (at: Instant | null, booked: Instant | null, now: Instant): boolean =>
  at === booked || (booked !== null && booked >= now - BOOKS_BEHIND_MS);
