import type { StoredJob } from '#common/spec/definitions.js';
import type { JobFilter, JobCursor, JobsStore, JobVersion } from '#common/mongo/jobs.store.js';
import { FIRST_BATCH_OF_DEFINITIONS, scanPage, type Page } from '#common/runtime/paged-scan.js';

/** Lists of jobs and of their versions. */
export class JobsReader {
  constructor(private readonly jobs: JobsStore) {}

  async list(filter: JobFilter, after: JobCursor | null, limit: number): Promise<Page<StoredJob>> {
    return this.jobs.list(filter, after, limit);
  }

  /** Newest first, beginning with the present one; after `before` only older ones. */
  async versions(job: StoredJob, before: number | null, limit: number): Promise<Page<JobVersion>> {
    const read = async (last: JobVersion | null, size: number): Promise<readonly JobVersion[]> => {
      const from = last?.version ?? before;
      if (from !== null) return this.jobs.versionsBefore(job, from, size);
      return [presentVersion(job), ...(await this.jobs.versionsBefore(job, job.version, size - 1))];
    };
    return scanPage(read, () => true, limit, FIRST_BATCH_OF_DEFINITIONS);
  }
}

const presentVersion = ({ version, updatedAt, updatedBy, spec, sealed }: StoredJob): JobVersion => ({
  version,
  savedAt: updatedAt,
  savedBy: updatedBy,
  spec,
  sealed,
});
