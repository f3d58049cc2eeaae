/** What an overview shows of runs: the newest ones, the unfinished ones, and the jobs that fail. */
import { MAX_OVERVIEW_FAILING, MAX_OVERVIEW_RUNS } from '#common/domain/limits.js';
import type { Tenants } from '#common/mongo/document.js';
import { isFailing, type FailingJobsStore } from '#common/mongo/failing-jobs.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { OverviewRuns } from '#common/mongo/overview-runs.store.js';
import type { Instant } from '#common/run/run.js';
import type { RunGlance } from '#common/run/run-glance.js';
import { endsOf, MAX_LISTED } from './core/overview.js';

export interface RunFiguresNow {
  /** Newest first; at most `MAX_OVERVIEW_RUNS`. */
  readonly recent: readonly RunGlance[];
  /** Unfinished runs whose start time has come; at most `MAX_OVERVIEW_RUNS`. */
  readonly open: readonly RunGlance[];
  /** Unfinished runs whose start time lies ahead, counted as far. */
  readonly delayed: number;
}

export interface FailingJob {
  readonly last: RunGlance;
  /** Kept failures since the last success. */
  readonly failures: number;
}

export interface FailingNow {
  /** How many jobs fail; at most `MAX_OVERVIEW_FAILING` are counted. */
  readonly failingJobs: number;
  /** The latest failure first. */
  readonly failing: readonly FailingJob[];
}

export class RunFigures {
  constructor(
    private readonly runs: OverviewRuns,
    private readonly noted: Pick<FailingJobsStore, 'newest'>,
    private readonly jobs: Pick<JobsStore, 'present'>,
  ) {}

  async read(tenants: Tenants, since: Instant, now: Instant): Promise<RunFiguresNow> {
    const [recent, open, delayed] = await Promise.all([
      this.runs.newest(tenants, since, MAX_OVERVIEW_RUNS),
      this.runs.unfinished(tenants, now, MAX_OVERVIEW_RUNS),
      this.runs.countDelayed(tenants, now, MAX_OVERVIEW_RUNS),
    ]);
    return { recent, open, delayed };
  }

  /**
   * The jobs whose newest result is a failure, whatever the number of runs since. The executor notes them after a moment; the newest runs
   * (`recent`, newest first) say the same of jobs that have failed meanwhile.
   */
  async failing(tenants: Tenants, recent: readonly RunGlance[]): Promise<FailingNow> {
    const { succeeded, failed } = endsOf(recent);
    const decided = new Set([...succeeded, ...failed.map(({ job }) => job)]);
    const noted = await this.noted.newest(tenants, MAX_OVERVIEW_FAILING);
    const others = noted.filter((each) => !decided.has(each.job) && isFailing(each));
    const last = [...failed, ...(await this.runs.ofIds(others.map(({ run }) => run)))];
    const present = await this.jobs.present(last.map(({ job }) => job));
    const failing = last
      .filter(({ job, createdAt }) => createdAt >= (present.get(job) ?? Infinity))
      .sort((a, b) => b.createdAt - a.createdAt)
      .slice(0, MAX_OVERVIEW_FAILING);
    const listed = failing.slice(0, MAX_LISTED).map(async (run) => {
      const counted = await this.runs.countFailures(run.job, present.get(run.job) ?? 0, MAX_OVERVIEW_FAILING);
      return { last: run, failures: Math.max(1, counted) };
    });
    return { failingJobs: failing.length, failing: await Promise.all(listed) };
  }
}
