/**
 * The jobs that fail: those whose newest result is a failure, whatever the number of runs since. The executor notes them after a moment;
 * the newest runs say the same of jobs that have failed meanwhile.
 */
import type { JobId } from '#common/domain/ids.js';
import { MAX_OVERVIEW_FAILING, MAX_OVERVIEW_STREAK } from '#common/domain/limits.js';
import type { Tenants } from '#common/mongo/document.js';
import { isFailing, type FailingJobsStore } from '#common/mongo/failing-jobs.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunGlance } from '#common/run/run-glance.js';
import { endsOf, MAX_LISTED } from './core/overview.js';

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

export class FailingJobs {
  constructor(
    private readonly noted: Pick<FailingJobsStore, 'newest'>,
    private readonly runs: Pick<RunReads, 'glancesOfRuns' | 'glancesOf' | 'countFailures'>,
    private readonly jobs: Pick<JobsStore, 'present'>,
  ) {}

  /** `recent`: the newest runs of the tenants, newest first. */
  async read(tenants: Tenants, recent: readonly RunGlance[]): Promise<FailingNow> {
    const { succeeded, failed } = endsOf(recent);
    const decided = new Set([...succeeded, ...failed.map(({ job }) => job)]);
    const noted = await this.noted.newest(tenants, MAX_OVERVIEW_FAILING);
    const others = noted.filter((each) => !decided.has(each.job) && isFailing(each));
    const last = [...failed, ...(await this.runs.glancesOfRuns(others.map(({ run }) => run)))];
    const present = await this.jobs.present(last.map(({ job }) => job));
    const failing = last
      .filter(({ job, createdAt }) => createdAt >= (present.get(job) ?? Infinity))
      .sort((a, b) => b.createdAt - a.createdAt)
      .slice(0, MAX_OVERVIEW_FAILING);
    const listed = failing.slice(0, MAX_LISTED);
    return {
      failingJobs: failing.length,
      failing: await Promise.all(
        listed.map(async (run) => ({ last: run, failures: await this.failuresOf(run.job, present.get(run.job) ?? 0) })),
      ),
    };
  }

  private async failuresOf(job: JobId, own: number): Promise<number> {
    const [success] = await this.runs.glancesOf({ job, state: 'FINISHED' }, own - 1, 1);
    const since = success?.createdAt ?? own - 1;
    return Math.max(1, await this.runs.countFailures(job, since, MAX_OVERVIEW_STREAK));
  }
}
