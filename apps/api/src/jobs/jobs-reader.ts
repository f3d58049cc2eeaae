import { bySlot, type SlotCursor, type SlotLists } from '#common/mongo/slot-lists.store.js';
import type { JobCursor, JobFilter, JobOrder, JobSearch } from '#common/mongo/job-search.js';
import { presentVersion, type JobsStore, type JobVersion } from '#common/mongo/jobs.store.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '#common/runtime/paged-scan.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { jobMatcher } from '#common/spec/job-matcher.js';
import type { Total } from '../http/page.js';
import { invalidField } from '../http/problem.js';
import { orderedJobs } from './ordered-jobs.js';

/** A job in the order of next slots; null: it does not belong to the list. */
interface Slotted {
  readonly cursor: SlotCursor;
  readonly job: StoredJob | null;
}

/** Lists of jobs and of their versions. */
export class JobsReader {
  constructor(
    private readonly jobs: JobsStore,
    private readonly search: Pick<JobSearch, 'list' | 'fewIds' | 'among' | 'total'>,
    private readonly slots: Pick<SlotLists, 'inOrder' | 'ofJobs'>,
  ) {}

  async list(
    filter: JobFilter,
    after: JobCursor | null,
    limit: number,
    order: JobOrder = 'byName',
  ): Promise<Page<StoredJob>> {
    return this.search.list(filter, after, limit, order);
  }

  /** Lists jobs in the order of their next slots; jobs without a next slot come last. */
  async listByNextSlot(filter: JobFilter, after: SlotCursor | null, limit: number): Promise<Page<Slotted>> {
    const order = { lists: this.slots, compare: bySlot };
    return orderedJobs(this.search, order, { filter, after, limit }, (cursors) => this.slotted(filter, cursors));
  }

  private async slotted(filter: JobFilter, cursors: readonly SlotCursor[]): Promise<Slotted[]> {
    const ids = cursors.map(({ job }) => job);
    const jobs = await this.search.among(filter, ids);
    const fits = jobMatcher(filter);
    return cursors.map((cursor) => {
      const job = jobs.get(cursor.job);
      return { cursor, job: job && fits(job) ? job : null };
    });
  }

  async total(filter: JobFilter): Promise<Total> {
    return this.search.total(filter);
  }

  /** Lists versions, newest first, beginning with the present one; with `before` only older ones. */
  async versions(job: StoredJob, before: number | null, limit: number): Promise<Page<JobVersion>> {
    const read = async (last: JobVersion | null, size: number): Promise<readonly JobVersion[]> => {
      const from = last?.version ?? before;
      if (from !== null) return this.jobs.versionsBefore(job, from, size);
      return [presentVersion(job), ...(await this.jobs.versionsBefore(job, job.version, size - 1))];
    };
    return scanPage(read, () => true, limit, FIRST_BATCH_OF_DEFINITIONS);
  }

  /** One version. Throws VALIDATION_FAILED that names `field` if the job has no version of this number. */
  async version(job: StoredJob, version: number, field: string): Promise<JobVersion> {
    const stored = await this.jobs.version(job, version);
    if (!stored) throw invalidField(field, 'is not a version of this job, or is no longer stored');
    return stored;
  }
}
