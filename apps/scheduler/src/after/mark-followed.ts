/** Marks the jobs that a job runs after (`followed`), so that each end of their runs triggers a decision. */
import { asJobId, type JobId } from '#common/domain/ids.js';
import { upstreamOf } from '#common/spec/after.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { AppError } from '#common/errors/app-error.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { ScheduleStore } from '../ports.js';

export interface FollowedStores {
  readonly jobs: { load(id: JobId): Promise<StoredJob | null> };
  readonly schedules: Pick<ScheduleStore, 'load' | 'save'>;
}

const MAX_TRIES = 50;

/**
 * Call it before the dependent's own document is saved, so that a crash in between repeats it. The mark stays when the dependency is
 * removed: that costs one query at each end, while removing it could race with another dependency that is just being added.
 */
export async function markFollowed(stores: FollowedStores, job: Pick<StoredJob, 'id' | 'spec'>): Promise<void> {
  for (const upstream of upstreamOf(job.spec)) await markOne(stores, asJobId(upstream));
}

async function markOne({ jobs, schedules }: FollowedStores, id: JobId): Promise<void> {
  await retryOnConflict<true>(MAX_TRIES, `the schedule of job ${id}`, async () => {
    const state = await schedules.load(id);
    if (state?.followed) return true;
    if (state === null) {
      const upstream = await jobs.load(id);
      if (upstream?.deletedAt !== null) return true;
      throw new AppError(
        'UNAVAILABLE',
        `the scheduler has not yet applied job ${id}, after which another job runs; try again`,
      );
    }
    const next = { ...state, followed: true as const, rev: state.rev + 1 };
    return (await schedules.save(next, state.rev)) ? true : null;
  });
}
