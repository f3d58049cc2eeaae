import type { StoredJob } from '#common/domain/definitions.js';
import type { JobFilter, JobPlace, JobsStore, JobVersion } from '#common/mongo/jobs.store.js';
import type { Page } from '#common/mongo/keyset-scan.js';

/** Lists of jobs and of their versions. */
export class JobsReader {
  constructor(private readonly jobs: JobsStore) {}

  async list(filter: JobFilter, after: JobPlace | null, limit: number): Promise<Page<StoredJob>> {
    return this.jobs.list(filter, after, limit);
  }

  /** Newest first, beginning with the present one; after `before` only older ones. */
  async versions(job: StoredJob, before: number | null, limit: number): Promise<Page<JobVersion>> {
    const former = await this.jobs.versionsBefore(job, before ?? job.version, limit + 1);
    const all = before === null ? [presentVersion(job), ...former] : former;
    const items = all.slice(0, limit);
    return { items, lastSeen: all.length > limit ? (items.at(-1) ?? null) : null };
  }
}

const presentVersion = ({ version, updatedAt, updatedBy, spec, sealed }: StoredJob): JobVersion => ({
  version,
  savedAt: updatedAt,
  savedBy: updatedBy,
  spec,
  sealed,
});
