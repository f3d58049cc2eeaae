import type { StoredJob } from '#common/spec/definitions.js';
import { AppError } from '#common/errors/app-error.js';
import type { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { StoragePort } from '../storage/storage-port.js';

/** Prepares the id of a deleted job for a new job: removes the saved values of the deleted job. */
export class FormerJobs {
  constructor(
    private readonly runs: Pick<RunReads, 'countUnfinished'>,
    private readonly storage: Pick<JobStorageStore, 'versions'>,
    private readonly port: Pick<StoragePort, 'forget'>,
  ) {}

  /**
   * Safe to repeat. Throws CONFLICT while runs of the former job are under way, which would save into the new one's storage; UNAVAILABLE
   * if its storage cannot be removed now.
   */
  async clear({ id, tenant, deletedAt }: StoredJob, actor: string): Promise<void> {
    if (deletedAt === null) return;
    if ((await this.runs.countUnfinished([id], Date.now())).size > 0)
      throw new AppError(
        'CONFLICT',
        `runs of the former job ${id} are still active: the id can be used again when they have ended`,
      );
    if ((await this.storage.versions(id)).length === 0) return;
    await this.port.forget({ v: 1, job: id, tenant, actor, expectedVersion: null });
  }
}
